internal import Glibc
internal import IntentCore
internal import Synchronization

/// Lock files, one for each resource; the kernel frees a lock with the process that held it (flock(2)).
///
/// A file stays when its lease ends: two processes could else hold locks on different files of one name.
struct LeaseFolder: Sendable {
  let path: String
  let clock: World.Clock

  func acquire(
    _ resource: String, until: MonotonicTime, endingHolder: Bool, _ cancellation: any Cancellation
  ) async throws(Failure) -> any Lease {
    var pause = Duration.milliseconds(5)
    var hasWaited = false
    var ended: Int32 = 0
    while true {
      if let lease = try attempt(resource, hasWaited: hasWaited) {
        if endingHolder { lease.name(.current()) }
        return lease
      }
      hasWaited = true
      if endingHolder, let holder = holder(of: resource), holder.process != ended {
        // Once each: it has its own way to stop what it runs.
        kill(holder.process, SIGTERM)
        ended = holder.process
      }
      let now = clock.monotonic()
      if until <= now { throw Failure(.busy, ["resource": .text(resource)]) }
      try await clock.wait(min(now + pause, until), cancellation)
      pause = min(pause * 2, .milliseconds(50))
    }
  }

  /// The process that holds the lease, as it wrote down itself; `nil` when it has not, or is gone.
  private func holder(of resource: String) -> RowWriter? {
    guard let folder = try? StoreFolder.open(path, creating: false),
      let file = try? folder.openFile(LeaseFolder.fileName(resource))
    else { return nil }
    defer { close(file) }
    guard let writer = FileLease.holder(in: file), writer.process != getpid(),
      writer.isAlive
    else { return nil }
    return writer
  }

  /// `nil` when another holds the lease.
  private func attempt(_ resource: String, hasWaited: Bool) throws(Failure) -> FileLease? {
    guard let folder = try StoreFolder.open(path, creating: true) else { return nil }
    let name = LeaseFolder.fileName(resource)
    guard let lease = try FileLease.take(name, folder, hasWaited: hasWaited) else { return nil }
    // Someone may have cleaned the folder meanwhile: only the file that the name leads to counts.
    guard let held = lease.facts, let named = try folder.facts(name), named.isSameFile(as: held) else {
      return nil
    }
    return lease
  }

  /// The name of a resource's file; a long one is cut and told apart by a hash (FNV-1a, 64 bits).
  static func fileName(_ resource: String) -> String {
    let name = PercentText.encoded(resource)
    if name.utf8.count <= 200 { return name + ".lease" }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in resource.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(decoding: name.utf8.prefix(180), as: UTF8.self) + "~" + String(hash, radix: 16) + ".lease"
  }
}

/// A lock on a file, held while the descriptor is open.
final class FileLease: Lease {
  private let descriptor: Atomic<Int32>
  let hasWaited: Bool

  private init(_ descriptor: Int32, hasWaited: Bool) {
    self.descriptor = Atomic(descriptor)
    self.hasWaited = hasWaited
  }

  deinit { release() }

  /// Locks a file of a folder, made when it is missing; `nil` when another has it.
  static func take(
    _ name: String, _ folder: StoreFolder, hasWaited: Bool = false
  ) throws(Failure) -> FileLease? {
    let file = try folder.openFile(name)
    let lease = FileLease(file, hasWaited: hasWaited)
    if flock(file, LOCK_EX | LOCK_NB) == 0 { return lease }
    if errno == EWOULDBLOCK || errno == EINTR { return nil }
    throw folder.unwritable(name)
  }

  func release() {
    let held = descriptor.exchange(-1, ordering: .acquiringAndReleasing)
    guard held >= 0 else { return }
    // A child that was forked and has not executed yet has the file open too, and must not hold the lock.
    flock(held, LOCK_UN)
    close(held)
  }

  /// What the system says of the file.
  var facts: stat? {
    var facts = stat()
    return fstat(descriptor.load(ordering: .acquiring), &facts) == 0 ? facts : nil
  }

  /// Replaces what the file holds.
  func write(_ text: String) {
    let file = descriptor.load(ordering: .acquiring)
    guard ftruncate(file, 0) == 0 else { return }
    _ = Array(text.utf8).withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
  }

  /// Writes down who holds it, for a run that takes its place.
  func name(_ holder: RowWriter) { write("\(holder.process) \(holder.uptime) \(holder.boot)\n") }

  /// Who wrote down that it holds the lease on an open file.
  static func holder(in file: Int32) -> RowWriter? {
    let words = [UInt8](startOf: file, limit: 128).split { $0 == 0x20 || $0 == 0x0A }
      .map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 3, let process = Int32(words[0]), process > 1, let uptime = Int(words[1]) else {
      return nil
    }
    return RowWriter(process: process, boot: words[2], uptime: uptime)
  }
}

/// Percent-encoding of every byte outside `[a-zA-Z0-9._-]` (RFC 3986, section 2.1).
enum PercentText {
  /// - Parameter kept: One more byte that stays as it is.
  static func encoded(_ text: String, keeping kept: UInt8? = nil) -> String {
    var result = ""
    for byte in text.utf8 {
      if byte.isPlain || byte == kept {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }
}

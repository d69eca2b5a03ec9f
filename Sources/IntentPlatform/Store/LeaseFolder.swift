internal import Glibc
package import IntentCore

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
  private func holder(of resource: String) -> ProcessLiveness.Writer? {
    guard let folder = try? StoreFolder.open(path, creating: false),
      let file = try? folder.openFile(LeaseFolder.fileName(resource))
    else { return nil }
    defer { close(file) }
    guard let writer = FileLease.holder(in: file), writer.process != getpid(),
      ProcessLiveness().isAlive(writer)
    else { return nil }
    return writer
  }

  /// `nil` when another holds the lease.
  private func attempt(_ resource: String, hasWaited: Bool) throws(Failure) -> FileLease? {
    guard let folder = try StoreFolder.open(path, creating: true) else { return nil }
    let name = LeaseFolder.fileName(resource)
    let file = try folder.openFile(name)
    let lease = FileLease(file, hasWaited: hasWaited)
    if flock(file, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK || errno == EINTR { return nil }
      throw StoreFailure.unwritable(path + "/" + name, code: errno)
    }
    // Someone may have cleaned the folder meanwhile: only the file that the name leads to counts.
    var held = stat()
    guard fstat(file, &held) == 0, let named = try folder.facts(name), named.st_ino == held.st_ino,
      named.st_dev == held.st_dev
    else { return nil }
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

extension SQLiteStore {
  package func acquireLease(
    on resource: String, until: MonotonicTime, endingHolder: Bool, _ cancellation: any Cancellation
  ) async throws(Failure) -> any Lease {
    try await leases.acquire(resource, until: until, endingHolder: endingHolder, cancellation)
  }
}

internal import Glibc
package import IntentCore

/// What makes a guard the only one of its user: a lock on a file of the state folder, which holds its process
/// number; the kernel frees it with the process (flock(2)).
package final class GuardLock: Lease {
  private static let name = "guard.lock"
  private let file: FileLease

  private init(_ file: FileLease) { self.file = file }

  /// `nil` when another guard has it.
  package static func take(stateFolder: String) throws(Failure) -> GuardLock? {
    guard let folder = try StoreFolder.open(stateFolder, creating: true),
      let file = try FileLease.take(name, folder)
    else { return nil }
    file.write("\(getpid())\n")
    return GuardLock(file)
  }

  package func release() { file.release() }

  /// The process number of the guard that runs, 0 when it has not said it yet; `nil` when there is none.
  package static func holder(stateFolder: String) -> Int? {
    let descriptor = open(stateFolder + "/" + name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    if flock(descriptor, LOCK_SH | LOCK_NB) == 0 { return nil }
    guard errno == EWOULDBLOCK else { return nil }
    let bytes = [UInt8](startOf: descriptor, limit: 32)
    return Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)) ?? 0
  }
}

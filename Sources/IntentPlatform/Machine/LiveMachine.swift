internal import CPlatform
internal import Glibc
package import IntentCore

extension World.Machine {
  /// This machine, as seen by a caller.
  package static func live(_ caller: World.Caller) -> World.Machine {
    let accounts = Accounts(user: caller.user, files: .live)
    var machine = World.Machine(
      interfaces: Interfaces.read, space: space, hostName: hostName,
      processorCount: { Int(cplatform_processor_count()) }, caller: caller,
      isUser: accounts.isUser, isMember: accounts.isMember)
    machine.isPrivateGroup = { PrivateGroups.live($0, $0) }
    machine.guardMemory = { cplatform_guard_memory() }
    machine.sandboxKernel = { .live }
    return machine
  }

  @Sendable private static func space(_ path: String) -> FileSystemSpace? {
    var status = statvfs()
    guard !path.utf8.contains(0), statvfs(path, &status) == 0 else { return nil }
    let block = UInt64(status.f_frsize)
    return FileSystemSpace(
      total: UInt64(status.f_blocks) &* block, free: UInt64(status.f_bfree) &* block,
      available: UInt64(status.f_bavail) &* block)
  }

  @Sendable private static func hostName() -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard gethostname(buffer.baseAddress!, buffer.count - 1) == 0 else { return "localhost" }
      buffer[buffer.count - 1] = 0
      return String(cString: buffer.baseAddress!)
    }
  }
}

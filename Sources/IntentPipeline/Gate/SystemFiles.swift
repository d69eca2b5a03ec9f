package import IntentCore

extension World {
  /// Whether only the system's own work is there; what root made for himself is as changeable as anybody's.
  ///
  /// - Parameter target: Where the path leads without links.
  package func isSystems(_ path: String, leadingTo target: String) -> Bool {
    files.isRootsAlone(path) && (machine.caller.user != 0 || Self.isInstalled(target))
  }

  package func isSystems(_ path: String) -> Bool {
    isSystems(path, leadingTo: files.resolved(path) ?? path)
  }

  /// Whether the folder is the system's, so that nobody but root puts anything into it.
  package func isSystems(folder: String) -> Bool {
    guard let facts = files.there(folder), facts.owner == 0, facts.mode & 0o022 == 0 else { return false }
    let path = files.resolved(folder) ?? folder
    return machine.caller.user != 0 || path == "/" || Self.isInstalled(path + "/")
      || ["/etc", "/var", "/proc", "/sys", "/dev", "/run", "/boot"].contains { top in
        path.utf8.starts(with: top.utf8)
          && [nil, UInt8(ascii: "/")].contains(path.utf8.dropFirst(top.utf8.count).first)
      }
  }

  private static func isInstalled(_ path: String) -> Bool {
    ["/usr/", "/bin/", "/sbin/", "/lib/", "/lib64/"].contains { path.utf8.starts(with: $0.utf8) }
      && !path.utf8.starts(with: "/usr/local/".utf8)
  }
}

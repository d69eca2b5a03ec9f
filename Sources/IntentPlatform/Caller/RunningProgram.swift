internal import Glibc
internal import IntentCore

/// What /proc tells of the program of a running process.
struct RunningProgram {
  let id: Int

  /// Whether the process is root's in every way and its program one that starts others at a time, which nobody else can
  /// change.
  ///
  /// Only root may see what root's processes run; that they are root's is then enough, since nobody else starts those.
  var isScheduler: Bool {
    guard isRootsProcess else { return false }
    guard let link = LinkedPath.target("/proc/\(id)/exe") else { return errno == EACCES || errno == EPERM }
    let gone = " (deleted)"
    // An update leaves the old program running.
    let program =
      link.utf8.suffix(gone.utf8.count).elementsEqual(gone.utf8)
      ? String(link.utf8.dropLast(gone.utf8.count)) ?? link : link
    let name =
      program.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    return (SourceFacts.schedulers + ["busybox", "toybox"]).contains(name)
      && Self.folders.contains { program.utf8.starts(with: $0.utf8) } && LinkedPath.isRootsAlone(program)
  }

  /// The real, effective, saved and file system's user; the owner of its folder may be root for others too.
  private var isRootsProcess: Bool {
    guard let bytes = World.Files.live.read("/proc/\(id)/status", 1 << 13) else { return false }
    let line = bytes.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: "Uid:".utf8) }
    let users = line?.dropFirst(4).split { $0 == 0x09 || $0 == 0x20 } ?? []
    return users.count == 4 && users.allSatisfy { $0.elementsEqual("0".utf8) }
  }

  /// Where programs of the system are.
  private static let folders = ["/usr/", "/bin/", "/sbin/", "/opt/", "/nix/store/", "/gnu/store/"]
}

/// The unit of systemd that a process belongs to, by its control group (cgroups(7)).
struct ServiceUnit: Equatable {
  /// The name, as in `backup.service` or `session-2.scope`.
  var name: String
  /// The path of slices and units around it, as in `/user.slice/user-1000.slice/`.
  var around: String

  /// Reads /proc/self/cgroup: the hierarchy of systemd, be it the unified or its own one; `nil` outside of
  /// every unit.
  init?(controlGroups bytes: [UInt8]) {
    guard let path = ServiceUnit.path(bytes) else { return nil }
    var end = path.endIndex
    while let slash = bytes[path.startIndex..<end].lastIndex(of: UInt8(ascii: "/")) {
      let name = bytes[(slash + 1)..<end]
      if ServiceUnit.ends(name, ".service") || ServiceUnit.ends(name, ".scope") {
        self.name = String(decoding: name, as: UTF8.self)
        around = String(decoding: bytes[path.startIndex...slash], as: UTF8.self)
        return
      }
      end = slash
    }
    return nil
  }

  /// The path in the line `0::PATH`, or in `N:name=systemd:PATH` where that says more than `/`.
  private static func path(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
    var path: ArraySlice<UInt8>?
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      if line.starts(with: "0::/".utf8) {
        path = path ?? line.dropFirst(3)
      } else if let colon = line.firstIndex(of: UInt8(ascii: ":")),
        case let rest = line[(colon + 1)...], rest.starts(with: "name=systemd:/".utf8)
      {
        let own = rest.dropFirst("name=systemd:".utf8.count)
        if own.count > 1 { path = own }
      }
    }
    return path
  }

  /// Whether systemd runs it as work of its own: not for a login, nor for a program of the desktop, which
  /// are scopes, or services that the conventions of desktops and logins name.
  var isWork: Bool {
    guard ServiceUnit.ends(name.utf8, ".service"), !ServiceUnit.ends(around.utf8, "/session.slice/") else {
      return false
    }
    if name.utf8.starts(with: "app-".utf8) { return false }
    let template = name.utf8.dropLast(".service".utf8.count).prefix { $0 != UInt8(ascii: "@") }
    return !ServiceUnit.logins.contains { $0.utf8.elementsEqual(template) }
  }

  /// Services from which people log in, or that stand for a login.
  private static let logins = [
    "ssh", "sshd", "dropbear", "getty", "serial-getty", "console-getty", "container-getty", "user",
    "display-manager", "gdm", "gdm3", "sddm", "lightdm", "xrdp", "xrdp-sesman", "emergency", "rescue",
  ]

  private static func ends(_ text: some BidirectionalCollection<UInt8>, _ ending: String) -> Bool {
    text.suffix(ending.utf8.count).elementsEqual(ending.utf8)
  }
}

/// The unit of systemd that a process belongs to, by its control group (cgroups(7)).
struct ServiceUnit: Equatable {
  /// The name, as in `backup.service` or `session-2.scope`.
  var name: String
  /// The slices and units around it.
  var around: [String]

  /// Reads /proc/self/cgroup: the hierarchy of systemd, be it the unified or its own one.
  init?(controlGroups bytes: [UInt8]) {
    var path: ArraySlice<UInt8> = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let isOwn = fields[1].elementsEqual("name=systemd".utf8)
      let isUnified = fields[0].elementsEqual("0".utf8) && fields[1].isEmpty
      if isOwn && fields[2].count > 1 || isUnified && path.isEmpty { path = fields[2] }
    }
    let names = path.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    guard let last = names.lastIndex(where: { $0.ends(".service") || $0.ends(".scope") }) else {
      return nil
    }
    name = names[last]
    around = Array(names[..<last])
  }

  /// Whether systemd runs it as work of its own: not for a login, nor for a program of the desktop, which
  /// are scopes, or services that the conventions of desktops and logins name.
  var isWork: Bool {
    guard name.ends(".service"), !around.contains("session.slice") else { return false }
    if name.utf8.starts(with: "app-".utf8), around.contains("app.slice") { return false }
    let template = name.utf8.dropLast(".service".utf8.count).prefix { $0 != UInt8(ascii: "@") }
    return !ServiceUnit.logins.contains { $0.utf8.elementsEqual(template) }
  }

  /// Services from which people log in, or that stand for a login.
  private static let logins = [
    "ssh", "sshd", "dropbear", "getty", "serial-getty", "console-getty", "container-getty", "user",
    "display-manager", "gdm", "gdm3", "sddm", "lightdm", "xrdp", "xrdp-sesman", "emergency", "rescue",
  ]
}

extension String {
  fileprivate func ends(_ suffix: String) -> Bool {
    utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }
}

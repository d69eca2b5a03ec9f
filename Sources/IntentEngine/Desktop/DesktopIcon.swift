/// Icons as desktops name them (Icon Naming Specification), for what definitions name as SF Symbols do.
package enum DesktopIcon {
  static let other = "system-run"

  package static func name(_ symbol: String?) -> String {
    guard let symbol else { return other }
    switch symbol {
    case "checkmark.shield": return "security-high"
    case "lock.open", "lock.open.fill": return "changes-allow"
    case "arrow.up": return "go-up"
    case "arrow.down": return "go-down"
    case "moon", "moon.fill": return "weather-clear-night"
    default: return family(String(symbol.prefix { $0 != "." }))
    }
  }

  private static func family(_ name: String) -> String {
    switch name {
    case "checkmark": "emblem-default"
    case "exclamationmark": "dialog-warning"
    case "questionmark": "dialog-question"
    case "info": "dialog-information"
    case "lock": "system-lock-screen"
    case "key": "dialog-password"
    case "door", "house": "go-home"
    case "shield": "security-high"
    case "wifi", "antenna": "network-wireless"
    case "network", "globe": "network-workgroup"
    case "bell": "appointment-soon"
    case "internaldrive", "externaldrive": "drive-harddisk"
    case "opticaldisc": "media-optical"
    case "list", "text", "doc": "text-x-generic"
    case "clock", "timer", "stopwatch": "appointment-new"
    case "bolt", "powerplug", "battery": "battery"
    case "power": "system-shutdown"
    case "play": "media-playback-start"
    case "stop": "media-playback-stop"
    case "arrow": "view-refresh"
    case "envelope": "mail-unread"
    case "paperplane": "mail-send"
    case "sun", "lightbulb": "weather-clear"
    case "star", "heart": "emblem-favorite"
    case "gear", "gearshape", "wrench", "hammer": "preferences-system"
    case "flag": "emblem-important"
    case "folder", "tray": "folder"
    case "archivebox": "package-x-generic"
    case "terminal": "utilities-terminal"
    case "hand": "face-smile"
    default: other
    }
  }

  /// The registered category of a menu (Desktop Menu Specification) for a category of ours.
  static func categories(_ category: String?) -> String {
    switch category {
    case "network": "Network;"
    case "system": "System;"
    default: "Utility;"
    }
  }
}

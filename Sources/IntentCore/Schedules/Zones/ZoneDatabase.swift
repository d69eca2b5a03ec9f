/// Finds the rules of zones in the files of the machine.
package struct ZoneDatabase: Sendable {
  private let files: World.Files

  package init(_ files: World.Files) { self.files = files }

  /// The rules of a zone by its name, such as `Europe/Berlin`; `nil` when the machine knows none of that name.
  package func rules(of name: String) -> ZoneRules? {
    if name.utf8.elementsEqual("UTC".utf8) { return .utc }
    guard Self.isName(name) else { return nil }
    return files.read("/usr/share/zoneinfo/\(name)", ZoneFile.limit + 1).flatMap(Self.read)
  }

  /// The rules of the machine itself, which cron follows too; UTC when it has none.
  package var machine: ZoneRules {
    files.read("/etc/localtime", ZoneFile.limit + 1).flatMap(Self.read) ?? .utc
  }

  /// Parts of letters, digits, `_`, `+` and `-` between single slashes: nothing that leads elsewhere.
  package static func isName(_ name: String) -> Bool {
    guard (1...64).contains(name.utf8.count) else { return false }
    return name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
      part in
      !part.isEmpty
        && part.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"):
            true
          default: false
          }
        }
    }
  }

  private static func read(_ bytes: [UInt8]) -> ZoneRules? {
    bytes.count > ZoneFile.limit ? nil : ZoneFile.read(bytes)
  }
}

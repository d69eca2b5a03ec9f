/// Finds the rules of zones in the files of the machine.
package struct ZoneDatabase: Sendable {
  private let read: @Sendable (_ path: String, _ limit: Int) -> [UInt8]?

  /// - Parameter read: The bytes of a file, at most so many; `nil` when there is none.
  package init(_ read: @escaping @Sendable (_ path: String, _ limit: Int) -> [UInt8]?) { self.read = read }

  /// The rules of a zone by its name, such as `Europe/Berlin`; `nil` when the machine knows none of that name.
  package func rules(of name: String) -> ZoneRules? {
    if name.utf8.elementsEqual("UTC".utf8) { return .utc }
    guard Self.isName(name) else { return nil }
    return rules(at: "/usr/share/zoneinfo/\(name)")
  }

  /// The rules of the machine itself, which cron follows too; UTC when it has none.
  package var machine: ZoneRules { rules(at: "/etc/localtime") ?? .utc }

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

  private func rules(at path: String) -> ZoneRules? {
    guard let bytes = read(path, ZoneFile.limit + 1), bytes.count <= ZoneFile.limit else { return nil }
    return ZoneFile.read(bytes)
  }
}

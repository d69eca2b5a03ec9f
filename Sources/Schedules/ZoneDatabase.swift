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
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isPlain) }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  private func rules(at path: String) -> ZoneRules? {
    guard let bytes = read(path, ZoneFile.limit + 1), bytes.count <= ZoneFile.limit else { return nil }
    return ZoneFile.read(bytes)
  }
}

/// Reads a compiled zone, as zic(8) writes it below /usr/share/zoneinfo (TZif, RFC 9636).
enum ZoneFile {
  /// Larger files are no zones.
  static let limit = 64 << 10

  /// `nil` for bytes that are no zone, and for one that counts leap seconds, which the system's clock does not.
  static func read(_ bytes: [UInt8]) -> ZoneRules? {
    guard let old = Block(bytes, at: 0, timeSize: 4) else { return nil }
    guard old.version >= UInt8(ascii: "2") else { return old.rules(nil) }
    guard let block = Block(bytes, at: old.end, timeSize: 8) else { return nil }
    let footer = bytes[block.end...]
    guard footer.first == 0x0A, let end = footer.dropFirst().firstIndex(of: 0x0A) else { return nil }
    let text = footer[(block.end + 1)..<end]
    if text.isEmpty { return block.rules(nil) }
    var reader = PosixZoneReader(text)
    return reader.zone().flatMap { block.rules($0) }
  }
}

/// One of the two blocks of data: the older has times of 4 bytes, the other of 8.
private struct Block {
  let bytes: [UInt8]
  let version: UInt8
  let timeSize: Int
  let times: Int
  let types: Int
  let leaps: Int
  /// Where the times begin.
  let start: Int
  let end: Int

  init?(_ bytes: [UInt8], at place: Int, timeSize: Int) {
    guard bytes.count >= place + 44, bytes[place..<place + 4].elementsEqual("TZif".utf8) else { return nil }
    func count(_ index: Int) -> Int { Self.number(bytes, place + 20 + index * 4, 4) }
    guard (0..<6).allSatisfy({ (0...ZoneFile.limit).contains(count($0)) }) else { return nil }
    let (indicators, letters) = (count(0) + count(1), count(5))
    (leaps, times, types) = (count(2), count(3), count(4))
    self.bytes = bytes
    version = bytes[place + 4]
    self.timeSize = timeSize
    start = place + 44
    end = start + times * (timeSize + 1) + types * 6 + letters + leaps * (timeSize + 4) + indicators
    guard end <= bytes.count else { return nil }
  }

  func rules(_ rule: PosixZone?) -> ZoneRules? {
    guard leaps == 0, types > 0 else { return nil }
    let indexes = start + times * timeSize
    let records = indexes + times
    func offset(_ type: Int) -> Int { Self.number(bytes, records + type * 6, 4) }
    var changes: [Int] = []
    var offsets = [offset(0)]
    var last = Int.min
    for index in 0..<times {
      let moment = Self.number(bytes, start + index * timeSize, timeSize)
      let type = Int(bytes[indexes + index])
      guard type < types, moment > last else { return nil }
      last = moment
      // Where only the name of the time changes, the clocks go on; the last change says from when the rule holds.
      let offset = offset(type)
      if offset == offsets[offsets.count - 1], index < times - 1 || rule == nil { continue }
      changes.append(moment)
      offsets.append(offset)
    }
    guard offsets.allSatisfy({ abs($0) < 26 * 3600 }) else { return nil }
    return ZoneRules(changes: changes, offsets: offsets, rule: rule)
  }

  /// A signed number, the most significant byte first.
  private static func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> Int {
    var number: UInt64 = 0
    for byte in bytes[place..<place + size] { number = number << 8 | UInt64(byte) }
    return size == 4 ? Int(Int32(truncatingIfNeeded: number)) : Int(Int64(truncatingIfNeeded: number))
  }
}

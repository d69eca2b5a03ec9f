/// A process by the first fields of /proc/PID/stat (proc_pid_stat(5)).
package struct ProcessAncestor: Sendable, Equatable {
  package var id: Int
  /// The name of its program, cut at 15 bytes by the kernel.
  package var name: String
  package var parent: Int
  package var hasTerminal: Bool

  package init(id: Int, name: String, parent: Int, hasTerminal: Bool = false) {
    self.id = id
    self.name = name
    self.parent = parent
    self.hasTerminal = hasTerminal
  }

  /// Reads `ID (NAME) STATE PARENT GROUP SESSION TERMINAL …` and appends it; the name may hold spaces and
  /// brackets. False when it cannot be read.
  static func append(stat bytes: [UInt8]?, to chain: inout [ProcessAncestor]) -> Bool {
    guard let bytes, let open = bytes.firstIndex(of: UInt8(ascii: "(")),
      let close = bytes.lastIndex(of: UInt8(ascii: ")")), open < close
    else { return false }
    var at = 0
    guard let id = number(bytes, &at) else { return false }
    at = close + 4
    guard let parent = number(bytes, &at), number(bytes, &at) != nil, number(bytes, &at) != nil,
      let terminal = number(bytes, &at)
    else { return false }
    let name = String(decoding: bytes[(open + 1)..<close], as: UTF8.self)
    chain.append(ProcessAncestor(id: id, name: name, parent: parent, hasTerminal: terminal != 0))
    return true
  }

  /// Reads a whole number and steps behind the blank after it; a terminal's may look negative.
  private static func number(_ bytes: [UInt8], _ at: inout Int) -> Int? {
    let isNegative = at < bytes.count && bytes[at] == UInt8(ascii: "-")
    if isNegative { at += 1 }
    let start = at
    var number = 0
    while at < bytes.count, bytes[at] >= UInt8(ascii: "0"), bytes[at] <= UInt8(ascii: "9"), at - start < 18 {
      number = number * 10 + Int(bytes[at] - UInt8(ascii: "0"))
      at += 1
    }
    guard at > start else { return nil }
    at += 1
    return isNegative ? -number : number
  }
}

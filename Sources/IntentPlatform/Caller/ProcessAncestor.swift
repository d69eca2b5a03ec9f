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

  /// Reads `ID (NAME) STATE PARENT GROUP SESSION TERMINAL …`; the name may hold spaces and brackets.
  init?(stat bytes: [UInt8]) {
    guard let open = bytes.firstIndex(of: UInt8(ascii: "(")),
      let close = bytes.lastIndex(of: UInt8(ascii: ")")),
      open < close
    else { return nil }
    let fields = bytes[(close + 1)...].split(separator: UInt8(ascii: " "), maxSplits: 6)
    func number(_ text: ArraySlice<UInt8>) -> Int? { Int(String(decoding: text, as: UTF8.self)) }
    guard fields.count >= 5, let id = number(bytes[..<open].dropLast()), let parent = number(fields[1]),
      let terminal = number(fields[4])
    else { return nil }
    self.init(
      id: id, name: String(decoding: bytes[(open + 1)..<close], as: UTF8.self), parent: parent,
      hasTerminal: terminal != 0)
  }
}

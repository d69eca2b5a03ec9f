/// The first line of a script that names its interpreter, as the kernel and env(1) read it.
package struct InterpreterLine: Equatable {
  /// An absolute path, or the bare name that env(1) looks for.
  package var program: String
  /// What the interpreter gets before the script.
  package var arguments: [String]

  /// The kernel reads no more of a line (execve(2)).
  private static let limit = 256

  /// `nil` where the bytes are no script.
  package init?(_ contents: [UInt8]) {
    guard contents.starts(with: "#!".utf8) else { return nil }
    let line = contents.prefix(Self.limit).dropFirst(2).prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }
    let words = line.split(maxSplits: 1, whereSeparator: Self.isBlank)
    program = words.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    arguments = []
    guard words.count > 1 else { return }
    var rest = words[1].drop(while: Self.isBlank)
    while let last = rest.last, Self.isBlank(last) { rest.removeLast() }
    if rest.isEmpty { return }
    arguments = [String(decoding: rest, as: UTF8.self)]
    if let found = Self.found(byEnv: program, Array(rest)), let first = found.first {
      program = first
      arguments = Array(found.dropFirst())
    }
  }

  /// The command that env(1) is only there to find; `nil` where it does more than that, or reads quotes.
  private static func found(byEnv program: String, _ argument: [UInt8]) -> [String]? {
    guard ProgramName(program).full == "env" else { return nil }
    var words = [argument[...]]
    if argument.starts(with: "-S".utf8) {
      let rest = argument.dropFirst(2)
      guard !rest.contains(where: { "'\"\\$#".utf8.contains($0) }) else { return nil }
      words = rest.split(whereSeparator: isBlank)
    }
    guard let first = words.first, first.first != UInt8(ascii: "-"), !first.contains(UInt8(ascii: "="))
    else { return nil }
    return words.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

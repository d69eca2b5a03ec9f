package import IntentCore
internal import IntentLoading

/// A script that becomes an intent: how it is run, by what it is and what its first line says.
package struct ScriptFile {
  /// The absolute path.
  let path: String
  /// The program and the arguments that run it, the script's own left out.
  let words: [String]

  package init(_ path: String, _ files: World.Files) throws(Failure) {
    let path = Self.normalized(path)
    self.path = path
    guard let facts = files.facts(path) else { throw Failure(.fileMissing, ["path": .text(path)]) }
    guard facts.kind == .regular, let start = files.read(path, 4096) else {
      throw Failure(.fileUnreadable, ["path": .text(path), "reason": "it is no file that can be read"])
    }
    if files.isExecutable(path),
      start.starts(with: "#!".utf8) || start.starts(with: [0x7F, 0x45, 0x4C, 0x46])
    {
      words = [path]
    } else if let interpreter = Self.interpreter(start) {
      words = interpreter + [path]
    } else if files.isExecutable(path) {
      // What the kernel does not know, execvp(3) and every shell hand to sh.
      words = ["/bin/sh", path]
    } else {
      throw Failure(
        .executableFailed,
        [
          "program": .text(path), "reason": "its first line names no interpreter, as in #!/bin/sh",
          "repair": .list(["chmod", "+x", path]),
        ])
    }
  }

  /// The words after `#!`: the kernel hands on at most one argument, and env(1) finds the program by PATH.
  private static func interpreter(_ start: [UInt8]) -> [String]? {
    guard start.starts(with: "#!".utf8) else { return nil }
    let line = start.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let blank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let trimmed = line.drop(while: blank)
    let program = trimmed.prefix { !blank($0) }
    guard program.first == UInt8(ascii: "/") else { return nil }
    let rest = trimmed.dropFirst(program.count).drop(while: blank)
    let words = rest.split(whereSeparator: blank).map { String(decoding: $0, as: UTF8.self) }
    let name = String(decoding: program, as: UTF8.self)
    guard program.reversed().prefix(4).elementsEqual("vne/".utf8) else {
      return [name] + (words.isEmpty ? [] : [words.joined(separator: " ")])
    }
    let found = words.first == "-S" ? Array(words.dropFirst()) : Array(words.prefix(1))
    guard let first = found.first, first.utf8.first != UInt8(ascii: "-"),
      !first.utf8.contains(UInt8(ascii: "="))
    else { return [name] + words }
    return found
  }

  /// The path without `.`, `..` and doubled slashes; links stay as they are.
  private static func normalized(_ path: String) -> String {
    var parts: [Substring.UTF8View] = []
    for part in path.utf8.split(separator: UInt8(ascii: "/")) {
      if part.elementsEqual(".".utf8) { continue }
      if part.elementsEqual("..".utf8) { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.map { "/\(Substring($0))" }.joined()
  }

  /// The file's name without its folder and ending.
  private var stem: String {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return String(Substring(name))
    }
    return String(Substring(name[..<dot]))
  }

  package var suggestedID: String? { Names.identifier(from: stem) }
}

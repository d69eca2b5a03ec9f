package import IntentCore
internal import IntentLoading

/// What a new definition is made of; example values and descriptions say what each key is for.
package enum DefinitionTemplate: String, CaseIterable {
  case command, http, toggle, status, workflow

  package func definition(_ id: String) throws(Failure) -> Value {
    // An id has nothing that JSON would escape.
    let title = Self.title(id)
    let text = bytes.replacing("TITLE", with: title).replacing("PHRASE", with: title.lowercased())
    let own = try Value(json: text, file: rawValue)
    var object = Self.head(title)
    for (key, value) in own.objectValue?.members ?? [] { object[key] = value }
    return .object(object)
  }

  /// The members that every definition begins with, in their order.
  private static func head(_ title: String) -> ValueObject {
    [
      "$schema": .string(DefinitionSchema.fileName), "title": .string(title), "description": "",
      "summary": "", "icon": "terminal", "category": "mine", "phrases": [.string(title.lowercased())],
    ]
  }

  private var bytes: [UInt8] {
    switch self {
    case .command: PackageResources.template_command_json
    case .http: PackageResources.template_http_json
    case .toggle: PackageResources.template_toggle_json
    case .status: PackageResources.template_status_json
    case .workflow: PackageResources.template_workflow_json
    }
  }

  /// A definition that runs a script, which may be given arguments.
  package static func around(_ script: ScriptFile, id: String) -> Value {
    var object = head(title(id))
    object["description"] = .string("Runs \(script.path); say here what it does.")
    object["summary"] = .string(title(id))
    object["parameters"] = .object([
      "arguments": .object([
        "type": "array", "items": .object(["type": "string"]), "title": "Arguments",
        "description": "What the script gets as its arguments.", "position": 1,
      ])
    ])
    object["handler"] = "command"
    let words = script.words.map { Value.string($0.placeholdersEscaped) }
    object["with"] = .object(["run": .array(words + ["${arguments}"])])
    object["result"] = .object(["parse": "text"])
    object["limits"] = .object(["timeout": "PT60S", "concurrency": "single"])
    object["uses"] = [.string(script.path)]
    return .object(object)
  }

  /// The words of an id as a title: `back-up-home` is "Back Up Home".
  private static func title(_ id: String) -> String {
    let separators: [UInt8] = [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")]
    let words = id.utf8.split { separators.contains($0) }.map { word in
      let first = word.first.map { (0x61...0x7A).contains($0) ? $0 - 32 : $0 }
      return String(decoding: (first.map { [$0] } ?? []) + word.dropFirst(), as: UTF8.self)
    }
    return words.isEmpty ? id : words.joined(separator: " ")
  }
}

extension String {
  /// The text as a definition writes it where placeholders could stand.
  fileprivate var placeholdersEscaped: String {
    var bytes: [UInt8] = []
    let own = Array(utf8)
    for (index, byte) in own.enumerated() {
      if byte == UInt8(ascii: "$"), index + 1 < own.count, own[index + 1] == UInt8(ascii: "{") {
        bytes.append(byte)
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A script that becomes an intent: how it is run, by what it is and what its first line says.
package struct ScriptFile {
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
    let all = line.split { $0 == 0x20 || $0 == 0x09 }.map { String(decoding: $0, as: UTF8.self) }
    guard let name = all.first, name.utf8.first == UInt8(ascii: "/") else { return nil }
    let words = Array(all.dropFirst())
    guard name.utf8.suffix(4).elementsEqual("/env".utf8) else {
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
    let name = path.fileName
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  package var suggestedID: String? { Names.identifier(from: stem) }
}

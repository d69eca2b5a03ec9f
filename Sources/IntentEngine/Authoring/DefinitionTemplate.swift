package import IntentCore
internal import IntentLoading

/// What a new definition is made of; example values and descriptions say what each key is for.
package enum DefinitionTemplate: String, CaseIterable {
  case command, http, toggle, status, workflow

  package func definition(_ id: String) throws(Failure) -> Value {
    // An id has nothing that JSON would escape.
    let title = Self.title(id)
    let own = try Value(json: Array(text(title, title.lowercased()).utf8), file: rawValue)
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

  private func text(_ title: String, _ phrase: String) -> String {
    switch self {
    case .command:
      """
      { "description": "Greets somebody by running a program; say here what yours does.",
        "summary": "\(title) for ${name}", "phrases": ["\(phrase) for ${name}"],
        "parameters": { "name": {
          "type": "string", "minLength": 1, "default": "world", "title": "Name",
          "description": "What the program gets in place of ${name}; one word, whatever it holds.",
          "position": 1, "examples": ["Ana"] } },
        "handler": "command", "with": { "run": ["echo", "Hello, ${name}!"] },
        "result": { "parse": "text", "dialog": "The program said: ${result.text}" },
        "modes": ["interactive", "headless"], "limits": { "timeout": "PT30S", "concurrency": "single" } }
      """
    case .http:
      """
      { "description": "Asks a service for one of its things; say here what yours does.",
        "summary": "\(title) of ${thing}", "icon": "network", "phrases": ["\(phrase) of ${thing}"],
        "parameters": { "thing": {
          "type": "string", "minLength": 1, "default": "1", "title": "Thing",
          "description": "A part of the address, whatever it holds.", "position": 1, "examples": ["42"] } },
        "handler": "http",
        "with": {
          "url": "https://api.example.org/things/${thing}", "method": "GET",
          "headers": { "Accept": "application/json" }, "status": 200, "pointer": "/state", "retries": 2,
          "timeout": "PT5S" },
        "result": { "dialog": "It is ${result.value}." },
        "limits": { "timeout": "PT30S", "concurrency": "parallel" } }
      """
    case .toggle:
      """
      { "description": "Turns a VPN on or off, or to the other state; without a profile, the one that is meant.",
        "summary": "Turn ${profile} ${state}", "icon": "checkmark.shield",
        "parameters": {
          "state": {
            "type": "string", "enum": ["toggle", "on", "off"], "default": "toggle", "title": "State",
            "description": "What it shall be; toggle is the other of both.", "position": 1 },
          "profile": {
            "type": "string", "entity": "vpn.profile", "title": "Profile", "prompt": "Which VPN?",
            "description": "One of the VPNs of this machine." } },
        "handler": "vpn.set", "with": { "profile": "${profile}", "state": "${state}" },
        "limits": { "timeout": "PT30S", "concurrency": "queue" } }
      """
    case .status:
      """
      { "description": "Tells how full a file system is; with --warn, fails above that percentage.",
        "summary": "Tell how full ${path} is", "icon": "internaldrive",
        "parameters": {
          "path": {
            "type": "string", "minLength": 1, "default": "/", "title": "Path",
            "description": "Any path on the file system.", "position": 1, "examples": ["/home"] },
          "warn": {
            "type": "number", "minimum": 0, "maximum": 100, "title": "Mark, in percent", "examples": [90] } },
        "handler": "system.disk", "with": { "path": "${path}", "warn": "${warn}" } }
      """
    case .workflow:
      """
      { "description": "Greets everybody in turn; a step with \\"run\\" and the id of an intent runs that one.",
        "summary": "Greet ${names}", "icon": "list.bullet",
        "parameters": { "names": {
          "type": "array", "items": { "type": "string" }, "default": ["Ana", "Ben"], "title": "Names",
          "description": "Who is greeted.", "position": 1, "examples": [["Ana", "Ben"]] } },
        "handler": "workflow",
        "with": { "steps": [
          { "set": { "greeted": "nobody" } },
          { "repeat": { "each": "${names}", "as": "name" }, "do": [{ "set": { "greeted": "${name}" } }] },
          { "return": { "dialog": "Last I greeted ${vars.greeted}.", "value": "${names}" } } ] },
        "limits": { "timeout": "PT60S", "concurrency": "single" } }
      """
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

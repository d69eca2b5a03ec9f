package import IntentCore
internal import IntentLoading

/// What a new definition is made of; example values and descriptions say what each key is for.
package enum DefinitionTemplate: String, CaseIterable {
  case command, http, toggle, status, workflow

  package func definition(_ id: String) -> Value {
    switch self {
    case .toggle: Self.toggle(id)
    case .status: Self.status(id)
    case .http: Self.http(id)
    case .workflow: Self.workflow(id)
    case .command: Self.command(id)
    }
  }

  /// The members that every definition begins with.
  private static func head(
    _ id: String, description: String, summary: String, icon: String, category: String, phrase: String? = nil
  ) -> ValueObject {
    let title = title(id)
    return [
      "$schema": .string(DefinitionSchema.fileName), "title": .string(title),
      "description": .string(description), "summary": .string(summary), "icon": .string(icon),
      "category": .string(category), "phrases": [.string(phrase ?? title.lowercased())],
    ]
  }

  private static func command(_ id: String) -> Value {
    var object = head(
      id, description: "Greets somebody by running a program; say here what yours does.",
      summary: "\(title(id)) for ${name}", icon: "terminal", category: "mine",
      phrase: "\(title(id).lowercased()) for ${name}")
    object["parameters"] = .object([
      "name": .object([
        "type": "string", "minLength": 1, "default": "world", "title": "Name",
        "description": "What the program gets in place of ${name}; one word, whatever it holds.",
        "position": 1, "examples": ["Ana"],
      ])
    ])
    object["handler"] = "command"
    object["with"] = .object(["run": ["echo", "Hello, ${name}!"]])
    object["result"] = .object(["parse": "text", "dialog": "The program said: ${result.text}"])
    object["modes"] = ["interactive", "headless"]
    object["limits"] = .object(["timeout": "PT30S", "concurrency": "single"])
    return .object(object)
  }

  private static func http(_ id: String) -> Value {
    var object = head(
      id, description: "Asks a service for one of its things; say here what yours does.",
      summary: "\(title(id)) of ${thing}", icon: "network", category: "mine",
      phrase: "\(title(id).lowercased()) of ${thing}")
    object["parameters"] = .object([
      "thing": .object([
        "type": "string", "minLength": 1, "default": "1", "title": "Thing",
        "description": "A part of the address, whatever it holds.", "position": 1, "examples": ["42"],
      ])
    ])
    object["handler"] = "http"
    object["with"] = .object([
      "url": "https://api.example.org/things/${thing}", "method": "GET",
      "headers": .object(["Accept": "application/json"]), "status": 200, "pointer": "/state", "retries": 2,
      "timeout": "PT5S",
    ])
    object["result"] = .object(["dialog": "It is ${result.value}."])
    object["limits"] = .object(["timeout": "PT30S", "concurrency": "parallel"])
    return .object(object)
  }

  private static func toggle(_ id: String) -> Value {
    var object = head(
      id,
      description: "Turns a VPN on or off, or to the other state; without a profile, the one that is meant.",
      summary: "Turn ${profile} ${state}", icon: "checkmark.shield", category: "mine")
    object["parameters"] = .object([
      "state": .object([
        "type": "string", "enum": ["toggle", "on", "off"], "default": "toggle", "title": "State",
        "description": "What it shall be; toggle is the other of both.", "position": 1,
      ]),
      "profile": .object([
        "type": "string", "entity": "vpn.profile", "title": "Profile", "prompt": "Which VPN?",
        "description": "One of the VPNs of this machine.",
      ]),
    ])
    object["handler"] = "vpn.set"
    object["with"] = .object(["profile": "${profile}", "state": "${state}"])
    object["limits"] = .object(["timeout": "PT30S", "concurrency": "queue"])
    return .object(object)
  }

  private static func status(_ id: String) -> Value {
    var object = head(
      id, description: "Tells how full a file system is; with --warn, fails above that percentage.",
      summary: "Tell how full ${path} is", icon: "internaldrive", category: "mine")
    object["parameters"] = .object([
      "path": .object([
        "type": "string", "minLength": 1, "default": "/", "title": "Path",
        "description": "Any path on the file system.", "position": 1, "examples": ["/home"],
      ]),
      "warn": .object([
        "type": "number", "minimum": 0, "maximum": 100, "title": "Mark, in percent", "examples": [90],
      ]),
    ])
    object["handler"] = "system.disk"
    object["with"] = .object(["path": "${path}", "warn": "${warn}"])
    return .object(object)
  }

  private static func workflow(_ id: String) -> Value {
    var object = head(
      id, description: "Greets everybody in turn; a step with \"run\" and the id of an intent runs that one.",
      summary: "Greet ${names}", icon: "list.bullet", category: "mine")
    object["parameters"] = .object([
      "names": .object([
        "type": "array", "items": .object(["type": "string"]), "default": ["Ana", "Ben"], "title": "Names",
        "description": "Who is greeted.", "position": 1, "examples": [["Ana", "Ben"]],
      ])
    ])
    object["handler"] = "workflow"
    object["with"] = .object([
      "steps": [
        .object(["set": .object(["greeted": "nobody"])]),
        .object([
          "repeat": .object(["each": "${names}", "as": "name"]),
          "do": [.object(["set": .object(["greeted": "${name}"])])],
        ]), .object(["return": .object(["dialog": "Last I greeted ${vars.greeted}.", "value": "${names}"])]),
      ]
    ])
    object["limits"] = .object(["timeout": "PT60S", "concurrency": "single"])
    return .object(object)
  }

  /// A definition that runs a script, which may be given arguments.
  package static func around(_ script: ScriptFile, id: String) -> Value {
    var object = head(
      id, description: "Runs \(script.path); say here what it does.", summary: title(id), icon: "terminal",
      category: "mine")
    object["parameters"] = .object([
      "arguments": .object([
        "type": "array", "items": .object(["type": "string"]), "title": "Arguments",
        "description": "What the script gets as its arguments.", "position": 1,
      ])
    ])
    object["handler"] = "command"
    object["with"] = .object([
      "run": .array(script.words.map { .string($0.placeholdersEscaped) } + ["${arguments}"])
    ])
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

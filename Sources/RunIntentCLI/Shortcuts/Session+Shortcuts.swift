internal import IntentCore
internal import IntentEngine
internal import IntentLoading

extension Session {
  /// The shortcut of a name; fails with `shortcut.unknown` when there is none.
  func shortcut(_ name: String) throws(Failure) -> Shortcut {
    let shortcuts = try world.store.shortcuts()
    let key = Shortcut.key(name)
    if let shortcut = shortcuts.first(where: { $0.key == key }) { return shortcut }
    let near = Suggestion.nearest(to: key, among: shortcuts.map(\.key))
    let meant = shortcuts.first { $0.key == near }
    throw Failure(
      .shortcutUnknown, ["name": .text(name), "suggestion": .text(meant?.name ?? "")])
  }

  /// Fails where a shortcut of the name could never be run by it.
  func checkFree(_ name: String) throws(Failure) {
    guard Shortcut.isName(name) else { throw Failure(.shortcutName, ["value": .text(name)]) }
    let key = Shortcut.key(name)
    if CommandTable.reserved.contains(key) {
      throw Failure(.shortcutName, ["value": .text(name), "reason": "command"])
    }
    guard hasIntent(key) else { return }
    throw Failure(.shortcutName, ["value": .text(name), "reason": "intent", "other": .text(key)])
  }

  /// Whether an intent goes before a shortcut of the key.
  func hasIntent(_ key: String) -> Bool {
    do throws(Failure) {
      _ = try catalog.find(key)
      return true
    } catch {
      return error.faults.first?.code != .intentUnknown
    }
  }

  static func taken(_ name: String, by key: String, _ session: Session) -> Failure {
    let other = (try? session.world.store.shortcuts())?.first { $0.key == key }
    return Failure(
      .shortcutName, ["value": .text(name), "reason": "taken", "other": .text(other?.name ?? name)])
  }
}

extension Shortcut {
  /// The words that make the same call without the shortcut.
  func words(_ definition: IntentDefinition?) -> [String] {
    CallWords.words(intent, parameters, definition)
  }

  var json: Value {
    .object([
      "name": .string(name), "intent": .string(intent), "path": .string(path),
      "parameters": .object(parameters), "phrases": .array(phrases.map { .string($0) }),
    ])
  }
}

/// A call as a person would type it.
enum CallWords {
  /// - Parameter definition: Tells which values stand without their names.
  static func words(
    _ intent: String, _ values: ValueObject, _ definition: IntentDefinition?
  ) -> [String] {
    var words = ["runintent", intent]
    var bare: [(position: Int, words: [String])] = []
    for (name, value) in values.members {
      let parameter = definition?.parameter(named: name)
      let texts = (value.arrayValue ?? [value]).map { $0.plainText ?? $0.json() }
      if let position = parameter?.position, !texts.contains(where: { $0.utf8.first == UInt8(ascii: "-") }) {
        bare.append((position, texts))
      } else if case .boolean(let flag) = value, parameter?.isBoolean ?? false {
        words.append(flag ? "--\(name)" : "--no-\(name)")
      } else {
        for text in texts {
          words += text.utf8.starts(with: "--".utf8) ? ["--\(name)=\(text)"] : ["--\(name)", text]
        }
      }
    }
    // Bare words count from the first, so that none may be missing before another.
    var next = 1
    for (position, texts) in bare.sorted(by: { $0.position < $1.position }) {
      if position == next {
        words.insert(contentsOf: texts, at: 2 + next - 1)
        next += texts.count
      } else if let name = definition?.parameters.first(where: { $0.position == position })?.name {
        for text in texts { words += ["--\(name)", text] }
      }
    }
    return words
  }
}

package import IntentCore
internal import IntentLoading

extension Engine {
  /// The shortcut of a name; fails with `shortcut.unknown` when there is none.
  package func shortcut(_ name: String) throws(Failure) -> Shortcut {
    let shortcuts = try world.store.shortcuts()
    let key = Shortcut.key(name)
    if let shortcut = shortcuts.first(where: { $0.key == key }) { return shortcut }
    let near = Suggestion.nearest(to: key, among: shortcuts.map(\.key))
    let meant = shortcuts.first { $0.key == near }
    throw Failure(.shortcutUnknown, ["name": .text(name), "suggestion": .text(meant?.name ?? "")])
  }

  /// Fails where a shortcut of the name could never be run by it.
  package func checkFree(_ name: String) throws(Failure) {
    guard Shortcut.isName(name) else { throw Failure(.shortcutName, ["value": .text(name)]) }
    let key = Shortcut.key(name)
    if library.names.reserved().contains(key) {
      throw Failure(.shortcutName, ["value": .text(name), "reason": "command"])
    }
    guard hasIntent(key) else { return }
    throw Failure(.shortcutName, ["value": .text(name), "reason": "intent", "other": .text(key)])
  }

  /// Whether an intent goes before a shortcut of the key.
  package func hasIntent(_ key: String) -> Bool {
    do throws(Failure) {
      _ = try library.folders.find(key)
      return true
    } catch {
      return error.faults.first?.code != .intentUnknown
    }
  }

  /// Keeps a shortcut in place of one of the key; fails where its name or a phrase is taken.
  package func keep(_ shortcut: Shortcut, replacing key: String?) throws(Failure) {
    if try world.store.keep(shortcut, replacing: key) { return }
    throw taken(shortcut.name, by: shortcut.key)
  }

  private func taken(_ name: String, by key: String) -> Failure {
    let other = (try? world.store.shortcuts())?.first { $0.key == key }
    return Failure(
      .shortcutName, ["value": .text(name), "reason": "taken", "other": .text(other?.name ?? name)])
  }
}

extension Shortcut {
  /// The words that make the same call without the shortcut.
  package func words(_ definition: IntentDefinition?) -> [String] {
    CallWords.words(intent, parameters, definition)
  }

  package var json: Value {
    .object([
      "name": .string(name), "intent": .string(intent), "path": .string(path),
      "parameters": .object(parameters), "phrases": .array(phrases.map { .string($0) }),
    ])
  }
}

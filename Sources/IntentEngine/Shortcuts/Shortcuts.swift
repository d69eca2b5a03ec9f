package import IntentCore
package import IntentPipeline
internal import Phrases

extension Engine {
  /// The shortcut of a name; fails with `shortcut.unknown` when there is none.
  package func shortcut(_ name: String) throws(Failure) -> Shortcut {
    let found = try findShortcut(name)
    if let shortcut = found.shortcut { return shortcut }
    throw Failure(.shortcutUnknown, ["name": .text(name), "suggestion": .text(found.near?.name ?? "")])
  }

  /// Fails where a shortcut of the name could never be run by it.
  package func checkFree(_ name: String) throws(Failure) {
    let (key, value) = (Shortcut.key(name), FaultArgument.text(name))
    guard Shortcut.isName(name) else { throw Failure(.shortcutName, ["value": value]) }
    if library.reserved().contains(key) {
      throw Failure(.shortcutName, ["value": value, "reason": "command"])
    }
    if hasIntent(key) {
      throw Failure(.shortcutName, ["value": value, "reason": "intent", "other": .text(key)])
    }
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
    let other = (try? world.store.shortcuts())?.first { $0.key == shortcut.key } ?? shortcut
    throw Failure(
      .shortcutName, ["value": .text(shortcut.name), "reason": "taken", "other": .text(other.name)])
  }
}

extension Shortcut {
  /// The words that make the same call without the shortcut.
  package func words(_ definition: IntentDefinition?) -> [String] {
    parameters.words(calling: intent, definition)
  }

  package var json: Value {
    .object([
      "name": .string(name), "intent": .string(intent), "path": .string(path),
      "parameters": .object(parameters), "phrases": .array(phrases.map { .string($0) }),
    ])
  }
}

/// The call that a shortcut is to keep, its values checked by their types.
package struct ShortcutDraft: Sendable {
  package let definition: IntentDefinition
  package let path: String
  package let values: ValueObject
  private let resolved: ResolvedInvocation

  /// Resolves the values; secrets among the parameters are asked for at each run.
  package init(
    _ definition: IntentDefinition, _ file: SourceFile, _ supplied: [SuppliedArgument], by run: IntentRun
  ) async throws(Failure) {
    for argument in supplied where definition.parameter(named: argument.name)?.isSecret ?? false {
      throw Failure(
        .valueNothingAllowed,
        ["name": .text(argument.spelling), "hint": "a shortcut keeps no secret; give it when it runs"])
    }
    var open = definition
    open.parameters.removeAll(where: \.isSecret)
    resolved = try await run.resolve(open, file, supplied)
    values = ValueObject(
      uniqueMembers: resolved.values.members.filter { member in
        supplied.contains { $0.name == member.key } || open.parameter(named: member.key)?.isRequired ?? false
      })
    self.definition = definition
    path = file.path
  }

  /// The first phrase of the intent whose places are all filled, before one that has none.
  ///
  /// - Parameter phrases: Those of the definition in the language of the caller.
  package func offer(_ phrases: [String]) -> String? {
    let templates = phrases.compactMap { try? PhraseTemplate($0) }
    let words: (PhraseTemplate.Slot) -> String? = { slot in
      guard values[slot.name] != nil else { return nil }
      return resolved.shown(.reference(.parameter(slot.name, path: slot.path)))
    }
    let filled = templates.filter { !$0.slots.isEmpty } + templates.filter { $0.slots.isEmpty }
    return filled.lazy.compactMap { $0.spoken(words) }.first
  }

  /// Phrases as a person gave them; an empty one stands for none.
  package static func phrases(given: [String]) throws(Failure) -> [String] {
    let phrases = given.filter { !FoldedText($0).isEmpty }
    for phrase in phrases {
      if let template = try? PhraseTemplate(phrase), template.slots.isEmpty { continue }
      throw Failure(
        .valueFormat,
        [
          "name": "--phrase", "value": .text(phrase),
          "expected": "words to say, some of them perhaps optional in brackets",
        ])
    }
    return phrases
  }
}

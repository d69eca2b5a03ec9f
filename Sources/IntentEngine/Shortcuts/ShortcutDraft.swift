package import IntentCore
package import IntentPipeline
internal import Phrases

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
    var phrases: [String] = []
    for phrase in given where !FoldedText(phrase).isEmpty { phrases.append(try checked(phrase)) }
    return phrases
  }

  private static func checked(_ phrase: String) throws(Failure) -> String {
    guard let template = try? PhraseTemplate(phrase), template.slots.isEmpty else {
      throw Failure(
        .valueFormat,
        [
          "name": "--phrase", "value": .text(phrase),
          "expected": "words to say, some of them perhaps optional in brackets",
        ])
    }
    return phrase
  }
}

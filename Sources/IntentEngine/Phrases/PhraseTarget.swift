package import IntentCore
package import IntentLoading
package import IntentPipeline

/// Something that phrases stand for: an intent or a shortcut.
package struct PhraseTarget: Sendable {
  package enum Kind: Sendable {
    case intent(LoadedDefinition, SourceFile)
    case shortcut(Shortcut)
  }

  package var kind: Kind
  /// The intent in the language of the caller.
  package var definition: IntentDefinition?
  package var phrases: [String]
  /// The phrases in the definition's own language.
  package var ownPhrases: [String] = []

  package var isShortcut: Bool { if case .shortcut = kind { true } else { false } }

  /// All that can be said here; what cannot be read is left to `check`.
  package static func all(_ library: inout IntentLibrary) -> [PhraseTarget] {
    var found = ((try? library.world.store.shortcuts()) ?? []).map {
      PhraseTarget(kind: .shortcut($0), phrases: $0.phrases)
    }
    for entry in library.folders.entries().entries where !entry.isShadowed {
      guard let file = try? entry.open(), let loaded = try? library.read(file, id: entry.id) else { continue }
      let localised = library.localised(loaded.definition)
      found.append(
        PhraseTarget(
          kind: .intent(loaded, file), definition: localised, phrases: localised.phrases,
          ownPhrases: loaded.definition.phrases))
    }
    return found
  }
}

/// One thing that what was said can mean.
package struct PhraseMatch: Sendable {
  package var target: PhraseTarget
  package var arguments: [SuppliedArgument] = []
  /// How many characters any text would have fitted as well.
  package var freeCount = 0
}

extension PhraseMatch {
  /// The words that make the same call.
  package var words: [String] {
    switch target.kind {
    case .shortcut(let shortcut): return ["runintent", shortcut.name]
    case .intent(let loaded, _):
      let values = arguments.map { argument -> (key: String, value: Value) in
        switch argument.content {
        case .value(let value): (argument.name, value)
        case .text(let text): (argument.name, .string(text))
        case .member(let path, let text): ("\(argument.name).\(path.joined(separator: "."))", .string(text))
        }
      }
      return CallWords.words(loaded.definition.id, ValueObject(uniqueMembers: values), loaded.definition)
    }
  }

  package func call(_ engine: Engine) throws(Failure) -> IntentCall {
    switch target.kind {
    case .shortcut(let shortcut): return try engine.call(of: shortcut)
    case .intent(let loaded, let file):
      return IntentCall(
        file: file, loaded: try engine.library.load(file, id: loaded.definition.id), kept: arguments)
    }
  }
}

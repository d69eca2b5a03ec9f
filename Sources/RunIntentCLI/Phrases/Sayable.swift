internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentPipeline

/// Something that phrases stand for: an intent or a shortcut.
struct Sayable {
  enum Target {
    case intent(LoadedDefinition, SourceFile)
    case shortcut(Shortcut)
  }

  var target: Target
  /// The intent in the language of the caller.
  var definition: IntentDefinition?
  var phrases: [String]
  /// The phrases in the definition's own language.
  var ownPhrases: [String] = []

  var isShortcut: Bool { if case .shortcut = target { true } else { false } }

  /// All that can be said here; what cannot be read is left to `check`.
  static func all(_ session: inout Session) -> [Sayable] {
    var found = ((try? session.world.store.shortcuts()) ?? []).map {
      Sayable(target: .shortcut($0), phrases: $0.phrases)
    }
    for entry in session.catalog.entries().entries where !entry.isShadowed {
      guard let file = try? entry.open(), let loaded = try? session.read(file, id: entry.id) else { continue }
      let localised = session.localised(loaded.definition)
      found.append(
        Sayable(
          target: .intent(loaded, file), definition: localised, phrases: localised.phrases,
          ownPhrases: loaded.definition.phrases))
    }
    return found
  }
}

/// One way to understand what was said.
struct Understanding {
  var sayable: Sayable
  var arguments: [SuppliedArgument] = []
  /// How many characters any text would have fitted as well.
  var freeCount = 0

  /// The words that make the same call.
  var words: [String] {
    switch sayable.target {
    case .shortcut(let shortcut): return ["runintent", shortcut.name]
    case .intent(let loaded, _):
      let values = arguments.map { argument -> (key: String, value: Value) in
        switch argument.content {
        case .value(let value): (argument.name, value)
        case .text(let text): (argument.name, .string(text))
        case .member(let path, let text): ("\(argument.name).\(path.joined(separator: "."))", .string(text))
        }
      }
      return CallWords.words(
        loaded.definition.id, ValueObject(uniqueMembers: values), loaded.definition)
    }
  }

  func call(_ session: Session) throws(Failure) -> IntentCall {
    switch sayable.target {
    case .shortcut(let shortcut): return try session.engine.call(of: shortcut)
    case .intent(let loaded, let file):
      return IntentCall(
        file: file, loaded: try session.load(file, id: loaded.definition.id), kept: arguments)
    }
  }
}

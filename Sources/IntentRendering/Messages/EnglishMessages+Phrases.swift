internal import IntentCore

extension EnglishMessages {
  /// Shortcuts, phrases, and runs that are repeated.
  static func phrases(_ code: FaultCode) -> MessageTemplate? {
    switch code {
    case .parameterFixed:
      MessageTemplate(
        "${name|a parameter} is fixed by the shortcut[ ${other}]",
        hints: ["to change it: runintent shortcut edit"])
    case .shortcutUnknown:
      MessageTemplate(
        "there is no shortcut[ \"${name,value}\"| of this name]",
        hints: ["to see the shortcuts: runintent shortcut list"])
    case .shortcutName:
      MessageTemplate(
        "\"${value|this}\" cannot name a shortcut: a name has 1 to 64 characters, no \"/\", and no \"-\" at its start",
        variants: [
          "command": "\"${value}\" cannot name a shortcut: it is a command of runintent",
          "intent": "\"${value}\" cannot name a shortcut: there is an intent ${other}",
          "taken": "there is a shortcut \"${other|of this name}\" already",
        ])
    case .againImpossible:
      MessageTemplate("[run ${run}|it] cannot be repeated[: ${reason}]")
    case .phraseUnknown:
      MessageTemplate(
        "nothing is called[ \"${value,name}\"| so]", hints: ["near that: ${allowed:or}"])
    case .phraseAmbiguous:
      MessageTemplate(
        "[\"${value,name}\"|this] can mean several things", hints: ["to run one of them: ${allowed:or}"])
    case .phraseSyntax:
      MessageTemplate(
        "the phrase cannot be read[: ${reason}]",
        variants: [
          "unclosed": "\"${value}\" is not closed",
          "unopened": "\"${value}\" closes nothing here",
          "bar": "\"|\" stands outside of a group",
          "empty": "\"${value}\" has no words",
          "deep": "\"${value}\" is nested too deep",
          "long": "the phrase is longer than ${limit} bytes",
          "slots": "the phrase has more than ${limit} places for parameters",
          "slot": "\"${value}\" is no place for a parameter",
          "silent": "the phrase can be said without a word",
        ])
    case .phraseTwice:
      MessageTemplate("\"${value|this phrase}\" can also mean ${other|another intent}[: ${found}]")
    default: nil
    }
  }
}

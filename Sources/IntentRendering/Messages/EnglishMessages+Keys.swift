internal import IntentCore

extension EnglishMessages {
  static func keys(_ code: FaultCode) -> MessageTemplate? {
    switch code {
    case .keyLiteral:
      MessageTemplate(
        "a key is never given as an argument, where other programs could read it",
        hints: [
          "hand it on by standard input (--key -) or a descriptor (--key fd:3), or type it when asked (--key alone, at the end)",
          "a key that stood there is known to others now: revoke it",
        ])
    case .keyUnreadable: MessageTemplate("no key could be read[: ${reason}]")
    case .keyUseless:
      MessageTemplate("${intent|this intent} takes no key: a key is for one act at one door")
    case .keyRefused:
      MessageTemplate(
        "not allowed: the key is not good for this",
        hints: [
          "it may be mistyped, not good yet or any more, used up, revoked, or for another door: ask who gave it to you"
        ])
    case .keyLimited:
      MessageTemplate("too many wrong keys were tried[; try again in ${seconds:seconds}]")
    case .keyClock:
      MessageTemplate(
        "no key is good while the clock is wrong: it shows ${value|a moment}, and has shown ${limit|a later one} before",
        hints: [
          "set the clock right, or, if it is right now, share a key at a terminal: that takes the clock as right and revokes every earlier key"
        ])
    case .keyUnknown: MessageTemplate("there is no such key")
    default: nil
    }
  }
}

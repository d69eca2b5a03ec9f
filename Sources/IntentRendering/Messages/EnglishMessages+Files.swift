internal import IntentCore

extension EnglishMessages {
  private static let mend = "to mend it: ${repair:command}"
  static let naming =
    "a name begins with a-z or 0-9 and goes on with those, \".\", \"_\" and \"-\", at most ${limit|64}"

  /// Things that are not there, files and folders.
  static func files(_ code: FaultCode) -> MessageTemplate? {
    switch code {
    case .intentUnknown:
      MessageTemplate(
        "there is no intent[ \"${intent,name,value}\"| of this name][ in ${searchPath,path}]",
        hints: ["to see the intents: runintent list"])
    case .entityUnknown:
      MessageTemplate(
        "${name|the value} is ${allowed:or|something that is not there}[, not \"${value}\"]")
    case .entityAmbiguous:
      MessageTemplate(
        "${name|the value} could be ${allowed:or|more than one thing}", hints: ["say which one is meant"])
    case .fileMissing:
      MessageTemplate("[${option}: ]there is no file or folder ${path,name|of this name}[: ${reason}]")
    case .runUnknown:
      MessageTemplate(
        "there is no run ${name,value,run|of this number}", hints: ["to see the runs: runintent log"])
    case .automationUnknown:
      MessageTemplate(
        "there is no automation[ \"${name,value}\"| of this name]",
        hints: ["to see the automations: runintent automation list"])
    case .folderUnreadable:
      MessageTemplate(
        "cannot read the folder ${path|of definitions}[: ${reason}]", hints: [mend])
    case .fileUnreadable:
      MessageTemplate("cannot read ${path|the file}[: ${reason}]", hints: [mend])
    case .fileWriteFailed:
      MessageTemplate("cannot write ${path,name|the file}[: ${reason}]", hints: [mend])
    case .fileExists:
      MessageTemplate(
        "there is already ${path,name|a file of this name}",
        hints: [
          "to change it: ${edit:command}", "to replace it: ${replace:command}",
          "to write elsewhere: --intents DIR",
        ])
    case .fileNotRegular:
      MessageTemplate(
        "${path|the definition} is ${kind,found|no regular file}; a definition is a regular file")
    case .fileTooLarge:
      MessageTemplate(
        "${path|the file} is too large"
          + "[: ${size,found} bytes, at most ${limit} are allowed|: ${size,found} bytes]"
      )
    case .fileOwner:
      MessageTemplate(
        "${path|the definition} belongs to another user[ (id ${owner})], who could change it", hints: [mend])
    case .fileWritable:
      MessageTemplate(
        "${path|the definition} may be changed by others than its owner", hints: [mend])
    case .fileName:
      MessageTemplate(
        "\"${name,value,path|this}\" cannot name an intent",
        hints: [naming])
    default: nil
    }
  }

  static func configuration(_ code: FaultCode) -> MessageTemplate? {
    switch code {
    case .configurationUnsafe:
      MessageTemplate(
        "the configuration is not used: ${path|the file} may be changed by others than its owner",
        hints: [mend],
        variants: [
          "owner":
            "the configuration is not used: ${path|the file} belongs to another user[ (id ${owner})], who could change it"
        ])
    case .configurationUnreadable:
      MessageTemplate(
        "cannot read the configuration ${path|of runintent}[: it is ${kind}|: ${reason}]", hints: [mend])
    case .configurationRule:
      MessageTemplate(
        "a rule that denies does so always and for everybody; \"${key|the rest}\" says nothing in it",
        variants: [
          "restricts-nothing": "a rule restricts something: it needs ${allowed:or}",
          "exempt-roots": "only root's file may exempt a group",
          "same-door": "the door \"${key|here}\" is the same as \"${value|another}\"; a door has one name",
          "no-link": "the door \"${key|here}\" needs \"entity\", \"topic\", \"stateTopic\" or \"state\"",
        ])
    case .configurationProvider:
      MessageTemplate(
        "the door \"${door|here}\" names the provider \"${name|of another name}\", which the configuration does not have",
        variants: [
          "kind": "the provider \"${name|of it}\" is of another kind than the door \"${door|here}\" says"
        ])
    default: nil
    }
  }

  /// Faults that have a place in a file, which the message need not name.
  static func json(_ code: FaultCode) -> MessageTemplate? {
    switch code {
    case .jsonSyntax:
      MessageTemplate("unexpected ${found,value|text}[; expected ${expected}][: ${reason}]")
    case .jsonEncoding:
      MessageTemplate("the file is not valid UTF-8[: byte ${byte}][: ${reason}]")
    case .jsonByteOrderMark:
      MessageTemplate(
        "the file begins with a [${encoding} ]byte order mark, which JSON does not have",
        hints: ["save it as UTF-8 without a byte order mark"])
    case .jsonDuplicateKey:
      MessageTemplate("the key[ \"${key,name,value}\"| of this name] is there twice")
    case .jsonDepth:
      MessageTemplate(
        "objects and lists are nested too deeply[: at most ${limit} levels are allowed]")
    case .jsonNul:
      MessageTemplate("a text must not hold the character U+0000")
    case .jsonSurrogate:
      MessageTemplate(
        "${found,value|this} is half of a surrogate pair and no character on its own")
    case .jsonNumber:
      MessageTemplate("${found,value|this} is not a number as JSON has them[: ${reason}]")
    case .jsonEmpty:
      MessageTemplate("the file is empty")
    default: nil
    }
  }
}

internal import IntentCore

extension EnglishMessages {
  static let definitions: Area = [
    .definitionUnknownKey: MessageTemplate(
      "unknown key \"${key,name,value|of this name}\"[ in ${place}][; it may hold ${allowed:or}]"),
    .definitionMissingKey: MessageTemplate("the key \"${key,name|that it needs}\" is missing[ in ${place}]"),
    .definitionType: MessageTemplate(
      "[\"${key,name}\" ]must be ${expected,allowed:or|of another type}[, not ${found,value}]"),
    .definitionEnum: MessageTemplate(
      "[\"${key,name}\" ]must be ${allowed,expected:or|one of a fixed list}[, not \"${value,found}\"]"),
    .definitionRange: MessageTemplate(
      "[\"${key,name}\" ]must be ${expected,limit|within its range}[, not ${value,found}]"),
    .definitionName: MessageTemplate(
      "\"${value,name,key|this}\" cannot be a name[: ${reason}]",
      hints: ["a name begins with a-z or 0-9 and goes on with those, \"_\" and \"-\", at most 64"]),
    .definitionReservedName: MessageTemplate(
      "\"${value,name,key|this}\" is an option of runintent and cannot name a parameter",
      hints: ["give the parameter another name"]),
    .definitionUnknownHandler: MessageTemplate("there is no handler \"${handler,name,value|of this name}\""),
    .definitionPlaceholder: MessageTemplate(
      "\"${name,value,key|this placeholder}\" names no parameter, step or secret[ of ${intent}]"),
    .definitionPlaceholderSyntax: MessageTemplate(
      "a placeholder is a name in braces after a dollar sign[, not \"${value,found}\"][: ${reason}]",
      hints: ["two dollar signs before the brace stand for the text itself"]),
    .definitionDefault: MessageTemplate(
      "the default[ of ${name}] does not fit the parameter[: ${reason}][: \"${value}\"][, it must be ${expected}]"
    ),
    .definitionPosition: MessageTemplate(
      "positions count from 1 without a gap, each once[; ${reason}][; ${value,found} is not the next]"),
    .definitionShort: MessageTemplate(
      "the short form[ \"${value,name}\"] must be one letter or digit that no other parameter has[: ${reason}]"
    ),
    .definitionDuration: MessageTemplate(
      "must be a duration such as \"PT30S\" or \"30s\"[, not \"${value,found}\"][: ${reason}]"),
    .definitionPattern: MessageTemplate(
      "the pattern[ \"${value}\"] cannot be used[: ${reason}]",
      hints: ["patterns have no back-references and no look-around"]),
    .definitionPhrase: MessageTemplate("the phrase[ \"${value,name}\"] cannot be used[: ${reason}]"),
    .definitionSummary: MessageTemplate("the summary[ \"${value}\"] cannot be used[: ${reason}]"),
    .definitionCommandName: MessageTemplate(
      "\"${intent,name,value|this}\" is also a command, which wins",
      hints: ["to run the intent: runintent run ${intent,name,value}"]),
    .definitionShadowed: MessageTemplate(
      "[${path} ]is hidden by another intent of the same name[: ${found,reason}]"),
    .definitionExecutable: MessageTemplate(
      "there is no program \"${program,name,value|of this name}\"[ in ${searchPath}]"),
    .definitionTranslation: MessageTemplate(
      "the translation[ of \"${key,name}\"][ into ${value}] cannot be used[: ${reason}]"),
  ]

  private static let allow = "to allow it: ${command:command}"

  static let permission: Area = [
    .permissionDenied: MessageTemplate(
      "not allowed: ${intent,name|this intent} may not ${missing:and|run}[ from ${source:source}][: ${reason}]",
      hints: [allow]),
    .definitionUntrusted: MessageTemplate(
      "not allowed: ${intent,name|this intent} may not ${missing:and|run}[ from ${source:source}][: ${reason}]",
      hints: [allow]),
    .definitionChanged: MessageTemplate(
      "not allowed: ${intent,name,path|this intent} changed since it was trusted"
        + "[ and may not ${missing:and}[ from ${source:source}]][: ${reason}]",
      hints: [allow]),
    .fileChanged: MessageTemplate(
      "not allowed: ${path,name|a file} changed since ${intent|the intent} was trusted[: ${reason}]",
      hints: [allow]),
    .modeNotAllowed: MessageTemplate(
      "not allowed: ${intent,name|this intent} is not made to run[ from ${source:source}][: ${reason}]"),
    .consentRefused: MessageTemplate("not allowed: [${intent,name} needs ]a yes at a terminal[: ${reason}]"),
  ]
}

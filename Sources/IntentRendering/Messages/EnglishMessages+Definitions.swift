internal import IntentCore

extension EnglishMessages {
  static let definitions: Area = [
    .definitionUnknownKey: MessageTemplate("unknown key \"${key,name,value|of this name}\"[ in ${place}]"),
    .definitionMissingKey: MessageTemplate("the key \"${key,name|that it needs}\" is missing[ in ${place}]"),
    .definitionType: MessageTemplate(
      "[\"${key,name}\"|the value] must be ${expected,allowed:or|of another type}"
        + "[, not ${found,value}]"),
    .definitionEnum: MessageTemplate(
      "[\"${key,name}\"|the value] is ${allowed,expected:or|one of a fixed list}[, not \"${value,found}\"]"),
    .definitionRange: MessageTemplate(
      "[\"${key,name}\"|the value] must be [at least ${minimum,limit}|at most ${maximum}|${expected}|in its range]"
        + "[, not ${value,found}]"),
    .definitionName: MessageTemplate(
      "\"${name,value,key|this}\" cannot name [an ${kind:article}|a ${kind}|anything][: ${reason}]",
      hints: ["a name begins with a-z or 0-9 and goes on with those, \"_\" and \"-\", at most ${limit|64}"]),
    .definitionReservedName: MessageTemplate(
      "\"${name,value,key|this}\" cannot name a parameter: ${option|it} is runintent's own"),
    .definitionUnknownHandler: MessageTemplate("there is no handler \"${handler,name,value|of this name}\""),
    .definitionPlaceholder: MessageTemplate(
      "\"${name,value,key|this placeholder}\" names no parameter[ of ${intent}]",
      variants: [
        "no-secrets": "\"${name}\" names no secret; the configuration defines none",
        "no-steps": "\"${name}\" names no step; only a workflow has steps",
        "result-outside":
          "\"${name}\" can stand only in \"result\": there is no answer before the handler ran",
        "no-members":
          "\"${name}\" names no parameter; the one before the point is neither a list nor an object",
      ]),
    .definitionPlaceholderSyntax: MessageTemplate(
      "\"${value,found|this}\" is no placeholder",
      variants: ["unclosed": "the placeholder \"${value}\" is not closed"]),
    .definitionDefault: MessageTemplate(
      "the default[ of ${parameter}] does not fit"
        + "[: ${cause:message}|: ${reason}|: it must be ${expected}|: \"${value}\"]",
      variants: ["required": "a required parameter needs no default; it is never used"]),
    .definitionPosition: MessageTemplate(
      "the positions of parameters count from 1, each once and without a gap[; the next is ${expected}]",
      variants: [
        "taken": "position ${position} is already that of \"${other}\"",
        "gap": "the next position is ${expected}, not ${position}",
        "list-not-last": "a list takes all further arguments, so \"${name}\" must have the last position",
        "required-after-optional":
          "\"${name}\" is required and cannot stand after \"${other}\", which is not",
      ]),
    .definitionShort: MessageTemplate(
      "the short form is one letter or digit[, not \"${value,name}\"]",
      variants: ["taken": "\"${value}\" is already the short form of \"${other}\""]),
    .definitionDuration: MessageTemplate(
      "[\"${key,name}\"|the value] must be a length of time such as \"PT30S\" or \"30s\""
        + "[, not \"${value,found}\"]"
    ),
    .definitionPattern: MessageTemplate(
      "the pattern[ \"${value}\"] cannot be used[: ${reason}]",
      hints: ["patterns have no back-references and no look-around"]),
    .definitionPhrase: MessageTemplate("\"${value,name|this}\" means nothing in a phrase[: ${reason}]"),
    .definitionSummary: MessageTemplate("the summary does not say ${names:and|every required parameter}"),
    .definitionCommandName: MessageTemplate(
      "\"${intent,name,value|this}\" is also a command of runintent, which goes first",
      hints: ["to run the intent: runintent run ${intent,name,value}"]),
    .definitionShadowed: MessageTemplate(
      "${path|this definition} is not used: "
        + "[${other,found}|another folder] has an intent of that name and goes first"
    ),
    .definitionExecutable: MessageTemplate(
      "there is no program \"${program,name,value|of this name}\"[ in ${searchPath}]"),
    .definitionEnvironment: MessageTemplate(
      "the variable \"${name,key,value|of this name}\" may not be set: it could change which code a program runs"
    ),
    .definitionInjection: MessageTemplate(
      "a caller's text would become code of ${program|a program}[: word ${word} of \"${key}\"|: \"${key}\"]",
      hints: ["hand it over as an argument after the code, where it is data"]),
    .definitionTranslation: MessageTemplate(
      "the translation[ of \"${key,name}\"][ into ${value}] cannot be used[: ${reason}]"),
  ]
}

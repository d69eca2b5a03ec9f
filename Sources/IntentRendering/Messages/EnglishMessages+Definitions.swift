internal import IntentCore

extension EnglishMessages {
  static func definitions(_ code: FaultCode) -> MessageTemplate? {
    switch code {
    case .definitionUnknownKey:
      MessageTemplate("unknown key[ \"${key,name,value}\"| of this name][ in ${place}]")
    case .definitionMissingKey:
      MessageTemplate("[the key \"${key,name}\"|a key] is missing[ in ${place}]")
    case .definitionType:
      MessageTemplate(
        "[\"${key,name}\"|the value] must be ${expected,allowed:or|of another type}"
          + "[, not ${found,value}]")
    case .definitionEnum:
      MessageTemplate(
        "[\"${key,name}\"|the value] is ${allowed,expected:or|one of a fixed list}[, not \"${value,found}\"]")
    case .definitionRange:
      MessageTemplate(
        "[\"${key,name}\"|the value] must be "
          + "[at least ${minimum,limit}|at most ${maximum}|${expected}|in its range]"
          + "[, not ${value,found}]")
    case .definitionName:
      MessageTemplate(
        "\"${name,value,key|this}\" cannot name [an ${kind:article}|a ${kind}|anything][: ${reason}]",
        hints: ["a name begins with a-z or 0-9 and goes on with those, \"_\" and \"-\", at most ${limit|64}"])
    case .definitionReservedName:
      MessageTemplate(
        "\"${name,value,key|this}\" cannot name a parameter: ${option|it} is runintent's own",
        variants: [
          "element": "\"${name}\" cannot name the element of a loop: ${option} is something else here"
        ])
    case .definitionUnknownHandler:
      MessageTemplate("there is no handler[ \"${handler,name,value}\"| of this name]")
    case .definitionPlaceholder:
      MessageTemplate(
        "\"${name,value,key|this placeholder}\" names no parameter[ of ${intent}]",
        variants: [
          "no-answer": "nothing answers \"${name}\"; there is ${allowed:or}",
          "no-steps": "\"${name}\" names no step; only a workflow has steps",
          "step-name": "a placeholder of a step names it, as in steps.NAME.value",
          "unknown-step": "\"${name}\" names no step",
          "later-step": "\"${name}\": that step cannot have run before",
          "step-part": "\"${name}\": a step has ${allowed:and}",
          "unknown-variable": "\"${name}\": nothing sets such a variable before",
          "condition": "text of a condition has no placeholders; write {\"var\": \"name\"}",
          "result-outside":
            "\"${name}\" can stand only in \"result\": there is no answer before the handler ran",
          "no-members":
            "\"${name}\" names no parameter; the one before the point is neither a list nor an object",
        ])
    case .definitionPlaceholderSyntax:
      MessageTemplate(
        "\"${value,found|this}\" is no placeholder",
        variants: ["unclosed": "the placeholder \"${value}\" is not closed"])
    case .definitionDefault:
      MessageTemplate(
        "the default[ of ${parameter}] does not fit"
          + "[: ${cause:message}|: ${reason}|: it must be ${expected}|: \"${value}\"]",
        variants: ["required": "a required parameter needs no default; it is never used"])
    case .definitionPosition:
      MessageTemplate(
        "the positions of parameters count from 1, each once and without a gap[; the next is ${expected}]",
        variants: [
          "taken": "position ${position} is already that of \"${other}\"",
          "gap": "the next position is ${expected}, not ${position}",
          "list-not-last": "a list takes all further arguments, so \"${name}\" must have the last position",
          "required-after-optional":
            "\"${name}\" is required and cannot stand after \"${other}\", which is not",
        ])
    case .definitionShort:
      MessageTemplate(
        "the short form is one letter or digit[, not \"${value,name}\"]",
        variants: ["taken": "\"${value}\" is already the short form of \"${other}\""])
    case .definitionDuration:
      MessageTemplate(
        "[\"${key,name}\"|the value] must be a length of time such as \"PT30S\" or \"30s\""
          + "[, not \"${value,found}\"]"
      )
    case .definitionPattern:
      MessageTemplate(
        "the pattern[ \"${value}\"] cannot be used[: ${reason}]",
        hints: ["patterns have no back-references and no look-around"])
    case .definitionPhrase:
      MessageTemplate("\"${value,name|this}\" means nothing in a phrase[: ${reason}]")
    case .definitionSummary:
      MessageTemplate("the summary leaves out ${names:and|a required parameter}")
    case .definitionCommandName:
      MessageTemplate(
        "\"${intent,name,value|this}\" is also a command of runintent, which goes first",
        hints: ["to run the intent: runintent run ${intent,name,value}"])
    case .definitionShadowed:
      MessageTemplate(
        "${path|this definition} is not used: "
          + "[${other,found}|another folder] has an intent of that name and goes first"
      )
    case .definitionExecutable:
      MessageTemplate(
        "there is no program[ \"${program,name,value}\"| of this name][ in ${searchPath}]",
        hints: ["to mend it: ${repair:command}"],
        variants: [
          "no-file": "there is no file ${program}",
          "not-executable": "${program} is not executable",
        ])
    case .definitionEnvironment:
      MessageTemplate(
        "the variable[ \"${name,key,value}\"| of this name] may not be set: "
          + "it could change which code a program runs",
        variants: ["twice": "the variable \"${name}\" is set twice: by \"env\" and by \"descriptors\""])
    case .definitionInjection:
      MessageTemplate(
        "a caller's text would become code of ${program|a program}[: word ${word} of \"${key}\"|: \"${key}\"]",
        hints: ["hand it over as an argument after the code, where it is data"])
    case .definitionStep:
      MessageTemplate(
        "this step cannot be used[: ${reason}]",
        variants: [
          "nothing": "a step must do something: ${allowed:or}",
          "several": "\"${key}\" cannot stand beside \"${other}\": a step does one thing",
          "name-taken": "there already is a step \"${name}\"",
          "recursion": "\"${intent}\" would run itself: ${path}, by ${other}",
          "deep": "workflows run each other more than ${limit} deep",
          "large": "its steps lead to more than ${limit} different calls",
          "unknown-intent": "there is no intent \"${name}\"",
          "broken": "the definition of \"${intent}\" has faults",
          "unknown-parameter": "${intent} has no parameter \"${name}\"",
          "missing-parameter": "${intent} needs the parameter \"${name}\"",
          "value": "${cause:message}",
        ])
    case .definitionUnused:
      MessageTemplate(
        "nothing uses the parameter[ \"${name}\"]",
        hints: ["name it as a placeholder in \"with\" or \"result\", or leave it out"])
    case .definitionSecret:
      MessageTemplate(
        "the secret [\"${name}\" ]cannot stand here: it would be shown, or others could read it",
        hints: ["hand it to the program by ${allowed:or}, which nobody else reads"],
        variants: [
          "parameter":
            "the secret parameter \"${name}\" cannot stand here: it would be shown, or others could read it"
        ])
    case .definitionTranslation:
      MessageTemplate(
        "the translation[ of \"${key,name}\"][ into ${value}] cannot be used[: ${reason}]",
        variants: [
          "missing": "\"${key}\" is not translated into ${value}",
          "unknown": "the translation of \"${key}\" into ${value} names ${found}, which the text does not",
          "left-out": "the translation of \"${key}\" into ${value} leaves out ${found}",
        ])
    case .definitionZone:
      MessageTemplate(
        "there is no time zone[ \"${value,name}\"| of this name] on this machine",
        hints: ["names are those below /usr/share/zoneinfo, such as Europe/Berlin"])
    case .definitionSchedule: schedule
    default: nil
    }
  }

  static var schedule: MessageTemplate {
    MessageTemplate(
      "[\"${value,key,name}\"|the value] is not a schedule",
      variants: [
        "empty": "the schedule is empty",
        "fields":
          "a schedule has five fields: minute, hour, day of the month, month, day of the week[; this one has ${found}]",
        "macro": "[\"${value}\"|this] is not a word for a schedule[; there is ${allowed}]",
        "reboot": "@reboot names no time, and nothing here waits for the start of the machine",
        "syntax": "[\"${value}\"|this] is no ${kind|part of a schedule}[: ${allowed}]",
        "range": "[\"${value}\"|this] is out of range[ (${kind})][: ${allowed}]",
        "reversed": "the range[ \"${value}\"] ends before it begins",
        "step": "the step[ \"${value}\"] is out of range[ (${kind})][: ${allowed}]",
        "step-without-range":
          "[\"${value}\"|this] has a step without a range: write a range or * before the step",
        "never": "[\"${value}\"|this] names days that no month of it has, so it would never be due",
      ])
  }
}

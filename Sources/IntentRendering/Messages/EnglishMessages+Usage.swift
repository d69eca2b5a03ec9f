internal import IntentCore

extension EnglishMessages {
  private static let help = "to see how it is called: runintent ${intent} --help"
  private static let commands = "to see the commands: runintent help"

  static let usage: Area = [
    .unknownCommand: MessageTemplate("there is no command \"${name,value|of this name}\"", hints: [commands]),
    .unknownOption: MessageTemplate(
      "there is no option ${name,option,value|of this name}[ of ${intent}]", hints: [help]),
    .optionNeedsValue: MessageTemplate("${name,option|an option} needs a value[: ${allowed:or}]"),
    .optionTakesNoValue: MessageTemplate("${name,option|an option} takes no value[, not \"${value}\"]"),
    .optionRepeated: MessageTemplate("${name,option|an option} may be given only once"),
    .unexpectedArgument: MessageTemplate(
      "unexpected argument[ \"${value,name}\"][: ${intent} takes ${limit:count argument,arguments}]",
      hints: [help]),
    .argumentNotUTF8: MessageTemplate("an argument is not valid UTF-8[: ${value,name}]"),
    .missingArgument: MessageTemplate(
      "${name|an argument} is missing[: ${allowed:or}]",
      hints: ["to see how it is called: ${command:command}"]),
    .inputNotObject: MessageTemplate(
      "${name|--input} needs one JSON object, such as {\"name\": \"Ana\"}[, not ${found}]"),
    .needsTerminal: MessageTemplate(
      "[${name} ]needs a terminal to ask at[: ${reason}]", hints: ["without a terminal: ${command:command}"]),
    .notYet: MessageTemplate("${name,option|this} is not there yet in this version"),
    .parameterMissing: MessageTemplate(
      "${names:and|${name}} are missing", hints: [help]),
    .parameterUnknown: MessageTemplate(
      "${intent|this intent} has no parameter ${name|of this name}", hints: [help]),
    .parameterRepeated: MessageTemplate("${name|a parameter} may be given only once"),
  ]
}

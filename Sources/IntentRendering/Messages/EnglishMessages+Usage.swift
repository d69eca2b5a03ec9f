internal import IntentCore

extension EnglishMessages {
  private static let help = "to see how it is called: runintent ${intent} --help"
  private static let commands = "to see the commands: runintent help"

  static func usage(_ code: FaultCode) -> MessageTemplate? {
    switch code {
    case .unknownCommand:
      MessageTemplate("there is no command[ \"${name,value}\"| of this name]", hints: [commands])
    case .unknownOption:
      MessageTemplate(
        "${intent|this command} has no option ${name,option,value|of this name}", hints: [help])
    case .optionNeedsValue:
      MessageTemplate("${name,option|the option} needs a value[: ${allowed:or}]")
    case .optionTakesNoValue:
      MessageTemplate("${name,option|the option} takes no value[, not \"${value}\"]")
    case .optionRepeated:
      MessageTemplate("${name,option|the option} may be given only once")
    case .flagUnclear:
      MessageTemplate(
        "it is not clear whether \"${value|a word}\" belongs to ${option|the option before it}",
        hints: ["write ${option}=${value}, or put ${option} last"])
    case .unexpectedArgument:
      MessageTemplate("unexpected argument[ \"${value,name}\"]", hints: [help])
    case .argumentNotUTF8:
      MessageTemplate("an argument is not valid UTF-8[: ${value,name}]")
    case .missingArgument:
      MessageTemplate(
        "${name|an argument} is missing[: ${allowed:or}]",
        hints: ["to see how it is called: ${command:command}"])
    case .inputNotObject:
      MessageTemplate(
        "${name|--input} needs one JSON object such as {\"name\": \"Ana\"}[, not ${found}]")
    case .needsTerminal:
      MessageTemplate(
        "${name,intent|this} needs a terminal to ask at[: ${reason}]",
        hints: ["without a terminal: ${command:command}"])
    case .notYet:
      MessageTemplate("${name,command,option,value|this} is not there yet in this version")
    case .followImpossible:
      MessageTemplate("${intent,name|this} answers once and has no changes to follow")
    case .sourceRaised:
      MessageTemplate(
        "--source[ ${value}] says more than is true: this run comes from ${source:source|elsewhere}")
    case .parameterMissing:
      MessageTemplate(
        "${intent|it} needs ${names,name:and|a parameter}[ (${allowed:or})]", hints: [help])
    case .parameterUnknown:
      MessageTemplate(
        "${intent|this intent} has no parameter ${name|of this name}", hints: [help])
    case .parameterRepeated:
      MessageTemplate("${name|the parameter} may be given only once")
    default: nil
    }
  }
}

internal import IntentCore

extension EnglishMessages {
  static func values(_ code: FaultCode) -> MessageTemplate? {
    switch code {
    case .valueType:
      MessageTemplate(
        "${name|the value} must be ${expected,allowed:or|of another type}[, not \"${value}\"|, not ${found}]")
    case .valueNotANumber:
      MessageTemplate(
        "${name|the value} must be ${expected|a number} such as 12[, not \"${value,found}\"]")
    case .valueEnum:
      MessageTemplate(
        "${name|the value} is ${allowed,expected:or|one of a fixed list}[, not \"${value,found}\"]")
    case .valueConst:
      MessageTemplate(
        "${name|the value} must be ${expected,allowed,limit:or|what is fixed}[, not \"${value,found}\"]")
    case .valueMinimum:
      MessageTemplate(
        "${name|the value} must be [at least ${limit}|larger][, not ${value,found}]")
    case .valueMaximum:
      MessageTemplate(
        "${name|the value} must be [at most ${limit}|smaller][, not ${value,found}]")
    case .valueExclusiveMinimum:
      MessageTemplate(
        "${name|the value} must be [more than ${limit}|larger][, not ${value,found}]")
    case .valueExclusiveMaximum:
      MessageTemplate(
        "${name|the value} must be [less than ${limit}|smaller][, not ${value,found}]")
    case .valueMultipleOf:
      MessageTemplate(
        "${name|the value} must be [a multiple of ${limit}|another number][, not ${value,found}]")
    case .valueMinLength:
      MessageTemplate(
        "${name|the value} must have [at least ${limit:count character,characters}|more characters]"
          + "[, not ${found}]"
      )
    case .valueMaxLength:
      MessageTemplate(
        "${name|the value} must have [at most ${limit:count character,characters}|fewer characters]"
          + "[, not ${found}]"
      )
    case .valuePattern:
      MessageTemplate(
        "${name|the value} must match ${expected,limit|the pattern of its definition}"
          + "[, not be \"${value,found}\"]"
      )
    case .valueFormat:
      MessageTemplate(
        "${name|the value} must be ${expected,kind,limit|of another form}[, not \"${value,found}\"]")
    case .valueMinItems:
      MessageTemplate(
        "${name|the list} needs [at least ${limit:count value,values}|more values][, not ${found}]")
    case .valueMaxItems:
      MessageTemplate(
        "${name|the list} takes [at most ${limit:count value,values}|fewer values][, not ${found}]")
    case .valueUniqueItems:
      MessageTemplate(
        "${name|the list} must not hold a value twice"
          + "[: ${value} is at ${first} and ${second}|: ${value,found}]"
      )
    case .valueContains:
      MessageTemplate(
        "${name|the list} holds what it must "
          + "[${found:count time,times}, not ${minimum} to ${maximum} times|"
          + "${found:count time,times}, not at least ${minimum}|"
          + "too seldom or too often]")
    case .valueProperty:
      MessageTemplate("${name|the object} takes no[ \"${key,value}\"| member of this name]")
    case .valueRequiredProperty:
      MessageTemplate("${name|the object} needs [\"${key,expected}\"|another member]")
    case .valueMinProperties:
      MessageTemplate(
        "${name|the object} needs [at least ${limit:count member,members}|more members][, not ${found}]")
    case .valueMaxProperties:
      MessageTemplate(
        "${name|the object} takes [at most ${limit:count member,members}|fewer members][, not ${found}]")
    case .valueCombination:
      MessageTemplate(
        "${name|the value} has a form that is not allowed[: \"${value}\"]",
        variants: [
          "anyOf": "${name|the value} has none of the forms that are allowed[: \"${value}\"]",
          "oneOf": "${name|the value} must have exactly one of the forms that are allowed[, not ${matches}]"
            + "[: \"${value}\"]",
        ])
    case .valueNothingAllowed:
      MessageTemplate("${name|the value} must not be given")
    case .valueLooksLikeOption:
      MessageTemplate(
        "[${name} ][\"${value}\" |the value ]begins with \"-\", "
          + "and ${program|the program} would take it for an option",
        hints: ["the definition can put \"--\" before the place where the value stands"])
    case .valueControl:
      MessageTemplate(
        "${name|the value} holds a character that is not allowed there[: \"${value,found}\"]")
    case .valueTooLong:
      MessageTemplate(
        "${name|the value} is too long[: ${found,size} bytes][, at most ${limit} are allowed]")
    case .valueSchedule: schedule
    case .valueJSON:
      MessageTemplate("${name|the value} is not JSON[: ${cause:message}]")
    case .valueIdentifier:
      MessageTemplate(
        "\"${name,value,path|this}\" cannot name an intent", hints: [naming],
        variants: ["command": "\"${id}\" is a command of runintent and cannot name an intent"])
    default: nil
    }
  }
}

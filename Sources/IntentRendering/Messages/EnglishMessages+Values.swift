internal import IntentCore

extension EnglishMessages {
  static let values: Area = [
    .valueType: MessageTemplate(
      "${name|the value} must be ${expected,allowed:or|of another type}[, not \"${value}\"|, not ${found}]"),
    .valueNotANumber: MessageTemplate(
      "${name|the value} must be ${expected|a number} such as 12[, not \"${value,found}\"]"),
    .valueEnum: MessageTemplate(
      "${name|the value} is ${allowed,expected:or|one of a fixed list}[, not \"${value,found}\"]"),
    .valueConst: MessageTemplate(
      "${name|the value} must be ${expected,allowed,limit:or|what is fixed}[, not \"${value,found}\"]"),
    .valueMinimum: MessageTemplate(
      "${name|the value} must be at least ${limit|larger}[, not ${value,found}]"),
    .valueMaximum: MessageTemplate(
      "${name|the value} must be at most ${limit|smaller}[, not ${value,found}]"),
    .valueExclusiveMinimum: MessageTemplate(
      "${name|the value} must be more than ${limit|that}[, not ${value,found}]"),
    .valueExclusiveMaximum: MessageTemplate(
      "${name|the value} must be less than ${limit|that}[, not ${value,found}]"),
    .valueMultipleOf: MessageTemplate(
      "${name|the value} must be a multiple of ${limit|a number}[, not ${value,found}]"),
    .valueMinLength: MessageTemplate(
      "${name|the value} must have at least ${limit:count character,characters|more characters}"
        + "[, not ${found}]"
    ),
    .valueMaxLength: MessageTemplate(
      "${name|the value} must have at most ${limit:count character,characters|fewer characters}"
        + "[, not ${found}]"
    ),
    .valuePattern: MessageTemplate(
      "${name|the value} must match ${expected,limit|the pattern of its definition}[, not be \"${value,found}\"]"
    ),
    .valueFormat: MessageTemplate(
      "${name|the value} must be ${expected,kind,limit|of another form}[, not \"${value,found}\"]"),
    .valueMinItems: MessageTemplate(
      "${name|the list} needs at least ${limit:count value,values|more values}[, not ${found}]"),
    .valueMaxItems: MessageTemplate(
      "${name|the list} takes at most ${limit:count value,values|fewer values}[, not ${found}]"),
    .valueUniqueItems: MessageTemplate(
      "${name|the list} must not hold a value twice"
        + "[: ${value} is at ${first} and ${second}|: ${value,found}]"
    ),
    .valueContains: MessageTemplate(
      "${name|the list} holds what it must "
        + "[${found:count time,times}, not at most ${maximum}|${found:count time,times}, not at least ${minimum}|"
        + "too seldom or too often]"),
    .valueProperty: MessageTemplate("${name|the object} takes no \"${key,value|of this name}\""),
    .valueRequiredProperty: MessageTemplate("${name|the object} needs \"${key,expected|what is missing}\""),
    .valueMinProperties: MessageTemplate(
      "${name|the object} needs at least ${limit:count member,members|more members}[, not ${found}]"),
    .valueMaxProperties: MessageTemplate(
      "${name|the object} takes at most ${limit:count member,members|fewer members}[, not ${found}]"),
    .valueCombination: MessageTemplate(
      "${name|the value} has a form that is not allowed[: \"${value}\"]",
      variants: [
        "anyOf": "${name|the value} has none of the forms that are allowed[: \"${value}\"]",
        "oneOf": "${name|the value} must have exactly one of the forms that are allowed[, not ${matches}]"
          + "[: \"${value}\"]",
      ]),
    .valueNothingAllowed: MessageTemplate("${name|the value} must not be given"),
    .valueLooksLikeOption: MessageTemplate(
      "[${name} ][\"${value}\" |the value ]begins with \"-\", "
        + "and ${program|the program} would take it for an option",
      hints: ["the definition can put \"--\" before the place where the value stands"]),
    .valueControl: MessageTemplate(
      "${name|the value} holds a character that is not allowed there[: \"${value,found}\"]"),
    .valueTooLong: MessageTemplate(
      "${name|the value} is too long[: ${found,size} bytes][, at most ${limit} are allowed]"),
  ]
}

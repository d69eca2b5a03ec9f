internal import IntentCore

extension EnglishMessages {
  private static let allow = "to allow it: ${command:command}"
  private static let notAllowed =
    "not allowed: ${intent,name|this intent} may not ${missing:and|run}[ from ${source:source}][: ${reason}]"

  static let permission: Area = [
    .permissionDenied: MessageTemplate(notAllowed, hints: [allow]),
    .definitionUntrusted: MessageTemplate(notAllowed, hints: [allow]),
    .definitionChanged: MessageTemplate(
      "not allowed: ${intent,name,path|this intent} changed since it was trusted"
        + "[ and may not ${missing:and}[ from ${source:source}]][: ${reason}]",
      hints: [allow]),
    .fileChanged: MessageTemplate(
      "not allowed: ${path,name|a file} changed since ${intent|the intent} was trusted", hints: [allow]),
    .modeNotAllowed: MessageTemplate(
      "not allowed: ${intent,name|this intent} is not made to run[ from ${source:source}]"),
    .consentRefused: MessageTemplate(
      "not allowed: ${intent,name|this intent} was not confirmed[: ${reason}]"),
  ]
}

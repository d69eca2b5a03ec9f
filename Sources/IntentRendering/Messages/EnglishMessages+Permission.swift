internal import IntentCore

extension EnglishMessages {
  private static let allow = "to allow it: ${command:command}"
  private static let notAllowed =
    "not allowed: ${intent,name|this intent} may not ${missing:and|run}[ from ${source:source}][: ${reason}]"

  static func permission(_ code: FaultCode) -> MessageTemplate? {
    switch code {
    case .permissionDenied:
      MessageTemplate(notAllowed, hints: [allow, "it may at these times: ${hours}"])
    case .definitionUntrusted:
      MessageTemplate(
        notAllowed, hints: [allow],
        variants: [
          "grant": "${intent} is not trusted yet: trust says what may run, a grant says from where"
        ])
    case .definitionChanged:
      MessageTemplate(
        "not allowed: ${intent,name,path|this intent} changed since it was trusted"
          + "[ and may not ${missing:and}[ from ${source:source}]][: ${reason}]",
        hints: [allow],
        variants: [
          "grant": "${intent} changed since it was trusted: trust says what may run, a grant says from where"
        ])
    case .denialUnrepairable:
      MessageTemplate(
        "[the last denial, that of ${intent}, is|there is] nothing that a grant could repair[: ${reason}]",
        hints: ["to see what was refused: runintent log --denied --why"])
    case .fileChanged:
      MessageTemplate(
        "not allowed: ${path,name|a file} changed since ${intent|the intent} was trusted", hints: [allow])
    case .fileOutside:
      MessageTemplate(
        "not allowed: ${option,name|the path} must lie within ${folder|a folder}, and ${path,value|this} does not"
          + "[: it leads to ${target}]")
    case .modeNotAllowed:
      MessageTemplate(
        "not allowed: ${intent,name|this intent} is not made to run[ from ${source:source}]",
        variants: ["check": "${intent} can never run from ${source:source}, as from here"])
    case .consentRefused:
      MessageTemplate(
        "not allowed: ${intent,name|this intent} was not confirmed[: ${reason}]", hints: [allow],
        variants: ["no-editor": "not allowed: ${intent} cannot be edited without a terminal"])
    default: nil
    }
  }
}

internal import IntentCore

extension EnglishMessages {
  /// HTTP, brokers and locks.
  static func doors(_ code: FaultCode) -> MessageTemplate? {
    switch code {
    case .httpAddress:
      MessageTemplate(
        "${name|the address} is no address of HTTP[: ${value}]",
        hints: ["it begins with https:// or http://, and has no user, no fragment and no . or .. in its path"]
      )
    case .httpUnreachable: MessageTemplate("${name|the service} cannot be reached[: ${reason}]")
    case .httpTLS:
      MessageTemplate(
        "the connection to ${name|the service} is not secure[: ${reason}]",
        hints: ["\"certificates\" names a file of certificates to trust instead of the system's"])
    case .httpUnavailable:
      MessageTemplate("${name|the service} is not ready now[ (status ${status})]", hints: ["try again later"])
    case .httpTimedOut: MessageTemplate("${name|the service} did not answer[ within ${seconds:seconds}]")
    case .httpLost: MessageTemplate("the connection to ${name|the service} was cut[: ${reason}]")
    case .httpStatus:
      MessageTemplate("${name|the service} answered with status ${status|that was not expected}")
    case .httpTokenRefused:
      MessageTemplate(
        "${name|the service} refused the token[ (status ${status})]",
        hints: ["it is wrong or has expired; make a new one and put it where the secret is kept"])
    case .httpTooLarge: MessageTemplate("the answer of ${name|the service} is larger than it may be")
    case .httpBadJSON: MessageTemplate("the answer of ${name|the service} is no JSON")
    case .httpPointer:
      MessageTemplate(
        "the answer of ${name|the service} has nothing at ${value|the place that was asked for}")
    case .httpNotConfirmed:
      MessageTemplate("${name|the service} did not confirm it[ within ${seconds:seconds}]")
    default: locks(code)
    }
  }

  private static func locks(_ code: FaultCode) -> MessageTemplate? {
    switch code {
    case .brokerUnreachable:
      MessageTemplate(
        "the broker ${name|of MQTT} cannot be reached[: ${reason}|: nothing came within ${seconds:seconds}]")
    case .brokerTLS:
      MessageTemplate("the connection to the broker ${name|of MQTT} is not secure[: ${reason}]")
    case .brokerRefused:
      MessageTemplate(
        "the broker ${name|of MQTT} refused user name and password[ (${reason})]",
        hints: ["look at \"username\" and \"password\" of the provider"])
    case .lockOffline:
      MessageTemplate(
        "${name|the door} is offline; nothing was sent to it", hints: ["look at its battery and radio"])
    case .lockSilent:
      MessageTemplate(
        "${name|the door} did not answer[ within ${seconds:seconds}]; the command was sent once")
    case .lockUnmoved: MessageTemplate("${name|the door} did not move[ within ${seconds:seconds}]")
    case .lockBounced: MessageTemplate("the bolt of ${name|the door} moved and went back")
    case .lockUnconfirmed:
      MessageTemplate(
        "whether ${name|the door} moved is not known; the command was sent once", hints: ["look at the door"])
    case .lockRefused: MessageTemplate("the lock of ${name|the door} refused[ (status ${status})]")
    case .lockUnsupported: MessageTemplate("the lock of ${name|the door} cannot do that")
    case .lockInterrupted:
      MessageTemplate(
        "the command to ${name|the door} may have been sent; its state is ${state|not known}",
        hints: ["look at the door"])
    default: nil
    }
  }
}

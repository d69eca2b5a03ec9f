internal import IntentCore

extension EnglishMessages {
  static let running: Area = [
    .busy: MessageTemplate(
      "${resource,name,intent|it} is in use by another run[: ${reason}]", hints: ["try again in a moment"]),
    .timedOut: MessageTemplate(
      "[${intent,name,program} ]did not end within ${seconds:seconds,limit|its limit of time}"),
    .interrupted: MessageTemplate("ended by ${signal:signal|a signal}"),
    .unavailable: MessageTemplate("${name,handler,kind|the provider} is not available[: ${reason}]"),
    .executableMissing: MessageTemplate(
      "there is no program \"${program,name,value|of this name}\"[ in ${searchPath,path}]",
      hints: ["name its folder in the definition, or install it"]),
    .executableFailed: MessageTemplate("cannot run ${program,path,name|the program}[: ${reason}]"),
    .commandExit: MessageTemplate("${program,name|the program} ended with status ${status|other than 0}"),
    .commandSignal: MessageTemplate("${program,name|the program} was ended by ${signal:signal|a signal}"),
    .commandOutput: MessageTemplate(
      "what ${program,name|the program} printed is not ${expected,kind|what its definition says}[: ${reason}]"
    ),
    .outputTruncated: MessageTemplate(
      "${program,name|the program} printed more than ${limit|is kept}[; ${count,size} bytes are left out]"),
    .descriptorHeld: MessageTemplate(
      "${program,name|the program} ended and left a process that holds its output; it was not waited for"),
    .handlerFailed: MessageTemplate("${reason|the handler failed}"),
    .diskAboveMark: MessageTemplate(
      "${path,name|the disk} is [${percent,found} % ]full, above the mark[ of ${mark,limit} %]"),
    .vpnNoNetwork: MessageTemplate("${name,resource|the VPN} cannot connect: ${reason|there is no network}"),
    .vpnTimedOut: MessageTemplate("${name,resource|the VPN} did not connect[ within ${limit}][: ${reason}]"),
    .lockJammed: MessageTemplate(
      "${name,resource|the door} is jammed[: ${reason}]", hints: ["try again, or look at the door"]),
    .lockUnknown: MessageTemplate(
      "whether ${name,resource|the door} is locked is not known[: ${reason}]", hints: ["look at the door"]),
    .notifyFailed: MessageTemplate("the notification was not shown[: ${reason}]"),
  ]

  /// Ourselves and the machine.
  static let ourselves: Area = [
    .outputFailed: MessageTemplate("the answer could not be written[: ${reason}]"),
    .storeUnwritable: MessageTemplate(
      "the journal[ ${path}] cannot be written[: ${reason}]", hints: ["to mend it: ${repair:command}"]),
    .storeDamaged: MessageTemplate("${path|the store} is damaged[: ${reason}]"),
    .storeNewer: MessageTemplate(
      "${path|the store} was written by a newer runintent[ (version ${found})]", hints: ["use that one"]),
    .storeForeign: MessageTemplate("${path|the store} belongs to another program[: ${reason}]"),
    .internalError: MessageTemplate(
      "this is a fault of runintent itself[: ${reason}]", hints: ["please report it"]),
  ]
}

internal import IntentCore

extension EnglishMessages {
  static func running(_ code: FaultCode) -> MessageTemplate? {
    switch code {
    case .busy:
      MessageTemplate(
        "${resource,name,intent|it} is in use by another run[: ${reason}]", hints: ["try again in a moment"])
    case .timedOut:
      MessageTemplate(
        "${intent,name,program|it} did not end within [${seconds:seconds}|${limit}|its limit of time]")
    case .interrupted:
      MessageTemplate("ended by ${signal:signal|a signal}")
    case .upstreamFailed:
      MessageTemplate("${intent|this intent} was not run: ${name|the intent before} failed")
    case .runUnfinished:
      MessageTemplate(
        "an earlier run[ of ${intent}][ (#${run})] ended without a word; whether it acted is not known")
    case .workflowStopped:
      MessageTemplate("${reason|the workflow was stopped}")
    case .workflowRounds:
      MessageTemplate("a loop went round ${limit|too many} times and its condition still holds")
    case .unavailable:
      MessageTemplate("${name,handler,kind|the provider} is not available[: ${reason}]")
    case .executableMissing:
      MessageTemplate(
        "there is no program[ \"${program,name,value}\"| of this name][ in ${searchPath,path}]",
        hints: ["install it, or write its whole path in the definition"])
    case .executableFailed:
      MessageTemplate("cannot run ${program,path,name|the program}[: ${reason}]")
    case .commandExit:
      MessageTemplate("${program,name|the program} ended with status ${status|other than 0}")
    case .commandSignal:
      MessageTemplate("${program,name|the program} was ended by ${signal:signal|a signal}")
    case .commandOutput:
      MessageTemplate(
        "what ${program,name|the program} printed is not ${expected|what its definition says}[: ${reason}]")
    case .outputTruncated:
      MessageTemplate(
        "${program,name|the program} wrote too much[ to its ${stream}]; "
          + "[${bytes,count} bytes are|the rest is] left out"
      )
    case .descriptorHeld:
      MessageTemplate(
        "${program,name|the program} ended but left a process that holds its output; that was not waited for")
    case .schedulerMissing:
      MessageTemplate(
        "this machine has neither timers of systemd for you nor crontab[: ${reason}]",
        hints: ["install cron, or call `runintent automation run ID` from your own scheduler"])
    case .schedulerFailed:
      MessageTemplate("${program,name|the scheduler} refused[: ${reason}]")
    case .handlerFailed:
      MessageTemplate("${reason|the handler failed}")
    case .conditionOperator:
      MessageTemplate(
        "there is no operator \"${name|?}\" in conditions[; did you mean \"${suggestion}\"?]")
    case .conditionArguments:
      MessageTemplate("the operator \"${name|?}\" cannot work with such arguments")
    case .conditionValue:
      MessageTemplate("the operator \"${name|?}\" needs ${expected|something else}[, not \"${value}\"]")
    case .diskAboveMark:
      MessageTemplate(
        "${path,name|the disk} is [${percent} % ]full, above the mark[ of ${mark,limit} %]")
    case .vpnNoNetwork:
      MessageTemplate("${profile,name|the VPN} cannot connect: ${reason|there is no network}")
    case .vpnTimedOut:
      MessageTemplate(
        "${profile,name|the VPN} did not connect[ within ${seconds:seconds}| within ${limit}][: ${reason}]")
    case .vpnInterrupted:
      MessageTemplate(
        "${profile,name|the VPN} was left[ ${state}|: whether it is connected is not known]")
    case .vpnPaused:
      MessageTemplate(
        "${profile,name|the VPN} pauses for another ${left|while}", hints: ["try again at ${time}"])
    case .lockJammed:
      MessageTemplate(
        "${door,name|the door} is jammed[: the bolt did not move within ${seconds:seconds}|: ${reason}]",
        hints: ["try again, or look at the door"])
    case .lockUnknown:
      MessageTemplate(
        "whether ${door,name|the door} is locked is not known[: ${reason}]", hints: ["look at the door"])
    case .notifyFailed:
      MessageTemplate("the notification was not shown[: ${reason}]")
    case .stateChanged:
      MessageTemplate(
        "${name|its state} has changed since[: it is ${state}][, no longer ${expected}][ (run ${run})]")
    case .undoImpossible:
      MessageTemplate("[run ${run}|it] cannot be undone[: ${reason}]")
    case .desktopImpossible:
      MessageTemplate("${intent|it} cannot be started from the desktop[: ${reason}]")
    case .editAbandoned:
      MessageTemplate(
        "${intent,name|the definition} was not changed[: ${reason}]",
        hints: ["your text is kept in ${path}"])
    default: nil
    }
  }

  /// Ourselves and the machine.
  static func ourselves(_ code: FaultCode) -> MessageTemplate? {
    switch code {
    case .outputFailed:
      MessageTemplate("the answer could not be written[: ${reason}]")
    case .storeUnwritable:
      MessageTemplate("[${path}|the journal] cannot be written[: ${reason}]")
    case .storeDamaged:
      MessageTemplate("${path|the journal} is damaged[: ${reason}]")
    case .storeNewer:
      MessageTemplate(
        "${path|the journal} was written by a newer runintent[ (version ${found})]",
        hints: ["run the newer one, or move the file away"])
    case .storeForeign:
      MessageTemplate("${path|the journal} belongs to another program[: ${reason}]")
    case .internalError:
      MessageTemplate(
        "this is a fault of runintent itself[: ${reason}]", hints: ["please report it"])
    default: nil
    }
  }
}

/// The stable codes of everything that can be wrong; a program may rely on the raw values.
package enum FaultCode: String, Sendable, CaseIterable {
  // How the command was called.
  case unknownCommand = "usage.unknown-command"
  case unknownOption = "usage.unknown-option"
  case optionNeedsValue = "usage.option-needs-value"
  case optionTakesNoValue = "usage.option-takes-no-value"
  case optionRepeated = "usage.option-repeated"
  case flagUnclear = "usage.flag-unclear"
  case unexpectedArgument = "usage.unexpected-argument"
  case argumentNotUTF8 = "usage.argument-not-utf8"
  case missingArgument = "usage.missing-argument"
  case inputNotObject = "usage.input-not-object"
  case needsTerminal = "usage.needs-terminal"
  case followImpossible = "usage.cannot-follow"
  case notYet = "usage.not-yet"
  case sourceRaised = "usage.source-raised"
  case parameterMissing = "parameter.missing"
  case parameterUnknown = "parameter.unknown"
  case parameterRepeated = "parameter.repeated"
  case parameterFixed = "parameter.fixed"
  case phraseAmbiguous = "phrase.ambiguous"

  // Values.
  case valueType = "value.type"
  case valueNotANumber = "value.not-a-number"
  case valueEnum = "value.enum"
  case valueConst = "value.const"
  case valueMinimum = "value.minimum"
  case valueMaximum = "value.maximum"
  case valueExclusiveMinimum = "value.exclusive-minimum"
  case valueExclusiveMaximum = "value.exclusive-maximum"
  case valueMultipleOf = "value.multiple-of"
  case valueMinLength = "value.min-length"
  case valueMaxLength = "value.max-length"
  case valuePattern = "value.pattern"
  case valueFormat = "value.format"
  case valueMinItems = "value.min-items"
  case valueMaxItems = "value.max-items"
  case valueUniqueItems = "value.unique-items"
  case valueContains = "value.contains"
  case valueProperty = "value.property"
  case valueRequiredProperty = "value.required-property"
  case valueMinProperties = "value.min-properties"
  case valueMaxProperties = "value.max-properties"
  case valueCombination = "value.combination"
  case valueNothingAllowed = "value.nothing-allowed"
  case valueLooksLikeOption = "value.looks-like-option"
  case valueControl = "value.control-character"
  case valueTooLong = "value.too-long"
  case valueJSON = "value.json"
  case valueSchedule = "value.schedule"
  case valueIdentifier = "value.identifier"

  // Things that are not there.
  case intentUnknown = "intent.unknown"
  case entityUnknown = "entity.unknown"
  case entityAmbiguous = "entity.ambiguous"
  case fileMissing = "file.missing"
  case runUnknown = "run.unknown"
  case automationUnknown = "automation.unknown"
  case shortcutUnknown = "shortcut.unknown"
  case phraseUnknown = "phrase.unknown"

  // Files and folders.
  case folderUnreadable = "folder.unreadable"
  case fileUnreadable = "file.unreadable"
  case fileNotRegular = "file.not-regular"
  case fileTooLarge = "file.too-large"
  case fileOwner = "file.owner"
  case fileWritable = "file.writable"
  case fileName = "file.name"
  case fileWriteFailed = "file.write-failed"
  case fileExists = "file.exists"
  case shortcutName = "shortcut.name"

  // JSON.
  case jsonSyntax = "json.syntax"
  case jsonEncoding = "json.encoding"
  case jsonByteOrderMark = "json.byte-order-mark"
  case jsonDuplicateKey = "json.duplicate-key"
  case jsonDepth = "json.depth"
  case jsonNul = "json.nul"
  case jsonSurrogate = "json.surrogate"
  case jsonNumber = "json.number"
  case jsonEmpty = "json.empty"

  // Definitions.
  case definitionUnknownKey = "definition.unknown-key"
  case definitionMissingKey = "definition.missing-key"
  case definitionType = "definition.type"
  case definitionEnum = "definition.enum"
  case definitionRange = "definition.range"
  case definitionName = "definition.name"
  case definitionReservedName = "definition.reserved-name"
  case definitionUnknownHandler = "definition.unknown-handler"
  case definitionPlaceholder = "definition.placeholder"
  case definitionPlaceholderSyntax = "definition.placeholder-syntax"
  case definitionDefault = "definition.default"
  case definitionPosition = "definition.position"
  case definitionShort = "definition.short"
  case definitionDuration = "definition.duration"
  case definitionPattern = "definition.pattern"
  case definitionPhrase = "definition.phrase"
  case definitionSummary = "definition.summary"
  case definitionCommandName = "definition.command-name"
  case definitionShadowed = "definition.shadowed"
  case definitionExecutable = "definition.executable"
  case definitionTranslation = "definition.translation"
  case definitionEnvironment = "definition.environment"
  case definitionInjection = "definition.injection"
  case definitionUnused = "definition.unused-parameter"
  case definitionStep = "definition.step"
  case definitionSchedule = "definition.schedule"
  case definitionZone = "definition.zone"
  case definitionSecret = "definition.secret"
  case phraseSyntax = "definition.phrase-syntax"
  case phraseTwice = "definition.phrase-twice"

  // Secrets.
  case secretUndefined = "secret.undefined"
  case secretUnreadable = "secret.unreadable"
  case secretPermissions = "secret.permissions"
  case secretInvalid = "secret.invalid"
  case secretCommand = "secret.command"

  // The configuration.
  case configurationUnsafe = "configuration.unsafe"
  case configurationUnreadable = "configuration.unreadable"
  case configurationRule = "configuration.rule"
  case configurationProvider = "configuration.provider"

  // Permission.
  case permissionDenied = "permission.denied"
  case definitionUntrusted = "permission.untrusted"
  case definitionChanged = "permission.changed"
  case fileChanged = "permission.file-changed"
  case fileOutside = "permission.outside"
  case modeNotAllowed = "permission.mode"
  case consentRefused = "permission.refused"
  case denialUnrepairable = "permission.unrepairable"

  // Shared keys.
  case keyLiteral = "key.literal"
  case keyUnreadable = "key.unreadable"
  case keyUseless = "key.useless"
  case keyRefused = "key.refused"
  case keyLimited = "key.too-many-tries"
  case keyClock = "key.clock-back"
  case keyUnknown = "key.unknown"

  // Running.
  case busy = "run.busy"
  case timedOut = "run.timed-out"
  case interrupted = "run.interrupted"
  case upstreamFailed = "run.upstream-failed"
  case runUnfinished = "run.unfinished"
  case unavailable = "provider.unavailable"
  case programMissing = "provider.not-installed"
  case executableMissing = "command.not-found"
  case executableFailed = "command.cannot-run"
  case commandExit = "command.exit"
  case commandSignal = "command.signal"
  case commandOutput = "command.output"
  case outputTruncated = "command.output-truncated"
  case descriptorHeld = "command.descriptor-held"
  case handlerFailed = "handler.failed"
  case schedulerMissing = "scheduler.missing"
  case schedulerFailed = "scheduler.failed"
  case conditionOperator = "condition.operator"
  case conditionArguments = "condition.arguments"
  case conditionValue = "condition.value"
  case workflowStopped = "workflow.stopped"
  case workflowRounds = "workflow.rounds"

  // Handlers' own failures.
  case diskAboveMark = "disk.above-mark"
  case vpnNoNetwork = "vpn.no-network"
  case vpnTimedOut = "vpn.timed-out"
  case vpnInterrupted = "vpn.interrupted"
  case vpnPaused = "vpn.paused"
  case vpnNoPlugin = "vpn.no-plugin"
  case vpnAuthFailed = "vpn.auth-failed"
  case vpnCertificate = "vpn.certificate"
  case vpnNotAllowed = "vpn.not-allowed"
  case vpnNoSecrets = "vpn.no-secrets"
  case vpnProviderStopped = "vpn.provider-stopped"
  case vpnPluginFailed = "vpn.plugin-failed"
  case vpnBadSettings = "vpn.bad-settings"
  case vpnStopped = "vpn.stopped"
  case vpnVanished = "vpn.vanished"
  case vpnNoHandshake = "vpn.no-handshake"
  case vpnFailed = "vpn.failed"
  case httpAddress = "http.address"
  case httpUnreachable = "http.unreachable"
  case httpTLS = "http.tls"
  case httpUnavailable = "http.unavailable"
  case httpTimedOut = "http.timed-out"
  case httpLost = "http.connection-lost"
  case httpStatus = "http.status"
  case httpTokenRefused = "http.token-refused"
  case httpTooLarge = "http.too-large"
  case httpBadJSON = "http.bad-json"
  case httpPointer = "http.pointer-missing"
  case httpNotConfirmed = "http.not-confirmed"
  case brokerUnreachable = "mqtt.unreachable"
  case brokerTLS = "mqtt.tls"
  case brokerRefused = "mqtt.refused"
  case lockOffline = "lock.offline"
  case lockSilent = "lock.silent"
  case lockUnmoved = "lock.unmoved"
  case lockBounced = "lock.bounced"
  case lockUnconfirmed = "lock.unconfirmed"
  case lockRefused = "lock.refused"
  case lockUnsupported = "lock.unsupported"
  case lockInterrupted = "lock.interrupted"
  case polkitRefuses = "polkit.refuses"
  case lockJammed = "lock.jammed"
  case lockUnknown = "lock.unknown"
  case notifyFailed = "notify.failed"
  case desktopImpossible = "desktop.not-possible"
  case editAbandoned = "edit.abandoned"
  case stateChanged = "state.changed"
  case undoImpossible = "undo.not-possible"
  case againImpossible = "again.not-possible"

  // Ourselves and the machine.
  case outputFailed = "output.failed"
  case storeUnwritable = "store.unwritable"
  case storeDamaged = "store.damaged"
  case storeNewer = "store.newer"
  case storeForeign = "store.foreign"
  case internalError = "internal.error"
}

extension FaultCode {
  /// The exit status that belongs to the code.
  package var status: ExitStatus {
    switch self {
    case .unknownCommand, .unknownOption, .optionNeedsValue, .optionTakesNoValue, .optionRepeated,
      .flagUnclear,
      .unexpectedArgument, .argumentNotUTF8, .missingArgument, .inputNotObject, .needsTerminal, .notYet,
      .followImpossible,
      .sourceRaised,
      .parameterMissing, .parameterUnknown, .parameterRepeated, .parameterFixed, .phraseAmbiguous,
      .keyLiteral,
      .keyUnreadable, .keyUseless:
      .usage
    case .valueType, .valueNotANumber, .valueEnum, .valueConst, .valueMinimum, .valueMaximum,
      .valueExclusiveMinimum, .valueExclusiveMaximum, .valueMultipleOf, .valueMinLength, .valueMaxLength,
      .valuePattern, .valueFormat, .valueMinItems, .valueMaxItems, .valueUniqueItems, .valueContains,
      .valueProperty, .valueRequiredProperty, .valueMinProperties, .valueMaxProperties, .valueCombination,
      .valueNothingAllowed, .valueLooksLikeOption, .valueControl, .valueTooLong, .valueJSON, .valueSchedule,
      .valueIdentifier, .fileExists, .undoImpossible, .shortcutName, .againImpossible, .desktopImpossible,
      .httpAddress:
      .badValue
    case .intentUnknown, .entityUnknown, .entityAmbiguous, .fileMissing, .runUnknown, .denialUnrepairable,
      .automationUnknown, .shortcutUnknown, .phraseUnknown, .keyUnknown:
      .notFound
    case .folderUnreadable, .fileUnreadable, .fileWriteFailed, .outputFailed, .storeUnwritable, .storeDamaged,
      .storeNewer,
      .storeForeign:
      .inputOutput
    case .fileNotRegular, .fileTooLarge, .fileName, .jsonSyntax, .jsonEncoding, .jsonByteOrderMark,
      .jsonDuplicateKey, .jsonDepth, .jsonNul, .jsonSurrogate, .jsonNumber, .jsonEmpty,
      .definitionUnknownKey, .definitionMissingKey, .definitionType, .definitionEnum, .definitionRange,
      .definitionName, .definitionReservedName, .definitionUnknownHandler, .definitionPlaceholder,
      .definitionPlaceholderSyntax, .definitionDefault, .definitionPosition, .definitionShort,
      .definitionDuration, .definitionPattern, .definitionPhrase, .definitionSummary,
      .definitionCommandName, .definitionShadowed, .definitionExecutable, .definitionTranslation,
      .definitionEnvironment, .definitionInjection, .definitionUnused, .definitionStep, .conditionOperator,
      .definitionSchedule, .definitionZone,
      .definitionSecret, .phraseSyntax, .phraseTwice, .secretUndefined, .secretUnreadable, .secretPermissions,
      .secretInvalid,
      .configurationUnsafe, .configurationUnreadable, .configurationRule, .configurationProvider,
      .httpTokenRefused, .brokerRefused:
      .badDefinition
    case .fileOwner, .fileWritable, .permissionDenied, .definitionUntrusted, .definitionChanged,
      .fileChanged, .fileOutside, .modeNotAllowed, .consentRefused, .keyRefused:
      .notAllowed
    case .busy, .vpnPaused, .keyLimited, .keyClock: .tryLater
    case .timedOut: .deadline
    case .interrupted: .signal(15)
    case .unavailable, .programMissing, .executableMissing, .executableFailed, .secretCommand,
      .schedulerMissing, .schedulerFailed, .httpUnreachable, .httpTLS, .httpUnavailable, .brokerUnreachable,
      .brokerTLS, .lockOffline:
      .unavailable
    case .commandExit, .commandSignal, .commandOutput, .outputTruncated, .descriptorHeld, .handlerFailed,
      .conditionArguments, .conditionValue, .workflowStopped, .workflowRounds, .upstreamFailed,
      .runUnfinished, .diskAboveMark, .vpnNoNetwork, .vpnTimedOut, .vpnInterrupted,
      .lockJammed, .lockUnknown, .notifyFailed,
      .editAbandoned, .stateChanged:
      .failed
    case .httpTimedOut, .httpLost, .httpStatus, .httpTooLarge, .httpBadJSON, .httpPointer, .httpNotConfirmed,
      .lockSilent, .lockUnmoved, .lockBounced, .lockUnconfirmed, .lockRefused, .lockUnsupported,
      .lockInterrupted:
      .failed
    case .polkitRefuses, .vpnNoPlugin, .vpnAuthFailed, .vpnCertificate, .vpnNotAllowed, .vpnNoSecrets,
      .vpnProviderStopped,
      .vpnPluginFailed, .vpnBadSettings, .vpnStopped, .vpnVanished, .vpnNoHandshake, .vpnFailed:
      .failed
    case .internalError: .internalError
    }
  }
}

/// Everything that can be wrong. A new fault is one row here: its code, exit status, English sentence and hints, in the form
/// that `FaultRow` explains; translations are optional, in the catalog of messages.
package enum FaultCode: FaultRow, Sendable, CaseIterable {
  // How the command was called.
  case unknownCommand = """
    usage.unknown-command 64: there is no command[ "${name,value}"| of this name]
    - to see the commands: runintent help
    """
  case unknownOption = """
    usage.unknown-option 64: ${intent|this command} has no option ${name,option,value|of this name}
    - to see how it is called: runintent ${intent} --help
    """
  case optionNeedsValue =
    "usage.option-needs-value 64: ${name,option|the option} needs a value[: ${allowed:or}]"
  case optionTakesNoValue =
    #"usage.option-takes-no-value 64: ${name,option|the option} takes no value[, not "${value}"]"#
  case optionRepeated = "usage.option-repeated 64: ${name,option|the option} may be given only once"
  case flagUnclear = """
    usage.flag-unclear 64: it is not clear whether "${value|a word}" belongs to ${option|the option before it}
    - write ${option}=${value}, or put ${option} last
    """
  case unexpectedArgument = """
    usage.unexpected-argument 64: unexpected argument[ "${value,name}"]
    - to see how it is called: runintent ${intent} --help
    """
  case missingArgument = """
    usage.missing-argument 64: ${name|an argument} is missing[: ${allowed:or}]
    - to see how it is called: ${command:command}
    """
  case inputNotObject =
    #"usage.input-not-object 64: ${name|--input} needs one JSON object such as {"name": "Ana"}[, not ${found}]"#
  case needsTerminal = """
    usage.needs-terminal 64: ${name,intent|this} needs a terminal to ask at[: ${reason}]
    - without a terminal: ${command:command}
    """
  case followImpossible =
    "usage.cannot-follow 64: ${intent,name|this} answers once and has no changes to follow"
  case notYet = "usage.not-yet 64: ${name,command,option,value|this} is not there yet in this version"
  case sourceRaised =
    "usage.source-raised 64: --source[ ${value}] says more than is true: this run comes from ${source:source|elsewhere}"
  case parameterMissing = """
    parameter.missing 64: ${intent|it} needs ${names,name:and|a parameter}[ (${allowed:or})]
    - to see how it is called: runintent ${intent} --help
    """
  case parameterUnknown = """
    parameter.unknown 64: ${intent|this intent} has no parameter ${name|of this name}
    - to see how it is called: runintent ${intent} --help
    """
  case parameterRepeated = "parameter.repeated 64: ${name|the parameter} may be given only once"
  case parameterFixed = """
    parameter.fixed 64: ${name|a parameter} is fixed by the shortcut[ ${other}]
    - to change it: runintent shortcut edit
    """
  case phraseAmbiguous = """
    phrase.ambiguous 64: ["${value,name}"|this] can mean several things
    - to run one of them: ${allowed:or}
    """

  // Values.
  case valueType =
    #"value.type 65: ${name|the value} must be ${expected,allowed:or|of another type}[, not "${value}"|, not ${found}]"#
  case valueNotANumber =
    #"value.not-a-number 65: ${name|the value} must be ${expected|a number} such as 12[, not "${value,found}"]"#
  case valueEnum =
    #"value.enum 65: ${name|the value} is ${allowed,expected:or|one of a fixed list}[, not "${value,found}"]"#
  case valueConst =
    #"value.const 65: ${name|the value} must be ${expected,allowed,limit:or|what is fixed}[, not "${value,found}"]"#
  case valueMinimum =
    "value.minimum 65: ${name|the value} must be [at least ${limit}|larger][, not ${value,found}]"
  case valueMaximum =
    "value.maximum 65: ${name|the value} must be [at most ${limit}|smaller][, not ${value,found}]"
  case valueExclusiveMinimum =
    "value.exclusive-minimum 65: ${name|the value} must be [more than ${limit}|larger][, not ${value,found}]"
  case valueExclusiveMaximum =
    "value.exclusive-maximum 65: ${name|the value} must be [less than ${limit}|smaller][, not ${value,found}]"
  case valueMultipleOf =
    "value.multiple-of 65: ${name|the value} must be [a multiple of ${limit}|another number][, not ${value,found}]"
  case valueMinLength =
    "value.min-length 65: ${name|the value} must have [at least ${limit:count character,characters}|more characters][, not ${found}]"
  case valueMaxLength =
    "value.max-length 65: ${name|the value} must have [at most ${limit:count character,characters}|fewer characters][, not ${found}]"
  case valuePattern =
    #"value.pattern 65: ${name|the value} must match ${expected,limit|the pattern of its definition}[, not be "${value,found}"]"#
  case valueFormat =
    #"value.format 65: ${name|the value} must be ${expected,kind,limit|of another form}[, not "${value,found}"]"#
  case valueMinItems =
    "value.min-items 65: ${name|the list} needs [at least ${limit:count value,values}|more values][, not ${found}]"
  case valueMaxItems =
    "value.max-items 65: ${name|the list} takes [at most ${limit:count value,values}|fewer values][, not ${found}]"
  case valueUniqueItems =
    "value.unique-items 65: ${name|the list} must not hold a value twice[: ${value} is at ${first} and ${second}|: ${value,found}]"
  case valueContains =
    "value.contains 65: ${name|the list} holds what it must [${found:count time,times}, not ${minimum} to ${maximum} times|${found:count time,times}, not at least ${minimum}|too seldom or too often]"
  case valueProperty =
    #"value.property 65: ${name|the object} takes no[ "${key,value}"| member of this name]"#
  case valueRequiredProperty =
    #"value.required-property 65: ${name|the object} needs ["${key,expected}"|another member]"#
  case valueMinProperties =
    "value.min-properties 65: ${name|the object} needs [at least ${limit:count member,members}|more members][, not ${found}]"
  case valueMaxProperties =
    "value.max-properties 65: ${name|the object} takes [at most ${limit:count member,members}|fewer members][, not ${found}]"
  case valueCombination = """
    value.combination 65: ${name|the value} has a form that is not allowed[: "${value}"]
    anyOf: ${name|the value} has none of the forms that are allowed[: "${value}"]
    oneOf: ${name|the value} must have exactly one of the forms that are allowed[, not ${matches}][: "${value}"]
    """
  case valueNothingAllowed = "value.nothing-allowed 65: ${name|the value} must not be given"
  case valueLooksLikeOption = """
    value.looks-like-option 65: [${name} ]["${value}" |the value ]begins with "-", and ${program|the program} would take it for an option
    - the definition can put "--" before the place where the value stands
    """
  case valueControl =
    #"value.control-character 65: ${name|the value} holds a character that is not allowed there[: "${value,found}"]"#
  case valueTooLong =
    "value.too-long 65: ${name|the value} is too long[: ${found,size} bytes][, at most ${limit} are allowed]"
  case valueJSON = "value.json 65: ${name|the value} is not JSON[: ${cause:message}]"
  case valueSchedule = """
    value.schedule 65: ["${value,key,name}"|the value] is not a schedule
    empty: the schedule is empty
    fields: a schedule has five fields: minute, hour, day of the month, month, day of the week[; this one has ${found}]
    macro: ["${value}"|this] is not a word for a schedule[; there is ${allowed}]
    never: ["${value}"|this] names days that no month of it has, so it would never be due
    range: ["${value}"|this] is out of range[ (${kind})][: ${allowed}]
    reboot: @reboot names no time, and nothing here waits for the start of the machine
    reversed: the range[ "${value}"] ends before it begins
    step: the step[ "${value}"] is out of range[ (${kind})][: ${allowed}]
    step-without-range: ["${value}"|this] has a step without a range: write a range or * before the step
    syntax: ["${value}"|this] is no ${kind|part of a schedule}[: ${allowed}]
    """
  case valueIdentifier = """
    value.identifier 65: "${name,value,path|this}" cannot name an intent
    - a name begins with a-z or 0-9 and goes on with those, ".", "_" and "-", at most ${limit|64}
    command: "${id}" is a command of runintent and cannot name an intent
    """

  // Things that are not there.
  case intentUnknown = """
    intent.unknown 66: there is no intent[ "${intent,name,value}"| of this name][ in ${searchPath,path}]
    - to see the intents: runintent list
    """
  case entityUnknown =
    #"entity.unknown 66: ${name|the value} is ${allowed:or|something that is not there}[, not "${value}"]"#
  case entityAmbiguous = """
    entity.ambiguous 66: ${name|the value} could be ${allowed:or|more than one thing}
    - say which one is meant
    """
  case fileMissing =
    "file.missing 66: [${option}: ]there is no file or folder ${path,name|of this name}[: ${reason}]"
  case runUnknown = """
    run.unknown 66: there is no run ${name,value,run|of this number}
    - to see the runs: runintent log
    """
  case automationUnknown = """
    automation.unknown 66: there is no automation[ "${name,value}"| of this name]
    - to see the automations: runintent automation list
    """
  case shortcutUnknown = """
    shortcut.unknown 66: there is no shortcut[ "${name,value}"| of this name]
    - to see the shortcuts: runintent shortcut list
    """
  case phraseUnknown = """
    phrase.unknown 66: nothing is called[ "${value,name}"| so]
    - near that: ${allowed:or}
    """

  // Files and folders.
  case folderUnreadable = "folder.unreadable 74: cannot read the folder ${path|of definitions}[: ${reason}]"
  case fileUnreadable = "file.unreadable 74: cannot read ${path|the file}[: ${reason}]"
  case fileNotRegular =
    "file.not-regular 78: ${path|the definition} is ${kind,found|no regular file}; a definition is a regular file"
  case fileStray =
    "file.stray 78: ${path|the definition} is a link out of its project[, to ${target}], and no definition"
  case fileTooLarge =
    "file.too-large 78: ${path|the file} is too large[: ${size,found} bytes, at most ${limit} are allowed|: ${size,found} bytes]"
  case fileOwner =
    "file.owner 77: ${path|the definition} belongs to another user[ (id ${owner})], who could change it"
  case fileWritable = "file.writable 77: ${path|the definition} may be changed by others than its owner"
  case fileName = """
    file.name 78: "${name,value,path|this}" cannot name an intent
    - a name begins with a-z or 0-9 and goes on with those, ".", "_" and "-", at most ${limit|64}
    """
  case fileWriteFailed = "file.write-failed 74: cannot write ${path,name|the file}[: ${reason}]"
  case fileExists = """
    file.exists 65: there is already ${path,name|a file of this name}
    - to change it: ${edit:command}
    - to replace it: ${replace:command}
    - to write elsewhere: --intents DIR
    """
  case shortcutName = """
    shortcut.name 65: "${value|this}" cannot name a shortcut: a name has 1 to 64 characters, no "/", and no "-" at its start
    command: "${value}" cannot name a shortcut: it is a command of runintent
    intent: "${value}" cannot name a shortcut: there is an intent ${other}
    taken: there is a shortcut "${other|of this name}" already
    """

  // JSON.
  case jsonSyntax = "json.syntax 78: unexpected ${found,value|text}[; expected ${expected}][: ${reason}]"
  case jsonEncoding = "json.encoding 78: the file is not valid UTF-8[: byte ${byte}][: ${reason}]"
  case jsonByteOrderMark = """
    json.byte-order-mark 78: the file begins with a [${encoding} ]byte order mark, which JSON does not have
    - save it as UTF-8 without a byte order mark
    """
  case jsonDuplicateKey =
    #"json.duplicate-key 78: the key[ "${key,name,value}"| of this name] is there twice"#
  case jsonDepth =
    "json.depth 78: objects and lists are nested too deeply[: at most ${limit} levels are allowed]"
  case jsonNul = "json.nul 78: a text must not hold the character U+0000"
  case jsonSurrogate =
    "json.surrogate 78: ${found,value|this} is half of a surrogate pair and no character on its own"
  case jsonNumber = "json.number 78: ${found,value|this} is not a number as JSON has them[: ${reason}]"
  case jsonEmpty = "json.empty 78: the file is empty"

  // Definitions.
  case definitionUnknownKey =
    #"definition.unknown-key 78: unknown key[ "${key,name,value}"| of this name][ in ${place}]"#
  case definitionMissingKey =
    #"definition.missing-key 78: [the key "${key,name}"|a key] is missing[ in ${place}]"#
  case definitionType =
    #"definition.type 78: ["${key,name}"|the value] must be ${expected,allowed:or|of another type}[, not ${found,value}]"#
  case definitionEnum =
    #"definition.enum 78: ["${key,name}"|the value] is ${allowed,expected:or|one of a fixed list}[, not "${value,found}"]"#
  case definitionRange =
    #"definition.range 78: ["${key,name}"|the value] must be [at least ${minimum,limit}|at most ${maximum}|${expected}|in its range][, not ${value,found}]"#
  case definitionName = """
    definition.name 78: "${name,value,key|this}" cannot name [an ${kind:article}|a ${kind}|anything][: ${reason}]
    - a name begins with a-z or 0-9 and goes on with those, "_" and "-", at most ${limit|64}
    """
  case definitionReservedName = """
    definition.reserved-name 78: "${name,value,key|this}" cannot name a parameter: ${option|it} is runintent's own
    element: "${name}" cannot name the element of a loop: ${option} is something else here
    """
  case definitionUnknownHandler =
    #"definition.unknown-handler 78: there is no handler[ "${handler,name,value}"| of this name]"#
  case definitionPlaceholder = """
    definition.placeholder 78: "${name,value,key|this placeholder}" names no parameter[ of ${intent}]
    condition: text of a condition has no placeholders; write {"var": "name"}
    later-step: "${name}": that step cannot have run before
    no-answer: nothing answers "${name}"; there is ${allowed:or}
    no-members: "${name}" names no parameter; the one before the point is neither a list nor an object
    no-steps: "${name}" names no step; only a workflow has steps
    result-outside: "${name}" can stand only in "result": there is no answer before the handler ran
    step-name: a placeholder of a step names it, as in steps.NAME.value
    step-part: "${name}": a step has ${allowed:and}
    unknown-step: "${name}" names no step
    unknown-variable: "${name}": nothing sets such a variable before
    """
  case definitionPlaceholderSyntax = """
    definition.placeholder-syntax 78: "${value,found|this}" is no placeholder
    unclosed: the placeholder "${value}" is not closed
    """
  case definitionDefault = """
    definition.default 78: the default[ of ${parameter}] does not fit[: ${cause:message}|: ${reason}|: it must be ${expected}|: "${value}"]
    required: a required parameter needs no default; it is never used
    """
  case definitionPosition = """
    definition.position 78: the positions of parameters count from 1, each once and without a gap[; the next is ${expected}]
    gap: the next position is ${expected}, not ${position}
    list-not-last: a list takes all further arguments, so "${name}" must have the last position
    required-after-optional: "${name}" is required and cannot stand after "${other}", which is not
    taken: position ${position} is already that of "${other}"
    """
  case definitionShort = """
    definition.short 78: the short form is one letter or digit[, not "${value,name}"]
    taken: "${value}" is already the short form of "${other}"
    """
  case definitionDuration =
    #"definition.duration 78: ["${key,name}"|the value] must be a length of time such as "PT30S" or "30s"[, not "${value,found}"]"#
  case definitionPattern = """
    definition.pattern 78: the pattern[ "${value}"] cannot be used[: ${reason}]
    - patterns have no back-references and no look-around
    """
  case definitionPhrase =
    #"definition.phrase 78: "${value,name|this}" means nothing in a phrase[: ${reason}]"#
  case definitionSummary = "definition.summary 78: the summary leaves out ${names:and|a required parameter}"
  case definitionCommandName = """
    definition.command-name 78: "${intent,name,value|this}" is also a command of runintent, which goes first
    - to run the intent: runintent run ${intent,name,value}
    """
  case definitionShadowed =
    "definition.shadowed 78: ${path|this definition} is not used: [${other,found}|another folder] has an intent of that name and goes first"
  case definitionExecutable = """
    definition.executable 78: there is no program[ "${program,name,value}"| of this name][ in ${searchPath}]
    no-file: there is no file ${program}
    not-executable: ${program} is not executable
    """
  case definitionTranslation = """
    definition.translation 78: the translation[ of "${key,name}"][ into ${value}] cannot be used[: ${reason}]
    left-out: the translation of "${key}" into ${value} leaves out ${found}
    missing: "${key}" is not translated into ${value}
    unknown: the translation of "${key}" into ${value} names ${found}, which the text does not
    """
  case definitionEnvironment = """
    definition.environment 78: the variable[ "${name,key,value}"| of this name] may not be set: it could change which code a program runs
    twice: the variable "${name}" is set twice: by "env" and by "descriptors"
    """
  case definitionInjection = """
    definition.injection 78: a caller's text would become code of ${program|a program}[: word ${word} of "${key}"|: "${key}"]
    - hand it over as an argument after the code, where it is data
    """
  case definitionFileWord = """
    definition.file-word 78: there is no file "${path}"[: word ${word} of "${key}"]
    - for code, write where it lies and list it in "uses"; for data, say in "sandbox" what may be read and written; "cwd" names the folder that words are seen from
    """
  case definitionOption = """
    definition.option 78: the option "${option}" of ${program|an interpreter} is not known here, and so is what follows it[: word ${word} of "${key}"]
    - write --option=value as one word, or put the options into the first line of a script
    """
  case definitionUnused = """
    definition.unused-parameter 78: nothing uses the parameter[ "${name}"]
    - name it as a placeholder in "with" or "result", or leave it out
    """
  case definitionStep = """
    definition.step 78: this step cannot be used[: ${reason}]
    broken: the definition of "${intent}" has faults
    deep: workflows run each other more than ${limit} deep
    large: its steps lead to more than ${limit} different calls
    missing-parameter: ${intent} needs the parameter "${name}"
    name-taken: there already is a step "${name}"
    nothing: a step must do something: ${allowed:or}
    recursion: "${intent}" would run itself: ${path}, by ${other}
    several: "${key}" cannot stand beside "${other}": a step does one thing
    unknown-intent: there is no intent "${name}"
    unknown-parameter: ${intent} has no parameter "${name}"
    value: ${cause:message}
    """
  case definitionSchedule = """
    definition.schedule 78: ["${value,key,name}"|the value] is not a schedule
    empty: the schedule is empty
    fields: a schedule has five fields: minute, hour, day of the month, month, day of the week[; this one has ${found}]
    macro: ["${value}"|this] is not a word for a schedule[; there is ${allowed}]
    never: ["${value}"|this] names days that no month of it has, so it would never be due
    range: ["${value}"|this] is out of range[ (${kind})][: ${allowed}]
    reboot: @reboot names no time, and nothing here waits for the start of the machine
    reversed: the range[ "${value}"] ends before it begins
    step: the step[ "${value}"] is out of range[ (${kind})][: ${allowed}]
    step-without-range: ["${value}"|this] has a step without a range: write a range or * before the step
    syntax: ["${value}"|this] is no ${kind|part of a schedule}[: ${allowed}]
    """
  case definitionZone = """
    definition.zone 78: there is no time zone[ "${value,name}"| of this name] on this machine
    - names are those below /usr/share/zoneinfo, such as Europe/Berlin
    """
  case definitionSecret = """
    definition.secret 78: the secret ["${name}" ]cannot stand here: it would be shown, or others could read it
    - hand it to the program by ${allowed:or}, which nobody else reads
    parameter: the secret parameter "${name}" cannot stand here: it would be shown, or others could read it
    """
  case definitionSandbox = """
    definition.sandbox 78: the sandbox allows more than it may need to
    access: "access" says nothing without a "sandbox"; {} is enough
    home: "${value}" holds your whole home; name the folders that are needed
    network: ${value} would do for "network"
    rights: ${value} raises rights, which works in no sandbox
    none: nothing limits what this starts; with "sandbox": {} the kernel does
    """
  case phraseSyntax = """
    definition.phrase-syntax 78: the phrase cannot be read[: ${reason}]
    bar: "|" stands outside of a group
    deep: "${value}" is nested too deep
    empty: "${value}" has no words
    long: the phrase is longer than ${limit} bytes
    silent: the phrase can be said without a word
    slot: "${value}" is no place for a parameter
    slots: the phrase has more than ${limit} places for parameters
    unclosed: "${value}" is not closed
    unopened: "${value}" closes nothing here
    """
  case phraseTwice =
    #"definition.phrase-twice 78: "${value|this phrase}" can also mean ${other|another intent}[: ${found}]"#

  // Secrets.
  case secretUndefined = """
    secret.undefined 78: the configuration defines no secret[ "${name}"| of this name]
    - to define it, write into ${path}: ${expected}
    """
  case secretUnreadable = """
    secret.unreadable 78: the secret[ "${name}"] cannot be read[ from ${path,variable}][: ${reason}]
    irregular: the secret "${name}" cannot be read: ${path} is ${kind}
    not-absolute: the secret "${name}" cannot be read from ${path}: its path is not absolute
    not-set: the secret "${name}" cannot be read: the variable ${variable} is not set or empty
    """
  case secretPermissions = """
    secret.permissions 78: the secret[ "${name}"] can be read by others[: ${path}]
    owner: the secret "${name}" belongs to another user (id ${owner}), who can read it and change it: ${path}
    """
  case secretInvalid = """
    secret.invalid 78: the secret[ "${name}"] cannot be used[: ${reason}]
    empty: the secret "${name}" is empty
    encoding: the secret "${name}" is not UTF-8
    nul: the secret "${name}" holds a NUL byte
    too-long: the secret "${name}" is longer than 64 KiB
    too-short: the secret "${name}" is too short to be hidden in what a program prints; it needs 4 bytes
    """
  case secretCommand = """
    secret.command 69: the secret[ "${name}"] is not to be had from ${program|its program}[: it ended with status ${status}|: it was ended by ${signal:signal}|: ${reason}]
    - it wrote: ${found}
    not-absolute: the secret "${name}" is not to be had from ${program}: its path is not absolute
    not-executable: the secret "${name}" is not to be had from ${program}: no such program can be run
    too-slow: the secret "${name}" is not to be had from ${program}: it did not end within ${seconds} s
    """

  // The configuration.
  case configurationUnsafe = """
    configuration.unsafe 78: the configuration is not used: ${path|the file} may be changed by others than its owner
    owner: the configuration is not used: ${path|the file} belongs to another user[ (id ${owner})], who could change it
    """
  case configurationUnreadable =
    "configuration.unreadable 78: cannot read the configuration ${path|of runintent}[: it is ${kind}|: ${reason}]"
  case configurationRule = """
    configuration.rule 78: a rule that denies does so always and for everybody; "${key|the rest}" says nothing in it
    exempt-roots: only root's file may exempt a group
    no-link: the door "${key|here}" needs "entity", "topic", "stateTopic" or "state"
    restricts-nothing: a rule restricts something: it needs ${allowed:or}
    same-door: the door "${key|here}" is the same as "${value|another}"; a door has one name
    """
  case configurationProvider = """
    configuration.provider 78: the door "${door|here}" names the provider "${name|of another name}", which the configuration does not have
    kind: the provider "${name|of it}" is of another kind than the door "${door|here}" says
    """

  // Permission.
  case permissionDenied = """
    permission.denied 77: not allowed: ${intent,name|this intent} may not ${missing:and|run}[ from ${source:source}][: ${reason}]
    - to allow it: ${command:command}
    - it may at these times: ${hours}
    - to limit what it starts, write into ${path}: ${sandbox}
    """
  case definitionChanged = """
    permission.changed 77: not allowed: ${intent,name,path|this intent} changed since it was allowed[ and may not ${missing:and}[ from ${source:source}]][: ${reason}]
    - to allow it: ${command:command}
    """
  case fileChanged = """
    permission.file-changed 77: not allowed: ${path,name|a file} changed since ${intent|the intent} was allowed
    - to allow it: ${command:command}
    """
  case fileAppeared = """
    permission.file-appeared 77: not allowed: a file of that name has appeared since ${intent|the intent} was allowed: ${path,name|a file}
    - to allow it: ${command:command}
    """
  case fileOutside =
    "permission.outside 77: not allowed: ${option,name|the path} must lie within ${folder|a folder}, and ${path,value|this} does not[: it leads to ${target}]"
  case modeNotAllowed = """
    permission.mode 77: not allowed: ${intent,name|this intent} is not made to run[ from ${source:source}]
    check: ${intent} can never run from ${source:source}, as from here
    """
  case consentRefused = """
    permission.refused 77: not allowed: ${intent,name|this intent} was not confirmed[: ${reason}]
    - to allow it: ${command:command}
    no-editor: not allowed: ${intent} cannot be edited without a terminal
    """
  case notPending = """
    permission.not-pending 66: nothing waits for your word under[ the number ${number}| that number]
    - to see what does: runintent pending
    """
  case commandRenamed = """
    usage.renamed 64: ${name|this command} has another name now
    - the same in the new words: ${same:command}
    """

  // Shared keys.
  case keyLiteral = """
    key.literal 64: a key is never given as an argument, where other programs could read it
    - hand it on by standard input (--key -) or a descriptor (--key fd:3), or type it when asked (--key alone, at the end)
    - a key that stood there is known to others now: revoke it
    """
  case keyUnreadable = "key.unreadable 64: no key could be read[: ${reason}]"
  case keyUseless = "key.useless 64: ${intent|this intent} takes no key: a key is for one act at one door"
  case keyRefused = """
    key.refused 77: not allowed: the key is not good for this
    - it may be mistyped, not good yet or any more, used up, revoked, or for another door: ask who gave it to you
    """
  case keyLimited = "key.too-many-tries 75: too many wrong keys were tried[; try again in ${seconds:seconds}]"
  case keyClock = """
    key.clock-back 75: no key is good while the clock is wrong: it shows ${value|a moment}, and has shown ${limit|a later one} before
    - set the clock right, or, if it is right now, share a key at a terminal: that takes the clock as right and revokes every earlier key
    """
  case keyUnknown = "key.unknown 66: there is no such key"

  // Running.
  case busy = """
    run.busy 75: ${resource,name,intent|it} is in use by another run[: ${reason}]
    - try again in a moment
    """
  case timedOut = """
    run.timed-out 124: ${intent,name,program|it} did not end within [${seconds:seconds}|${limit}|its limit of time]
    waiting: ${intent|it} did not begin[ within ${seconds:seconds}]: another run uses ${resource}
    queued: ${intent|it} did not begin[ within ${seconds:seconds}]: another run of it goes on
    """
  case interrupted = "run.interrupted 143: ended by ${signal:signal|a signal}"
  case upstreamFailed =
    "run.upstream-failed 1: ${intent|this intent} was not run: ${name|the intent before} failed"
  case runUnfinished =
    "run.unfinished 1: an earlier run[ of ${intent}][ (#${run})] ended without a word; whether it acted is not known"
  case unavailable =
    "provider.unavailable 69: ${name,handler,kind|the provider} is not available[: ${reason}]"
  case programMissing = """
    provider.not-installed 69: ${program|a program} is not installed
    - install the package ${package}
    """
  case executableMissing = """
    command.not-found 69: there is no program[ "${program,name,value}"| of this name][ in ${searchPath,path}]
    - install it, or write its whole path in the definition
    """
  case executableFailed = "command.cannot-run 69: cannot run ${program,path,name|the program}[: ${reason}]"
  case sandboxKernel = """
    sandbox.kernel 69: this kernel cannot hold the sandbox of ${program,intent|it}
    - to see what it can hold: runintent doctor
    files: this kernel cannot hold the sandbox of ${program}: it has no Landlock, which limits the files
    ports: this kernel cannot hold the sandbox of ${program}: it does not limit ports (Linux 6.7 does)
    signals: this kernel cannot hold the sandbox of ${program}: it does not limit signals (Linux 6.12 does)
    """
  case sandboxFailed =
    "sandbox.failed 69: the sandbox of ${program,intent|it} could not be set up[: ${reason}]"
  case sandboxOwnFiles = """
    sandbox.own-files 77: not allowed: the sandbox of ${intent,program|it} may not open ${path|this}: the store or the configuration of runintent is there
    write: not allowed: the sandbox of ${intent} may not write in ${path}: the store or the configuration of runintent is in it
    """
  case commandExit = "command.exit 1: ${program,name|the program} ended with status ${status|other than 0}"
  case commandSignal = "command.signal 1: ${program,name|the program} was ended by ${signal:signal|a signal}"
  case commandOutput =
    "command.output 1: what ${program,name|the program} printed is not ${expected|what its definition says}[: ${reason}]"
  case outputTruncated =
    "command.output-truncated 1: ${program,name|the program} wrote too much[ to its ${stream}]; [${bytes,count} bytes are|the rest is] left out"
  case descriptorHeld =
    "command.descriptor-held 1: ${program,name|the program} ended but left a process that holds its output; that was not waited for"
  case handlerFailed = "handler.failed 1: ${reason|the handler failed}"
  case schedulerMissing = """
    scheduler.missing 69: this machine has neither timers of systemd for you nor crontab[: ${reason}]
    - install cron, or call `runintent automation run ID` from your own scheduler
    """
  case schedulerUnknown = """
    scheduler.unknown 69: whether ${automation|it} is in the crontab is not known: no folder of PATH has crontab
    - call it with the folder of crontab in PATH
    """
  case schedulerFailed = "scheduler.failed 69: ${program,name|the scheduler} refused[: ${reason}]"
  case conditionOperator =
    #"condition.operator 78: there is no operator "${name|?}" in conditions[; did you mean "${suggestion}"?]"#
  case conditionArguments =
    #"condition.arguments 1: the operator "${name|?}" cannot work with such arguments"#
  case conditionValue =
    #"condition.value 1: the operator "${name|?}" needs ${expected|something else}[, not "${value}"]"#
  case workflowStopped = "workflow.stopped 1: ${reason|the workflow was stopped}"
  case workflowRounds =
    "workflow.rounds 1: a loop went round ${limit|too many} times and its condition still holds"

  // Handlers' own failures.
  case diskAboveMark =
    "disk.above-mark 1: ${path,name|the disk} is [${percent} % ]full, above the mark[ of ${mark,limit} %]"
  case vpnNoNetwork =
    "vpn.no-network 1: ${profile,name|the VPN} cannot connect: ${reason|there is no network}"
  case vpnTimedOut =
    "vpn.timed-out 1: ${profile,name|the VPN} did not connect[ within ${seconds:seconds}| within ${limit}][: ${reason}]"
  case vpnInterrupted =
    "vpn.interrupted 1: ${profile,name|the VPN} was left[ ${state}|: whether it is connected is not known]"
  case vpnPaused = """
    vpn.paused 75: ${profile,name|the VPN} pauses for another ${left|while}
    - try again at ${time}
    """
  case vpnNoPlugin = """
    vpn.no-plugin 1: ${profile,name|the VPN} needs a plug-in that is not installed[: ${plugin}]
    - install the package ${package}
    """
  case vpnAuthFailed = """
    vpn.auth-failed 1: ${profile,name|the VPN} refused the login
    - check the user name and the password of the profile
    """
  case vpnCertificate = """
    vpn.certificate 1: the certificate of the other end of ${profile,name|the VPN} is not trusted
    - ask who runs the VPN; runintent never installs trust
    """
  case vpnNotAllowed = """
    vpn.not-allowed 1: you may not start or stop ${profile,name|the VPN} from here
    - an administrator can allow it, for NetworkManager with a rule of polkit
    """
  case vpnNoSecrets = """
    vpn.no-secrets 1: a password or a key of ${profile,name|the VPN} is missing
    - store it with the profile, since nobody can be asked for it here
    """
  case vpnProviderStopped = "vpn.provider-stopped 1: the service that drives ${profile,name|the VPN} stopped"
  case vpnPluginFailed = "vpn.plugin-failed 1: the plug-in of ${profile,name|the VPN} could not do its work"
  case vpnBadSettings = "vpn.bad-settings 1: ${profile,name|the VPN} got addresses that do not fit"
  case vpnStopped = "vpn.stopped 1: somebody stopped ${profile,name|the VPN}"
  case vpnVanished = "vpn.vanished 1: ${profile,name|the VPN} or its interface is gone"
  case vpnNoHandshake = "vpn.no-handshake 1: the other end of ${profile,name|the VPN} did not answer"
  case vpnFailed = "vpn.failed 1: ${profile,name|the VPN} failed[: ${reason}]"
  case httpAddress = """
    http.address 65: ${name|the address} is no address of HTTP[: ${value}]
    - it begins with https:// or http://, and has no user, no fragment and no . or .. in its path
    """
  case httpUnreachable = "http.unreachable 69: ${name|the service} cannot be reached[: ${reason}]"
  case httpTLS = """
    http.tls 69: the connection to ${name|the service} is not secure[: ${reason}]
    - "certificates" names a file of certificates to trust instead of the system's
    """
  case httpUnavailable = """
    http.unavailable 69: ${name|the service} is not ready now[ (status ${status})|: it says ${reason}]
    - try again later
    """
  case httpTimedOut = "http.timed-out 1: ${name|the service} did not answer[ within ${seconds:seconds}]"
  case httpLost = "http.connection-lost 1: the connection to ${name|the service} was cut[: ${reason}]"
  case httpStatus = "http.status 1: ${name|the service} answered with status ${status|that was not expected}"
  case httpTokenRefused = """
    http.token-refused 78: ${name|the service} refused the token[ (status ${status})]
    - it is wrong or has expired; make a new one and put it where the secret is kept
    """
  case httpTooLarge = "http.too-large 1: the answer of ${name|the service} is larger than it may be"
  case httpBadJSON = "http.bad-json 1: the answer of ${name|the service} is no JSON"
  case httpPointer =
    "http.pointer-missing 1: the answer of ${name|the service} has nothing at ${value|the place that was asked for}"
  case httpNotConfirmed =
    "http.not-confirmed 1: ${name|the service} did not confirm it[ within ${seconds:seconds}]"
  case brokerUnreachable =
    "mqtt.unreachable 69: the broker ${name|of MQTT} cannot be reached[: ${reason}|: nothing came within ${seconds:seconds}]"
  case brokerTLS = "mqtt.tls 69: the connection to the broker ${name|of MQTT} is not secure[: ${reason}]"
  case brokerRefused = """
    mqtt.refused 78: the broker ${name|of MQTT} refused user name and password[ (${reason})]
    - look at "username" and "password" of the provider
    """
  case lockOffline = """
    lock.offline 69: ${name|the door} is offline
    - look at its battery and radio
    """
  case lockSilent = """
    lock.silent 1: ${name|the door} did not answer[ within ${seconds:seconds}]; the command was sent once
    asked: ${name|the door} did not answer when it was asked
    """
  case lockUnmoved = "lock.unmoved 1: ${name|the door} did not move[ within ${seconds:seconds}]"
  case lockBounced = "lock.bounced 1: the bolt of ${name|the door} moved and went back"
  case lockUnconfirmed = """
    lock.unconfirmed 1: whether ${name|the door} moved is not known; the command was sent once
    - look at the door
    """
  case lockRefused = """
    lock.refused 1: the lock of ${name|the door} refused[ (status ${status})][: ${reason}]
    - its code fits ${format}: "code" of the door names the secret that holds it
    code: the lock of ${name|the door} refused[ (status ${status})]: it wants a code
    """
  case lockUnsupported = "lock.unsupported 1: the lock of ${name|the door} cannot do that"
  case lockInterrupted = """
    lock.interrupted 1: the command to ${name|the door} may have been sent; its state is ${state|not known}
    - look at the door
    """
  case polkitRefuses = """
    polkit.refuses 1: polkit lets neither timers, such as cron's, nor logins over ssh connect and disconnect with NetworkManager
    - to allow it: ${command}
    """
  case lockJammed = """
    lock.jammed 1: ${door,name|the door} is jammed[: the bolt did not move within ${seconds:seconds}|: ${reason}]
    - try again, or look at the door
    """
  case guardMissing = """
    guard.missing 1: nothing was done with ${name|it}, since nobody would end that at its time: no guard could be started
    - see `runintent doctor`, or leave out the time
    """
  case lockUnknown = """
    lock.unknown 1: whether ${door,name|the door} is locked is not known[: ${reason}]
    - look at the door
    moving: ${door,name|the door} is still moving
    unavailable: ${door,name|the door} went offline before it was sure
    """
  case notifyFailed = "notify.failed 1: the notification was not shown[: ${reason}]"
  case desktopImpossible =
    "desktop.not-possible 65: ${intent|it} cannot be started from the desktop[: ${reason}]"
  case editAbandoned = """
    edit.abandoned 1: ${intent,name|the definition} was not changed[: ${reason}]
    - your text is kept in ${path}
    """
  case stateChanged =
    "state.changed 1: ${name|its state} has changed since[: it is ${state}][, no longer ${expected}][ (run ${run})]"
  case undoImpossible = "undo.not-possible 65: [run ${run}|it] cannot be undone[: ${reason}]"
  case againImpossible = "again.not-possible 65: [run ${run}|it] cannot be repeated[: ${reason}]"

  // Ourselves and the machine.
  case outputFailed = "output.failed 74: the answer could not be written[: ${reason}]"
  case storeUnwritable = "store.unwritable 74: [${path}|the journal] cannot be written[: ${reason}]"
  case storeUnreadable = """
    store.unreadable 74: ${path|the journal} could not be read[: ${reason}]
    - try again; where it stays so, look at the disk
    """
  case storeDamaged = "store.damaged 74: ${path|the journal} is damaged[: ${reason}]"
  case storeNewer = """
    store.newer 74: ${path|the journal} was written by a newer runintent[ (version ${found})]
    - run the newer one, or move the file away
    """
  case storeForeign = "store.foreign 74: ${path|the journal} belongs to another program[: ${reason}]"
  case internalError = """
    internal.error 70: this is a fault of runintent itself[: ${reason}]
    - please report it
    """
}

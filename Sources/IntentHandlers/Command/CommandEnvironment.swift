internal import IntentCore
internal import IntentPipeline

/// The variables that a started program sees.
enum CommandEnvironment {
  /// The caller's few variables, then the definition's own; one that could bring in code is refused.
  static func make(of call: HandlerCall, _ world: World) throws(Failure) -> [(name: String, value: String)] {
    var environment = world.machine.caller.environment
    for (name, value) in try call.table("env") {
      if let place = environment.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
        environment[place].value = value
      } else {
        environment.append((name, value))
      }
    }
    return environment
  }

  /// Refuses the variables that choose code for a program, and text that no environment can hold.
  static func check(_ call: HandlerCall) throws(Failure) {
    var faults: [Fault] = []
    for (name, value) in try call.table("env") {
      if !isAllowed(name) { faults.append(fault(name)) }
      if value.utf8.contains(0) { faults.append(Fault(.valueControl, ["name": .text("with.env.\(name)")])) }
    }
    if !faults.isEmpty { throw Failure(faults) }
  }

  static func fault(_ name: String) -> Fault { Fault(.definitionEnvironment, ["name": .text(name)]) }

  static func isAllowed(_ name: String) -> Bool {
    let bytes = name.utf8
    guard let first = bytes.first, !(0x30...0x39).contains(first),
      bytes.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "=") && $0 < 0x7F })
    else { return false }
    return !refused.contains(name) && !refusedPrefixes.contains { bytes.starts(with: $0.utf8) }
  }

  /// Whether the variable names a program, or a folder where programs or their settings are looked for.
  static func choosesPrograms(_ name: String) -> Bool { choosers.contains(name) }

  /// Whether programs read nothing but words to show, places and sizes from the variable, so that a caller may choose
  /// its value; names that begin with `INTENT_` are for scripts of one's own.
  static func isHarmless(_ name: String) -> Bool {
    harmless.contains(name) || ["LC_", "INTENT_"].contains { name.utf8.starts(with: $0.utf8) }
  }

  private static let harmless = [
    "LANG", "LANGUAGE", "TZ", "COLUMNS", "LINES", "NO_COLOR", "CLICOLOR", "FORCE_COLOR", "COLORTERM",
  ]

  private static let choosers = [
    "PATH", "HOME", "SHELL", "EDITOR", "VISUAL", "PAGER", "MANPAGER", "BROWSER", "LESSOPEN", "LESSCLOSE",
    "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS", "TAR_OPTIONS", "RSYNC_RSH",
  ]
  private static let refusedPrefixes = [
    "LD_", "DYLD_", "PYTHON", "GIT_", "SSL_", "BASH_FUNC_", "GLIBC_TUNABLES", "MALLOC_", "NODE_", "RUBY",
    "PERL",
  ]
  private static let refused = [
    "BASH_ENV", "ENV", "IFS", "CURL_HOME", "SHELLOPTS", "BASHOPTS", "PS4", "PROMPT_COMMAND", "ZDOTDIR",
    "GCONV_PATH", "LOCPATH", "NLSPATH", "HOSTALIASES", "RESOLV_HOST_CONF", "LOCALDOMAIN", "RES_OPTIONS",
    "LUA_INIT", "LUA_PATH", "LUA_CPATH", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH",
  ]
}

/// Texts that a program reads from descriptors of its own, where nobody else finds them.
enum CommandDescriptors {
  /// Lower numbers are used by shells and kept for what a program may tell.
  static let first: Int32 = 10
  static let limit = 32

  /// Refuses names that cannot be variables or choose programs, and those that `env` sets too.
  static func check(_ call: HandlerCall) throws(Failure) {
    guard let members = call["descriptors"]?.members else { return }
    var faults = members.map(\.key)
      .filter { !CommandEnvironment.isAllowed($0) || CommandEnvironment.choosesPrograms($0) }
      .map(CommandEnvironment.fault)
    for (name, _) in call["env"]?.members ?? []
    where members.contains(where: { $0.key.utf8.elementsEqual(name.utf8) }) {
      faults.append(Fault(.definitionEnvironment, ["name": .text(name), "reason": "twice"]))
    }
    if members.count > limit {
      faults.append(Fault(.valueMaxItems, ["name": "with.descriptors", "limit": .integer(limit)]))
    }
    if !faults.isEmpty { throw Failure(faults) }
  }

  /// Puts each text behind a descriptor and its path into the variable.
  static func add(to request: inout ProcessRequest, of call: HandlerCall) throws(Failure) {
    var number = first
    for (name, text) in try call.table("descriptors") {
      while request.descriptors.contains(where: { $0.number == number }) { number += 1 }
      request.descriptors.append(HandedContents(number: number, contents: Array(text.utf8)))
      request.environment.removeAll { $0.name.utf8.elementsEqual(name.utf8) }
      request.environment.append((name, "/dev/fd/\(String(number))"))
      number += 1
    }
  }
}

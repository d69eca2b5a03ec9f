internal import CPlatform
internal import Glibc
package import IntentCore

/// What is known of who called and from where, read once at the start.
package struct CallerFacts: Sendable {
  package var environment: Environment
  package var caller: World.Caller
  package var folders: UserFolders
  package var locale: LocaleFacts

  package static func read(_ environment: Environment = .process, files: World.Files = .live) -> CallerFacts {
    let user = geteuid()
    let folders = UserFolders(environment, user: user, files: files)
    var caller = World.Caller(
      user: user, group: getegid(), workingDirectory: workingDirectory(),
      environment: handedOn(environment, home: folders.home),
      desktop: desktop(environment, files: files))
    caller.variable = { environment[$0] }
    return CallerFacts(
      environment: environment, caller: caller, folders: folders, locale: LocaleFacts(environment))
  }

  /// The absolute working directory, `/` when it is gone or has no name here.
  private static func workingDirectory() -> String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    guard let text = String(validatingCString: path), Accounts.isAbsolute(text) else { return "/" }
    return text
  }

  /// Where programs are looked up when `PATH` does not say.
  package static let defaultSearchPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

  /// The variables that a started program gets; nothing else is inherited.
  static func handedOn(_ environment: Environment, home: String?) -> [(name: String, value: String)] {
    var variables = [(name: "PATH", value: environment.nonEmpty("PATH") ?? defaultSearchPath)]
    variables += environment.those(["LANG"])
    variables += environment.those(LocaleFacts.categories)
    if let home { variables.append(("HOME", home)) }
    return variables + environment.those(["USER", "LOGNAME", "TZ"])
  }

  /// The variables with which a program reaches the desktop; none unless a display and a bus are there.
  static func desktop(_ environment: Environment, files: World.Files) -> [(name: String, value: String)] {
    let found = environment.those([
      "DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR",
    ]).filter { !$0.value.isEmpty }
    func has(_ name: String) -> Bool { found.contains { $0.name == name } }
    guard has("DISPLAY") || has("WAYLAND_DISPLAY") else { return [] }
    let runtime = environment.nonEmpty("XDG_RUNTIME_DIR")
    guard has("DBUS_SESSION_BUS_ADDRESS") || runtime.flatMap({ files.facts($0 + "/bus") }) != nil else {
      return []
    }
    return found
  }
}

/// The variables that a process was given; those that are not UTF-8 are left out.
package struct Environment: Sendable {
  private let value: @Sendable (String) -> String?

  /// The variables of this process, which nothing here changes.
  package static let process = Environment(
    value: { name in getenv(name).flatMap { String(validatingCString: $0) } })

  package subscript(name: String) -> String? { value(name) }

  /// The value of a variable that is set and not empty.
  package func nonEmpty(_ name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }

  /// Those of the variables that are set.
  func those(_ names: [String]) -> [(name: String, value: String)] {
    names.compactMap { name in value(name).map { (name, $0) } }
  }
}

extension Environment {
  /// Variables that a test states.
  package init(_ variables: [String: String]) { self.init(value: { variables[$0] }) }
}

/// The language and the characters that the caller expects (locale(7)).
package struct LocaleFacts: Sendable, Equatable {
  /// Locale names, the one that counts first: of `LC_ALL`, `LC_MESSAGES`, `LANG`.
  package var languages: [String]
  /// Whether text is UTF-8: by the first that is set of `LC_ALL`, `LC_CTYPE`, `LANG`.
  package var isUTF8: Bool

  /// The variables that set a part of the locale.
  static let categories = [
    "LC_ALL", "LC_ADDRESS", "LC_COLLATE", "LC_CTYPE", "LC_IDENTIFICATION", "LC_MEASUREMENT", "LC_MESSAGES",
    "LC_MONETARY", "LC_NAME", "LC_NUMERIC", "LC_PAPER", "LC_TELEPHONE", "LC_TIME",
  ]
}

extension LocaleFacts {
  package init(_ environment: Environment) {
    let all = environment.nonEmpty("LC_ALL")
    let general = environment.nonEmpty("LANG")
    languages = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap(environment.nonEmpty)
    isUTF8 = LocaleFacts.namesUTF8(all ?? environment.nonEmpty("LC_CTYPE") ?? general ?? "")
  }

  /// Whether a locale name has the codeset `UTF-8` or `utf8`, as in `sr_RS.UTF-8@latin`.
  private static func namesUTF8(_ name: String) -> Bool {
    var rest = name.utf8.drop { $0 != UInt8(ascii: ".") }.dropFirst()
    for letter in "utf8".utf8 {
      if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
      guard let next = rest.popFirst(), next | 0x20 == letter else { return false }
    }
    return rest.isEmpty || rest.first == UInt8(ascii: "@")
  }
}

/// Where a user's files are, by the XDG Base Directory Specification; each is `nil` without a home.
package struct UserFolders: Sendable, Equatable {
  package var home: String?
  package var config: String?
  package var data: String?
  package var state: String?
  /// Where the user's own programs are.
  package var programs: String?

  /// Finds the folders; a relative path in a variable counts as none, as the specification says.
  package init(_ environment: Environment, user: UInt32, files: World.Files) {
    func absolute(_ name: String) -> String? {
      environment[name].flatMap { Accounts.isAbsolute($0) ? $0 : nil }
    }
    let home = absolute("HOME") ?? Accounts(user: user, files: files).home
    func below(_ name: String) -> String? { home.map { $0 == "/" ? "/" + name : $0 + "/" + name } }
    self.home = home
    config = absolute("XDG_CONFIG_HOME") ?? below(".config")
    data = absolute("XDG_DATA_HOME") ?? below(".local/share")
    state = absolute("XDG_STATE_HOME") ?? below(".local/state")
    programs = below(".local/bin")
  }
}

/// The arguments that the process was started with.
package struct Arguments: Sendable, Equatable {
  /// The words after the program's own name; what is not UTF-8 in them is replaced by U+FFFD.
  package var arguments: [String] = []
  /// The indices in `arguments` of those that are not valid UTF-8.
  package var invalid: [Int] = []

  /// Reads the arguments of this process.
  package static func read() -> Arguments {
    var count: Int32 = 0
    guard let values = cplatform_arguments(&count) else { return Arguments() }
    return read(count, values)
  }

  /// Reads what a `main` was given.
  package static func read(
    _ count: Int32, _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) -> Arguments {
    var result = Arguments()
    for index in 0..<max(0, Int(count) - 1) {
      guard let value = values[index + 1] else { break }
      let text = String(validatingCString: value)
      if text == nil { result.invalid.append(index) }
      result.arguments.append(text ?? String(cString: value))
    }
    return result
  }
}

internal import Glibc
package import IntentCore

/// What is known of who called and from where, read once at the start.
package struct CallerFacts: Sendable {
  package var environment: Environment
  package var caller: World.Caller
  package var folders: UserFolders
  package var locale: LocaleFacts

  package init(environment: Environment, caller: World.Caller, folders: UserFolders, locale: LocaleFacts) {
    self.environment = environment
    self.caller = caller
    self.folders = folders
    self.locale = locale
  }

  package static func read(
    _ environment: Environment = .process, files: World.Files = .live
  ) -> CallerFacts {
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
    guard let text = String(validatingCString: path), Passwd.isAbsolute(text) else { return "/" }
    return text
  }

  /// Where programs are looked up when `PATH` does not say.
  package static let defaultSearchPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

  /// The variables that a started program gets; nothing else is inherited.
  static func handedOn(_ environment: Environment, home: String?) -> [(name: String, value: String)] {
    var variables = [(name: "PATH", value: environment.nonEmpty("PATH") ?? defaultSearchPath)]
    if let language = environment["LANG"] { variables.append(("LANG", language)) }
    for variable in environment.beginning("LC_") where LocaleFacts.categories.contains(variable.name) {
      variables.append(variable)
    }
    if let home { variables.append(("HOME", home)) }
    if let user = environment["USER"] { variables.append(("USER", user)) }
    if let login = environment["LOGNAME"] { variables.append(("LOGNAME", login)) }
    if let zone = environment["TZ"] { variables.append(("TZ", zone)) }
    return variables
  }

  /// The variables with which a program reaches the desktop; none unless a display and a bus are there.
  static func desktop(_ environment: Environment, files: World.Files) -> [(name: String, value: String)] {
    let display = environment.nonEmpty("DISPLAY")
    let wayland = environment.nonEmpty("WAYLAND_DISPLAY")
    guard display != nil || wayland != nil else { return [] }
    let bus = environment.nonEmpty("DBUS_SESSION_BUS_ADDRESS")
    let runtime = environment.nonEmpty("XDG_RUNTIME_DIR")
    guard bus != nil || runtime.flatMap({ files.facts($0 + "/bus") }) != nil else { return [] }
    var found: [(name: String, value: String)] = []
    if let display { found.append(("DISPLAY", display)) }
    if let wayland { found.append(("WAYLAND_DISPLAY", wayland)) }
    if let bus { found.append(("DBUS_SESSION_BUS_ADDRESS", bus)) }
    if let runtime { found.append(("XDG_RUNTIME_DIR", runtime)) }
    return found
  }
}

internal import Glibc
package import IntentCore

/// Where a user's files are, by the XDG Base Directory Specification; each is `nil` without a home.
package struct UserFolders: Sendable, Equatable {
  package var home: String?
  package var config: String?
  package var data: String?
  package var state: String?
  /// Where the user's own programs are.
  package var programs: String?
  /// Where files of this login are said to be; `runtime` checks that.
  private let namedRuntime: String?
  private let user: UInt32

  /// Finds the folders; a relative path in a variable counts as none, as the specification says.
  package init(_ environment: Environment, user: UInt32, files: World.Files) {
    func absolute(_ name: String) -> String? {
      guard let path = environment[name], Passwd.isAbsolute(path) else { return nil }
      return path
    }
    let home =
      absolute("HOME") ?? files.read("/etc/passwd", 16 << 20).flatMap { Passwd.home(of: user, in: $0) }
    func below(_ name: String) -> String? { home.map { $0 == "/" ? "/" + name : $0 + "/" + name } }
    self.home = home
    config = absolute("XDG_CONFIG_HOME") ?? below(".config")
    data = absolute("XDG_DATA_HOME") ?? below(".local/share")
    state = absolute("XDG_STATE_HOME") ?? below(".local/state")
    programs = below(".local/bin")
    namedRuntime = absolute("XDG_RUNTIME_DIR")
    self.user = user
  }

  /// The folder for files of this login, `nil` where there is none that is the user's alone; the same
  /// with and without `XDG_RUNTIME_DIR`, while the user is logged in.
  package func runtime(_ files: World.Files = .live) -> String? {
    func isOurs(_ path: String) -> Bool {
      guard let facts = files.facts(path) else { return false }
      return facts.kind == .folder && facts.owner == user && facts.mode & 0o077 == 0
    }
    if let namedRuntime, isOurs(namedRuntime) { return namedRuntime }
    let usual = "/run/user/" + String(user)
    return isOurs(usual) ? usual : nil
  }

  /// A folder that is needed now; fails with `folder.unreadable` when there is no home to have it in.
  package static func required(_ folder: String?, named name: String, user: UInt32) throws(Failure) -> String
  {
    if let folder { return folder }
    throw Failure(
      .folderUnreadable,
      [
        "path": .text(name),
        "reason": .text("HOME is not set, and /etc/passwd names no home for user \(user)"),
      ])
  }
}

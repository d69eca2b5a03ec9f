package import IntentCore

/// By what this system lets a person prove who they are, and what is missing.
package struct AuthenticationMeans: Sendable, Equatable {
  package enum Way: Sendable, Equatable {
    /// Root need prove nothing, as for sudo(8).
    case root
    case polkit(pkcheck: String)
    case sudo(String)
  }

  /// What is used; `nil` when there is nothing.
  package var way: Way?
  /// The absolute paths of the programs, `nil` where one is not there or others than root may write it.
  package var pkcheck: String?
  package var pkaction: String?
  package var sudo: String?
  /// Whether `PolkitAction.path` is there, and whether polkit has read it.
  package var isActionInstalled = false
  package var isActionKnown = false

  package init() {}

  /// Where a system keeps its programs; never the caller's `PATH`.
  private static let folders = [
    "/usr/bin", "/bin", "/usr/local/bin", "/run/wrappers/bin", "/run/current-system/sw/bin",
  ]

  /// - Parameter run: Runs a program and answers its output, `nil` unless it ended with 0.
  package static func find(
    user: UInt32, files: World.Files, run: ProgramAnswer
  ) async -> AuthenticationMeans {
    var means = AuthenticationMeans()
    means.pkcheck = program("pkcheck", files)
    means.pkaction = program("pkaction", files)
    means.sudo = program("sudo", files, mode: 0o4000)
    means.isActionInstalled = files.facts(PolkitAction.path)?.isRootsAlone ?? false
    if means.isActionInstalled, means.pkcheck != nil, let pkaction = means.pkaction {
      means.isActionKnown = await run([pkaction, "--action-id", PolkitAction.id]) != nil
    }
    if user == 0 {
      means.way = .root
    } else if means.isActionKnown, let pkcheck = means.pkcheck {
      means.way = .polkit(pkcheck: pkcheck)
    } else {
      means.way = means.sudo.map { .sudo($0) }
    }
    return means
  }

  /// A program of root's alone.
  ///
  /// - Parameter mode: Bits that it must have, such as the set-user-ID bit.
  static func program(_ name: String, _ files: World.Files, mode: UInt32 = 0) -> String? {
    folders.lazy.map { "\($0)/\(name)" }.first { path in
      guard let facts = files.facts(path), facts.isRootsAlone else { return false }
      return facts.mode & 0o111 != 0 && facts.mode & mode == mode
    }
  }
}

/// Runs a program of the system by its absolute path; its output, `nil` unless it ended with 0 in time.
package typealias ProgramAnswer = @Sendable (_ words: [String]) async -> String?

internal import Glibc
package import IntentCore

/// Has the person at the terminal prove who they are, by what the system has; anything but success is a denial.
package struct LiveAuthentication: Sendable {
  package var user: UInt32
  package var files: World.Files
  /// `nil` where nothing can be kept.
  package var cache: AuthenticationCache?
  /// Whether there is a terminal whose foreground is ours.
  package var isInForeground: @Sendable () -> Bool
  package var run: ProgramAnswer
  /// Runs a program at the terminal to its end; whether it ended with 0.
  package var runAtTerminal: @Sendable (_ words: [String]) -> Bool

  package init(
    user: UInt32, files: World.Files, cache: AuthenticationCache?,
    isInForeground: @escaping @Sendable () -> Bool, run: @escaping ProgramAnswer,
    runAtTerminal: @escaping @Sendable (_ words: [String]) -> Bool
  ) {
    self.user = user
    self.files = files
    self.cache = cache
    self.isInForeground = isInForeground
    self.run = run
    self.runAtTerminal = runAtTerminal
  }

  package func means() async -> AuthenticationMeans {
    await AuthenticationMeans.find(user: user, files: files, run: run)
  }

  package func isUnlocked() async -> Bool? {
    await LoginSession.isUnlocked(user: user, files: files, run: run)
  }

  /// Never waits where there is no terminal.
  ///
  /// - Parameters:
  ///   - prompt: What sudo asks, with `%p` for the user whose password it wants.
  ///   - mayAsk: Whether the person may be asked; else only what is already known counts.
  package func authenticate(prompt: String, mayAsk: Bool) async -> Proof {
    if user == 0 { return .proven }
    let login = TerminalLogin(user: user, files: files)
    if let login, let cache, cache.holds(for: login) { return .proven }
    guard mayAsk, isInForeground() else {
      return .denied("an authentication is needed, and there is no terminal to ask at")
    }
    guard let words = await words(prompt) else {
      return .denied("an authentication is needed, and neither polkit's action nor sudo is there")
    }
    guard runAtTerminal(words) else { return .denied("the authentication failed") }
    if let login { cache?.keep(for: login) }
    return .proven
  }

  private func words(_ prompt: String) async -> [String]? {
    switch await means().way {
    case .polkit(let pkcheck):
      guard let start = TerminalLogin.ownStart(files) else { return nil }
      return [
        pkcheck, "--action-id", PolkitAction.id, "--process", "\(getpid()),\(start),\(getuid())",
        "--allow-user-interaction", "--enable-internal-agent",
      ]
    // Earlier passwords do not count (-k), and nothing is run (-v).
    case .sudo(let sudo): return [sudo, "-k", "-v", "-p", prompt]
    case .root, nil: return nil
    }
  }
}

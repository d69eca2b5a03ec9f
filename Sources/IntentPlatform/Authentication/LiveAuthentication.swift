internal import Glibc
package import IntentCore

/// Has the person at the terminal prove who they are, by what the system has; anything but success is a denial.
package struct LiveAuthentication: Sendable {
  let user: UInt32
  let files: World.Files
  /// `nil` where nothing can be kept.
  let cache: AuthenticationCache?
  /// Whether there is a terminal whose foreground is ours.
  let isInForeground: @Sendable () -> Bool
  let run: ProgramAnswer
  /// Runs a program at the terminal to its end; whether it ended with 0.
  let runAtTerminal: @Sendable (_ words: [String]) -> Bool

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

extension LiveAuthentication {
  /// Where a system keeps its programs; never the caller's `PATH`.
  private static let folders = [
    "/usr/bin", "/bin", "/usr/local/bin", "/run/wrappers/bin", "/run/current-system/sw/bin",
  ]

  package func means() async -> AuthenticationMeans {
    var means = AuthenticationMeans()
    means.pkcheck = program("pkcheck")
    means.pkaction = program("pkaction")
    means.sudo = program("sudo", mode: 0o4000)
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
  private func program(_ name: String, mode: UInt32 = 0) -> String? {
    Self.folders.lazy.map { "\($0)/\(name)" }.first { path in
      guard let facts = files.facts(path), facts.isRootsAlone else { return false }
      return facts.mode & 0o111 != 0 && facts.mode & mode == mode
    }
  }

  /// Whether the person is at an unlocked screen, as logind knows it (loginctl(1)): the session of the user's
  /// display, or where there is none any session of theirs, is active and not locked. `nil` when it cannot be told.
  package func isUnlocked() async -> Bool? {
    guard let loginctl = program("loginctl"),
      let about = await run([
        loginctl, "show-user", String(user), "--property=Display", "--property=Sessions",
      ])
    else { return nil }
    let display = Self.value("Display", in: about)
    let sessions = display.isEmpty ? Self.value("Sessions", in: about) : display
    var answer: Bool?
    for session in sessions.utf8.split(separator: UInt8(ascii: " ")) {
      let words = [
        loginctl, "show-session", String(Substring(session)), "--property=LockedHint", "--property=Active",
      ]
      guard let about = await run(words) else { continue }
      let isLocked = Self.value("LockedHint", in: about)
      if isLocked == "no", Self.value("Active", in: about) == "yes" { return true }
      if !isLocked.isEmpty { answer = false }
    }
    return answer
  }

  /// The value of a line `NAME=value`, empty where there is none.
  private static func value(_ name: String, in text: String) -> String {
    let line = text.utf8.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: "\(name)=".utf8) }
    return line.map { String(Substring($0.dropFirst(name.utf8.count + 1))) } ?? ""
  }
}

extension LiveAuthentication {
  /// - Parameter folder: The user's own folder of state; `nil` where nothing can be kept.
  package init(
    _ world: World, folder: String?, run: @escaping ProgramAnswer,
    runAtTerminal: @escaping @Sendable (_ words: [String]) -> Bool
  ) {
    self.init(
      user: world.machine.caller.user, files: world.files,
      cache: folder.map { AuthenticationCache(folder: $0, files: world.files, clock: world.clock) },
      isInForeground: SourceFacts.live.isInForeground, run: run, runAtTerminal: runAtTerminal)
  }
}

/// The last authentication, kept for a few minutes and for the same terminal session alone.
struct AuthenticationCache: Sendable {
  private static let lifetime = Duration.seconds(300)

  /// The user's own folder of state.
  let folder: String
  let files: World.Files
  let clock: World.Clock
  private var path: String { folder + "/authentication" }

  /// Whether the person proved who they are in this session, not long ago by both clocks; a wall clock that was
  /// set back says no. Never makes it last longer.
  func holds(for login: TerminalLogin) -> Bool {
    guard let facts = files.facts(path), facts.kind == .regular, facts.owner == login.user,
      facts.mode & 0o077 == 0, let bytes = files.read(path, 256)
    else { return false }
    let text = login.text
    guard bytes.starts(with: text.utf8) else { return false }
    let times = bytes[text.utf8.count...].split(
      separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard times.count == 3, times[0].isEmpty, let wall = Int(String(decoding: times[1], as: UTF8.self)),
      let monotonic = Int(String(decoding: times[2], as: UTF8.self))
    else { return false }
    let ages = [
      clock.wall() - WallTime(microseconds: wall),
      clock.monotonic() - MonotonicTime(nanoseconds: monotonic),
    ]
    return ages.allSatisfy { .zero <= $0 && $0 < Self.lifetime }
  }

  /// One that cannot be kept is asked for again.
  func keep(for login: TerminalLogin) {
    let line = "\(login.text) \(clock.wall().microseconds) \(clock.monotonic().nanoseconds)"
    do throws(Failure) {
      try Folders.make(folder, mode: 0o700)
      try AtomicFile.write(Array(line.utf8), to: path, mode: 0o600)
    } catch {}
  }
}

/// What an authentication holds for: this boot, this terminal, and the session whose leader still runs.
struct TerminalLogin {
  var boot: String
  var terminal: Int
  var leader: Int
  /// When the leader started, in clock ticks since the boot.
  var leaderStart: Int
  var user: UInt32
}

extension TerminalLogin {
  /// That of this process; `nil` without a controlling terminal, or where /proc does not tell.
  init?(user: UInt32, files: World.Files) {
    guard let own = Self.status("self", files), own.terminal != 0,
      let start = Self.status(String(own.session), files)?.start,
      let boot = files.read("/proc/sys/kernel/random/boot_id", 36), boot.count == 36
    else { return nil }
    self.init(
      boot: String(decoding: boot, as: UTF8.self), terminal: own.terminal, leader: own.session,
      leaderStart: start, user: user)
  }

  var text: String { "\(boot) \(terminal) \(leader) \(leaderStart) \(user)" }

  /// When this process started, in clock ticks since the boot.
  static func ownStart(_ files: World.Files) -> Int? { status("self", files)?.start }

  private static func status(_ process: String, _ files: World.Files) -> ProcessStatus? {
    ProcessStatus(files.read("/proc/\(process)/stat", 4096))
  }
}

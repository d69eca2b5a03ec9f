import Foundation
import Glibc
import IntentCore
import Synchronization
import TestSupport
import Testing

@testable import IntentPlatform

/// A machine that a test scripts: which programs it has, and what they say.
private final class Machine: Sendable {
  let started = Mutex<[[String]]>([])
  let facts: [String: FileFacts]
  let answers: @Sendable ([String]) -> String?
  let succeeds: Bool

  init(
    _ programs: [String], modes: [String: UInt32] = [:], succeeds: Bool = true,
    answers: @escaping @Sendable ([String]) -> String? = { _ in "" }
  ) {
    var facts: [String: FileFacts] = [:]
    for path in programs {
      facts[path] = FileFacts(kind: .regular, owner: 0, group: 0, mode: modes[path] ?? 0o755, size: 1)
    }
    (self.facts, self.answers, self.succeeds) = (facts, answers, succeeds)
  }

  var files: World.Files {
    World.Files(
      read: { path, limit in
        path.utf8.starts(with: "/proc/".utf8) ? World.Files.live.read(path, limit) : nil
      }, facts: { [self] in facts[$0] }, isExecutable: { [self] in facts[$0] != nil })
  }

  func authentication(
    user: UInt32 = 1000, terminal: Bool = true, cache: AuthenticationCache? = nil
  ) -> LiveAuthentication {
    LiveAuthentication(
      user: user, files: files, cache: cache, isInForeground: { terminal },
      run: { [self] words in answers(words) },
      runAtTerminal: { [self] words in
        started.withLock { $0.append(words) }
        return succeeds
      })
  }
}

@Suite struct AuthenticationTests {
  private static let polkit = ["/usr/bin/pkcheck", "/usr/bin/pkaction", PolkitAction.path]
  private static let nothing = "an authentication is needed, and neither polkit's action nor sudo is there"

  @Test func `polkit is asked about this very process`() async throws {
    let machine = Machine(Self.polkit + ["/usr/bin/sudo"], modes: ["/usr/bin/sudo": 0o4755])
    #expect(await machine.authentication().authenticate(prompt: "", mayAsk: true) == .proven)
    let words = try #require(machine.started.withLock { $0.first })
    #expect(words.prefix(3) == ["/usr/bin/pkcheck", "--action-id", "org.runintent.authenticate"])
    let start = try #require(TerminalLogin.ownStart(.live))
    #expect(words.contains("\(getpid()),\(start),\(getuid())"))
    #expect(words.contains("--allow-user-interaction"))
  }

  @Test func `sudo stands in, and never takes an earlier password`() async {
    let machine = Machine(["/usr/bin/sudo", "/usr/bin/pkcheck"], modes: ["/usr/bin/sudo": 0o4755])
    #expect(await machine.authentication().authenticate(prompt: "Password: ", mayAsk: true) == .proven)
    #expect(machine.started.withLock { $0 } == [["/usr/bin/sudo", "-k", "-v", "-p", "Password: "]])
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var programs: [String]
    var modes: [String: UInt32] = [:]
    var user: UInt32 = 1000
    var terminal = true
    var mayAsk = true
    var succeeds = true
    var knows = true
    var proof: Proof
    var asks = 0
  }

  static let cases: [Case] = [
    Case(testDescription: "root", programs: [], user: 0, terminal: false, mayAsk: false, proof: .proven),
    Case(testDescription: "nothing there", programs: [], proof: .denied(nothing)),
    Case(
      testDescription: "no terminal", programs: polkit, terminal: false,
      proof: .denied("an authentication is needed, and there is no terminal to ask at")),
    Case(
      testDescription: "nobody may be asked", programs: polkit, mayAsk: false,
      proof: .denied("an authentication is needed, and there is no terminal to ask at")),
    Case(
      testDescription: "refused", programs: polkit, succeeds: false,
      proof: .denied("the authentication failed"),
      asks: 1),
    Case(
      testDescription: "polkit does not know the action", programs: polkit, knows: false,
      proof: .denied(nothing)),
    Case(
      testDescription: "no action file", programs: ["/usr/bin/pkcheck", "/usr/bin/pkaction"],
      proof: .denied(nothing)),
    Case(
      testDescription: "others may write the program", programs: polkit, modes: ["/usr/bin/pkcheck": 0o777],
      proof: .denied(nothing)),
    Case(testDescription: "a sudo without its right", programs: ["/usr/bin/sudo"], proof: .denied(nothing)),
    Case(
      testDescription: "a sudo of one's own path", programs: ["/home/ana/bin/sudo"],
      modes: ["/home/ana/bin/sudo": 0o4755], proof: .denied(nothing)),
  ]

  @Test(arguments: cases) func `anything but success is a denial`(_ item: Case) async {
    let machine = Machine(item.programs, modes: item.modes, succeeds: item.succeeds) {
      [knows = item.knows] _ in
      knows ? "" : nil
    }
    let proof = await machine.authentication(user: item.user, terminal: item.terminal).authenticate(
      prompt: "", mayAsk: item.mayAsk)
    #expect(proof == item.proof)
    #expect(machine.started.withLock { $0.count } == item.asks)
  }

  @Test func `the action file says what the action is called, and lets nobody by unasked`() {
    #expect(PolkitAction.file.contains("<action id=\"\(PolkitAction.id)\">"))
    #expect(PolkitAction.path.hasSuffix("/org.runintent.policy"))
    #expect(!PolkitAction.file.contains(">yes<") && !PolkitAction.file.contains("_keep"))
  }

  static let sessions: [(name: String, answers: [String: String], unlocked: Bool?)] = [
    ("a display, unlocked", ["1000": "Display=2\nSessions=1 2", "2": "LockedHint=no\nActive=yes"], true),
    ("a display, locked", ["1000": "Display=2\nSessions=1 2", "2": "LockedHint=yes\nActive=yes"], false),
    (
      "a display behind another's", ["1000": "Display=2\nSessions=2", "2": "LockedHint=no\nActive=no"], false
    ),
    (
      "a terminal open beside a locked display",
      [
        "1000": "Display=2\nSessions=1 2", "1": "LockedHint=no\nActive=yes",
        "2": "LockedHint=yes\nActive=yes",
      ],
      false
    ),
    ("a login over the network", ["1000": "Display=\nSessions=7", "7": "LockedHint=no\nActive=yes"], true),
    ("no session", ["1000": "Display=\nSessions="], nil),
    ("logind knows no such user", [:], nil),
    ("a session that is gone", ["1000": "Display=2\nSessions=2"], nil),
    ("an answer without the word", ["1000": "Display=2", "2": "Active=yes"], nil),
  ]

  @Test(arguments: sessions.indices) func `knows a locked screen`(_ index: Int) async {
    let (name, answers, unlocked) = Self.sessions[index]
    let machine = Machine(["/usr/bin/loginctl"]) { words in answers[words[2]] }
    #expect(await machine.authentication().isUnlocked() == unlocked, "\(name)")
    #expect(await Machine([]).authentication().isUnlocked() == nil)
  }
}

/// How long an authentication counts, and where.
@Suite struct AuthenticationCacheTests {
  private let world = ScriptedWorld()
  private let folder = "/tmp/authentication-\(UUID().uuidString)"
  private let login = TerminalLogin(
    boot: "0bb1f3d0-0000-4000-8000-000000000001", terminal: 34816, leader: 400, leaderStart: 77,
    user: getuid())

  private var cache: AuthenticationCache {
    AuthenticationCache(folder: folder, files: .live, clock: world.world.clock)
  }

  private var path: String { "\(folder)/authentication" }

  private func clean() { try? FileManager.default.removeItem(atPath: folder) }

  @Test func `counts for five minutes and is never made longer`() {
    defer { clean() }
    #expect(!cache.holds(for: login))
    cache.keep(for: login)
    for _ in 0..<4 {
      #expect(cache.holds(for: login))
      world.pass(.seconds(74))
    }
    world.pass(.seconds(4))
    #expect(!cache.holds(for: login))
    var facts = stat()
    #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
  }

  @Test func `counts for nobody else, nowhere else and not after a boot`() {
    defer { clean() }
    cache.keep(for: login)
    let changes: [(inout TerminalLogin) -> Void] = [
      { $0.boot = "0bb1f3d0-0000-4000-8000-000000000002" }, { $0.terminal = 34817 }, { $0.leader = 401 },
      { $0.leaderStart = 78 }, { $0.user += 1 },
    ]
    for change in changes {
      var other = login
      change(&other)
      #expect(!cache.holds(for: other))
    }
    #expect(cache.holds(for: login))
  }

  @Test func `does not outlive a clock that is set back`() {
    defer { clean() }
    cache.keep(for: login)
    world.change { $0.wall = $0.wall + .seconds(-1) }
    #expect(!cache.holds(for: login))
  }

  @Test func `does not last longer because the clock was set back`() {
    defer { clean() }
    cache.keep(for: login)
    world.pass(.seconds(301))
    world.change { $0.wall = $0.wall + .seconds(-200) }
    #expect(!cache.holds(for: login))
  }

  @Test func `is believed only where nobody else could have written it`() {
    defer { clean() }
    cache.keep(for: login)
    for mode: mode_t in [0o640, 0o604, 0o620] {
      chmod(path, mode)
      #expect(!cache.holds(for: login))
    }
    chmod(path, 0o600)
    #expect(cache.holds(for: login))
  }

  @Test(arguments: ["", " ", " 1", " 1 2 3", " x 2", "9 1 2", " 99999999999999999999 1"])
  func `what cannot be read says no`(_ end: String) throws {
    defer { clean() }
    cache.keep(for: login)
    try Data("\(login.text)\(end)".utf8).write(to: URL(filePath: path))
    chmod(path, 0o600)
    #expect(!cache.holds(for: login))
  }
}

import Foundation
import IntentCore
import Testing

@testable import IntentPlatform

@Suite("How a run was entered")
struct RunSourceTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// The program first, then its parent, and so on; a `*` after the name stands for a terminal.
    var chain: [String]
    var unit = ""
    var isForeground = false
    /// Whether processes above the chain are hidden.
    var isHidden = false
    var source: RunSource
    var reason: DetectedSource.Reason

    var facts: SourceFacts {
      var files: [String: String] = [:]
      for (index, name) in chain.enumerated() {
        let id = 100 + index
        let isLast = index == chain.count - 1
        let parent = isLast ? (isHidden ? 999 : 0) : id + 1
        let plain = name.filter { $0 != "*" }
        files[index == 0 ? "self" : String(id)] =
          "\(id) (\(plain)) S \(parent) 7 7 \(plain == name ? 0 : 34816) -1 4194560 1 2"
      }
      let (status, isForeground, unit) = (files, isForeground, unit)
      return SourceFacts(
        isInForeground: { isForeground }, status: { status[$0].map { Array($0.utf8) } },
        controlGroups: { unit.isEmpty ? nil : Array(unit.utf8) })
    }
  }

  private static let session = "0::/user.slice/user-1000.slice/session-2.scope\n"
  private static let userManager = "0::/user.slice/user-1000.slice/user@1000.service/"

  @Test(arguments: [
    Case(
      testDescription: "typed in a terminal", chain: [], isForeground: true, source: .terminal,
      reason: .foreground),
    Case(testDescription: "no /proc", chain: [], source: .script, reason: .noProcesses),
    Case(
      testDescription: "in the background of a terminal",
      chain: ["runintent*", "bash*", "gnome-terminal-", "systemd", "systemd"], unit: session,
      source: .script, reason: .background),
    Case(
      testDescription: "setsid in a terminal whose program is a service",
      chain: ["runintent", "bash*", "konsole", "systemd", "systemd"],
      unit: userManager + "app.slice/konsole.service", source: .script, reason: .background),
    Case(
      testDescription: "cron", chain: ["runintent", "sh", "cron", "cron", "systemd"],
      unit: "0::/system.slice/cron.service", source: .timer, reason: .scheduler),
    Case(
      testDescription: "cron with a session of its own", chain: ["runintent", "sh", "crond", "systemd"],
      unit: "0::/user.slice/user-0.slice/session-c1.scope", source: .timer, reason: .scheduler),
    Case(
      testDescription: "cron as another user by su",
      chain: ["runintent", "bash", "su", "sh", "cron", "init"],
      source: .timer, reason: .scheduler),
    Case(
      testDescription: "cron in a container", chain: ["runintent", "crond"], source: .timer,
      reason: .scheduler),
    Case(
      testDescription: "anacron", chain: ["runintent", "run-parts", "anacron", "systemd"], source: .timer,
      reason: .scheduler),
    Case(
      testDescription: "a timer of the system", chain: ["runintent", "systemd"],
      unit: "0::/system.slice/backup.service", source: .timer, reason: .work),
    Case(
      testDescription: "a timer of the user", chain: ["runintent", "backup.sh", "systemd", "systemd"],
      unit: userManager + "app.slice/backup.service", source: .timer, reason: .work),
    Case(
      testDescription: "a timer on a machine with both hierarchies", chain: ["runintent", "systemd"],
      unit: "12:pids:/system.slice/x.service\n1:name=systemd:/system.slice/backup.service\n0::/\n",
      source: .timer, reason: .work),
    Case(
      testDescription: "a group below the service's", chain: ["runintent", "systemd"],
      unit: "0::/system.slice/backup.service/inner", source: .timer, reason: .work),
    Case(
      testDescription: "a handler of a run by cron", chain: ["runintent", "sh", "runintent", "sh", "cron"],
      source: .script, reason: .ourselves),
    Case(
      testDescription: "a program over ssh", chain: ["runintent", "sshd", "sshd", "systemd"],
      unit: "0::/system.slice/ssh.service", source: .script, reason: .login),
    Case(
      testDescription: "left over from a login", chain: ["runintent", "sh", "systemd"], unit: session,
      source: .script, reason: .nothing),
    Case(
      testDescription: "a key of the desktop", chain: ["runintent", "gnome-shell", "systemd", "systemd"],
      unit: userManager + "session.slice/org.gnome.Shell@wayland.service", source: .script,
      reason: .nothing),
    Case(
      testDescription: "a program of the desktop", chain: ["runintent", "deck", "systemd", "systemd"],
      unit: userManager + "app.slice/app-deck@1f.service", source: .script, reason: .nothing),
    Case(
      testDescription: "a program of the desktop as a scope", chain: ["runintent", "deck", "systemd"],
      unit: userManager + "app.slice/app-gnome-deck-12.scope", source: .script, reason: .nothing),
    Case(
      testDescription: "a container without systemd", chain: ["runintent", "sh", "tini"],
      unit: "0::/system.slice/docker.service", source: .script, reason: .nothing),
    Case(
      testDescription: "a container entered from outside", chain: ["runintent"], unit: "0::/",
      source: .script, reason: .nothing),
    Case(
      testDescription: "hidden processes, in cron's service", chain: ["runintent", "sh"],
      unit: "0::/system.slice/cron.service", isHidden: true, source: .timer, reason: .work),
    Case(
      testDescription: "hidden processes, in ssh's service", chain: ["runintent", "sh"],
      unit: "0::/system.slice/ssh.service", isHidden: true, source: .script, reason: .nothing),
    Case(
      testDescription: "hidden processes in a login", chain: ["runintent"], unit: session, isHidden: true,
      source: .script, reason: .nothing),
    Case(
      testDescription: "a name with brackets and blanks", chain: ["runintent", "a) S 1 (cron) b", "init"],
      source: .script, reason: .nothing),
    Case(
      testDescription: "a name that only begins like cron", chain: ["runintent", "cronie-helper", "init"],
      source: .script, reason: .nothing),
  ])
  func source(_ one: Case) {
    let finding = one.facts.detectSource()
    #expect(finding.source == one.source)
    #expect(finding.reason == one.reason)
  }

  private static func facts(
    _ chain: [String], unit: String = "", isScheduler: Bool = true, ours: [Int] = [], isMarked: Bool = false
  ) -> SourceFacts {
    var facts = Case(testDescription: "", chain: chain, unit: unit, source: .script, reason: .nothing).facts
    facts.isScheduler = { _ in isScheduler }
    facts.isOurProgram = { ours.contains($0) }
    facts.isMarked = { isMarked }
    return facts
  }

  @Test func aSchedulerIsRoots() {
    let chain = ["runintent", "sh", "cron", "init"]
    #expect(Self.facts(chain).detectSource().source == .timer)
    #expect(Self.facts(chain, isScheduler: false).detectSource().source == .script)
  }

  @Test func whatOurOwnRunsStartAreScripts() {
    let work = "0::/system.slice/backup.service\n"
    for (chain, unit) in [
      (["ri", "sh", "other", "sh", "cron"], ""), (["ri", "sh", "other", "systemd"], work),
    ] {
      #expect(Self.facts(chain, unit: unit).detectSource().source == .timer)
      let ours = Self.facts(chain, unit: unit, ours: [102]).detectSource()
      #expect(ours.source == .script && ours.reason == .ourselves && ours.decisive == 2)
      #expect(Self.facts(chain, unit: unit, isMarked: true).detectSource().source == .script)
    }
  }

  @Test func aCopiedShellIsNoScheduler() throws {
    let scratch = ScratchFolder()
    let copy = scratch["cron"]
    try FileManager.default.copyItem(
      atPath: URL(filePath: "/bin/sh").resolvingSymlinksInPath().path(), toPath: copy)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: copy)
    process.arguments = ["-c", "sleep 5; true"]
    try process.run()
    defer { process.terminate() }
    #expect(!RunningProgram(id: Int(process.processIdentifier)).isScheduler)
  }

  @Test func whatWasSeenIsKept() throws {
    let finding = Case(
      testDescription: "", chain: ["runintent", "sh", "cron", "systemd"], source: .timer, reason: .scheduler
    ).facts.detectSource()
    #expect(finding.chain.map(\.name) == ["runintent", "sh", "cron", "systemd"])
    #expect(finding.chain[try #require(finding.decisive)].name == "cron")
  }

  @Test func whatIsNoStatusTellsNothing() {
    for text in ["", "1", "1 (x", "1 x) S 1 1 1 0", "x (x) S 1 1 1 0", "1 (x) S", "1 (x) S 1 1 1"] {
      #expect(ProcessStatus(Array(text.utf8)) == nil, "\(text)")
    }
    let status = ProcessStatus(Array("12 (a) b) R 3 4 5 -1 ".utf8))
    #expect(status?.id == 12)
    #expect(status?.name == "a) b")
    #expect(status?.parent == 3)
    #expect(status?.terminal == -1)
  }

  @Test func thisProcessIsFound() {
    let finding = SourceFacts.live.detectSource()
    if finding.source != .terminal { #expect(finding.chain.count > 1) }
  }
}

package import IntentCore
internal import IntentHandlers
internal import IntentPipeline

/// What a guard needs of the machine, as closures.
package struct Guardian: Sendable {
  /// The process number of the guard that runs, `nil` when there is none.
  package var holder: @Sendable () -> Int?
  /// Becomes the only guard; `nil` when there is one.
  package var take: @Sendable () throws(Failure) -> (any Lease)?
  /// Opens the store anew; it is closed when it is forgotten.
  package var store: @Sendable () -> any StateStore
  /// Makes what wakes a guard.
  package var alarm: @Sendable () throws(Failure) -> Alarm
  /// Goes on as the program that was installed in place of this one, where there is one.
  package var succeed: @Sendable () -> Void
  package var outliveTerminal: @Sendable () -> Void

  package struct Alarm: Sendable {
    /// Notices changes of deadlines from now on.
    package var listen: @Sendable () -> Void
    /// Waits for a date, a moment of this boot, or a change.
    package var wait: @Sendable (WallTime?, BootTime?, any Cancellation) async throws(Failure) -> Void

    package init(
      listen: @escaping @Sendable () -> Void,
      wait: @escaping @Sendable (WallTime?, BootTime?, any Cancellation) async throws(Failure) -> Void
    ) {
      (self.listen, self.wait) = (listen, wait)
    }
  }

  package init(
    holder: @escaping @Sendable () -> Int?, take: @escaping @Sendable () throws(Failure) -> (any Lease)?,
    store: @escaping @Sendable () -> any StateStore, alarm: @escaping @Sendable () throws(Failure) -> Alarm,
    succeed: @escaping @Sendable () -> Void = {}, outliveTerminal: @escaping @Sendable () -> Void = {}
  ) {
    (self.holder, self.take, self.store, self.alarm, self.succeed) = (holder, take, store, alarm, succeed)
    self.outliveTerminal = outliveTerminal
  }
}

/// The life of a guard: it waits for the next deadline, honours it, and ends when there is none.
///
/// It holds no database open while it waits, and it wakes for nothing but a deadline, a change of one, and a wall
/// clock that is set.
extension Guardian {
  /// How long a guard waits for a run that acts on what it has to act on.
  private static let patience = Duration.seconds(60)
  /// How soon, and how seldom at last, it tries again what could not be done.
  private static let firstRetry = Duration.seconds(2)
  private static let lastRetry = Duration.seconds(3600)

  /// Answers false when there is a guard already.
  package func honourDeadlines(of world: World, _ cancellation: any Cancellation) async throws(Failure)
    -> Bool
  {
    guard var lock = try take() else { return false }
    defer { lock.release() }
    outliveTerminal()
    let alarm = try alarm()
    let clock = world.clock
    var retry = Self.firstRetry
    while true {
      succeed()
      alarm.listen()
      let left = await honourDue(world, cancellation)
      if left == [] {
        // Whoever stores a deadline before the lock is free relies on this guard.
        lock.release()
        if let late = try? store().deadlines(), late.isEmpty { return true }
        guard let again = try take() else { return true }
        lock = again
        continue
      }
      let isOverdue = left?.contains { $0.isDue(clock) } ?? true
      let future = (left ?? []).filter { !$0.isDue(clock) }
      var due = future.map(\.due).min()
      if isOverdue {
        let next = clock.wall() + retry
        due = due.map { min($0, next) } ?? next
        retry = min(retry * 2, Self.lastRetry)
      } else {
        retry = Self.firstRetry
      }
      let boot = clock.bootIdentifier()
      let latest = future.compactMap(\.latest).filter { $0.boot == boot }.min {
        $0.microseconds < $1.microseconds
      }
      try await alarm.wait(due, latest, cancellation)
    }
  }

  /// Honours what is due; answers the deadlines that are left, `nil` when the store cannot be used now.
  private func honourDue(_ world: World, _ cancellation: any Cancellation) async -> [Deadline]? {
    var world = world
    world.store = store()
    do throws(Failure) {
      try await Deadline.honourDue(in: world, patience: Self.patience, cancellation)
      let left = try world.store.deadlines()
      world.store.maintain()
      return left
    } catch {
      return nil
    }
  }
}

extension Deadline {
  /// Honours what is due, whoever missed it, each with a row of its own in the journal.
  package static func honourDue(
    in world: World, patience: Duration = .seconds(2), _ cancellation: any Cancellation
  ) async throws(Failure) {
    for item in try await DueDeadlines.honour(world: world, patience: patience, cancellation: cancellation) {
      let start = RunStart(
        intent: item.deadline.text, path: "", source: .timer, rule: item.deadline.rule,
        at: min(item.deadline.due, item.startedAt))
      let report = RunReport(intent: start.intent, outcome: item.outcome, startedAt: item.startedAt)
      var end = RunEnd(report, at: world.clock.wall())
      end.effect = nil
      try world.store.finishRun(world.store.beginRun(start), end)
    }
  }

  /// What is done as the journal names it, such as `lock demo:front`.
  package var text: String {
    let parts = resource.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1)
    return "\(action) \(parts.last.map { String(decoding: $0, as: UTF8.self) } ?? resource)"
  }

  /// Why it is done, as the journal says it.
  private var rule: String { action.utf8.elementsEqual("down".utf8) ? "stopped: limit" : "deadline" }
}

/// `runintent guard install`: has NetworkManager tell us of tunnels that others bring up, as their owner.
package struct GuardInstallation {
  /// Where NetworkManager looks for scripts that are root's alone (NetworkManager-dispatcher(8)).
  package static let folder = "/etc/NetworkManager/dispatcher.d"

  package let user: String
  private let id: UInt32
  private let home: String
  package let program: String
  private let installer: Installer

  package var path: String { "\(Self.folder)/90-runintent-\(user)" }

  /// - Parameter name: The user whose rules hold; who called by sudo when it is not said.
  package init(user name: String?, _ engine: Engine) throws(Failure) {
    let caller = engine.world.machine.caller
    let users = engine.world.files.read("/etc/passwd", 16 << 20) ?? []
    let name = name ?? caller.variable("SUDO_USER")
    let entry = users.split(separator: UInt8(ascii: "\n")).lazy
      .map { $0.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) }
      .first { fields in
        guard fields.count > 5 else { return false }
        return name.map { fields[0].elementsEqual($0.utf8) }
          ?? fields[2].elementsEqual(String(caller.user).utf8)
      }
    guard let entry, let id = UInt32(String(decoding: entry[2], as: UTF8.self)),
      entry[5].first == UInt8(ascii: "/"), entry[0].allSatisfy(Self.isPlain), !entry[0].isEmpty
    else {
      throw Failure(
        .valueType,
        ["name": "--user", "value": .text(name ?? ""), "expected": "the name of a user of this machine"])
    }
    user = String(decoding: entry[0], as: UTF8.self)
    self.id = id
    home = String(decoding: entry[5], as: UTF8.self)
    installer = engine.installer
    program = engine.installer.executable() ?? "runintent"
  }

  private static func isPlain(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || "_-.".utf8.contains(byte) }

  /// The script drops root's rights before it runs anything of the user's.
  package var script: String {
    let variables = ["HOME=\(home)", "PATH=/usr/bin:/bin", "XDG_RUNTIME_DIR=/run/user/\(String(id))"]
    let drop = id == 0 ? [] : ["/usr/sbin/runuser", "-u", user, "--"]
    let words = drop + ["/usr/bin/env", "-i"] + variables + [program, "guard"]
    return """
      #!/bin/sh
      # NetworkManager tells runintent which tunnels come up and go down, so that session rules hold for \(user).
      # Written by "runintent guard install"; "runintent guard install --user \(user) --remove" takes it away.
      case "$2" in
        up | vpn-up) event=--up ;;
        down | vpn-down) event=--down ;;
        *) exit 0 ;;
      esac
      [ -n "$CONNECTION_UUID" ] || exit 0
      exec \(ShellWords.join(words)) "$event" --uuid "$CONNECTION_UUID"

      """
  }

  package var isInPlace: Bool { installer.read(path) == Array(script.utf8) }

  package func install() throws(Failure) { try installer.write(path, Array(script.utf8), 0o755) }

  /// False when it was not there.
  package func remove() throws(Failure) -> Bool { try installer.remove(path) }
}

internal import Glibc
package import IntentCore

/// How a run was entered, and what told.
package struct DetectedSource: Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    /// It is in the foreground of its terminal.
    case foreground
    /// There is no /proc to tell.
    case noProcesses
    /// The decisive process is one of our own program.
    case ourselves
    /// The decisive process is cron or one of its kind.
    case scheduler
    /// The decisive process serves a login.
    case login
    /// The decisive process has a terminal.
    case background
    /// The unit is work of systemd's.
    case work
    case nothing
  }

  package var source: RunSource
  package var reason: Reason
  /// This process, its parent, and so on; empty in a terminal.
  package var chain: [ProcessStatus] = []
  /// The one in `chain` that decided.
  package var decisive: Int?
  /// The unit of systemd, where it was looked at.
  package var unit: String?
}

/// What the source of a run is told by, as closures, so that a test can script it.
package struct SourceFacts: Sendable {
  /// Whether there is a controlling terminal whose foreground process group is ours.
  package var isInForeground: @Sendable () -> Bool
  /// What /proc/PID/stat says; the argument is a number or `self`.
  var status: @Sendable (String) -> [UInt8]?
  /// What /proc/self/cgroup says.
  package var controlGroups: @Sendable () -> [UInt8]?
  /// Whether a process is root's, and its program a scheduler that root alone can change.
  var isScheduler: @Sendable (_ id: Int) -> Bool = { _ in true }
  /// Whether a process runs this very program, whatever name it was started by.
  var isOurProgram: @Sendable (_ id: Int) -> Bool = { _ in false }
  /// Whether a run of ours started this process, as a variable says that programs may drop but not need.
  var isMarked: @Sendable () -> Bool = { false }

  /// The facts of this process.
  package static let live = SourceFacts(
    isInForeground: isInForegroundOfTerminal,
    status: { World.Files.live.read("/proc/" + $0 + "/stat", 1 << 12) },
    controlGroups: { World.Files.live.read("/proc/self/cgroup", 1 << 16) },
    isScheduler: { RunningProgram(id: $0).isScheduler },
    isOurProgram: { World.Files.live.isSameFile("/proc/\($0)/exe", "/proc/self/exe") },
    isMarked: { getenv("RUNINTENT_RUN") != nil })

  /// Two or three system calls where standard error or input is the terminal.
  @Sendable private static func isInForegroundOfTerminal() -> Bool {
    let ours = getpgrp()
    // Only the controlling terminal answers tcgetpgrp(3), whatever else a descriptor may be.
    for descriptor in [STDERR_FILENO, STDIN_FILENO] {
      let foreground = tcgetpgrp(descriptor)
      if foreground >= 0 { return foreground == ours }
    }
    let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return false }
    defer { close(terminal) }
    return tcgetpgrp(terminal) == ours
  }

  /// Tells how this run was entered: from a terminal, by a timer, or, for all else, from a script.
  ///
  /// On most machines everything descends from systemd, so that descent alone tells nothing: a login, a
  /// desktop and a terminal descend from it too. The nearest ancestor that tells counts, then the unit.
  package func detectSource() -> DetectedSource {
    if isInForeground() { return DetectedSource(source: .terminal, reason: .foreground) }
    var chain: [ProcessStatus] = []
    // The first is this process; above 0 there is nothing.
    var next = "self"
    while next != "0", chain.count < 64, let process = ProcessStatus(status(next)) {
      chain.append(process)
      next = String(max(0, process.parent))
    }
    guard let own = chain.first else { return DetectedSource(source: .script, reason: .noProcesses) }
    func decided(_ index: Int, _ source: RunSource, _ reason: DetectedSource.Reason) -> DetectedSource {
      DetectedSource(source: source, reason: reason, chain: chain, decisive: index)
    }
    for index in chain.indices.dropFirst() {
      let name = chain[index].name
      if name == own.name { return decided(index, .script, .ourselves) }
      if SourceFacts.schedulers.contains(name), isScheduler(chain[index].id) {
        if let ours = ourselves(in: chain[..<index]) { return decided(ours, .script, .ourselves) }
        return decided(index, .timer, .scheduler)
      }
      if SourceFacts.logins.contains(name) { return decided(index, .script, .login) }
    }
    if let index = chain.firstIndex(where: { $0.terminal != 0 }) {
      return decided(index, .script, .background)
    }
    // Other users' processes may be hidden (hidepid of proc(5)); the unit still tells then.
    let isWhole = next == "0" || chain.count == 64
    guard !isWhole || chain.contains(where: { $0.name == "systemd" }), let groups = controlGroups(),
      let unit = ServiceUnit(controlGroups: groups)
    else { return DetectedSource(source: .script, reason: .nothing, chain: chain) }
    if unit.isWork, let ours = ourselves(in: chain[...]) { return decided(ours, .script, .ourselves) }
    return DetectedSource(
      source: unit.isWork ? .timer : .script, reason: unit.isWork ? .work : .nothing, chain: chain,
      unit: unit.name)
  }

  /// The process of ours that a scheduler's word does not reach beyond: looked for only where it would count.
  private func ourselves(in chain: ArraySlice<ProcessStatus>) -> Int? {
    if isMarked() { return chain.startIndex }
    return chain.indices.dropFirst().first { isOurProgram(chain[$0].id) }
  }

  /// Programs that start others at a time.
  static let schedulers = ["cron", "crond", "anacron", "fcron", "atd", "supercronic"]
  /// Programs by which people log in without a terminal of their own.
  private static let logins = ["sshd", "sshd-session", "dropbear"]
}

/// What /proc/PID/stat says of a process (proc_pid_stat(5)).
package struct ProcessStatus: Sendable, Equatable {
  package var id: Int
  /// The name of its program, cut at 15 bytes by the kernel.
  package var name: String
  /// Whether it has ended, perhaps without its parent having asked.
  var hasEnded: Bool
  var parent: Int
  /// The process that leads its session.
  var session: Int
  /// Its controlling terminal, 0 without one.
  var terminal: Int
  /// The fields from the eighth on.
  private var rest: ArraySlice<UInt8>

  /// Reads `ID (NAME) STATE PARENT GROUP SESSION TERMINAL …`; the name may hold spaces and brackets.
  init?(_ bytes: [UInt8]?) {
    guard let bytes, let open = bytes.firstIndex(of: UInt8(ascii: "(")),
      let close = bytes.lastIndex(of: UInt8(ascii: ")")), open < close
    else { return nil }
    var at = 0
    guard let id = Self.number(bytes, &at) else { return nil }
    at = close + 4
    guard let parent = Self.number(bytes, &at), Self.number(bytes, &at) != nil,
      let session = Self.number(bytes, &at), let terminal = Self.number(bytes, &at)
    else { return nil }
    self.id = id
    name = String(decoding: bytes[(open + 1)..<close], as: UTF8.self)
    hasEnded = bytes[close + 2] == UInt8(ascii: "Z") || bytes[close + 2] == UInt8(ascii: "X")
    (self.parent, self.session, self.terminal) = (parent, session, terminal)
    rest = bytes[min(at, bytes.endIndex)...]
  }

  /// When it started, in clock ticks since the boot: the 22nd field.
  var start: Int? {
    let fields = rest.split(separator: UInt8(ascii: " "), maxSplits: 15)
    return fields.count > 14 ? Int(String(decoding: fields[14], as: UTF8.self)) : nil
  }

  /// Reads a whole number and steps behind the blank after it; a terminal's may look negative.
  private static func number(_ bytes: [UInt8], _ at: inout Int) -> Int? {
    let isNegative = at < bytes.count && bytes[at] == UInt8(ascii: "-")
    if isNegative { at += 1 }
    let start = at
    var number = 0
    while at < bytes.count, bytes[at] >= 0x30, bytes[at] <= 0x39, at - start < 18 {
      number = number * 10 + Int(bytes[at] - UInt8(ascii: "0"))
      at += 1
    }
    guard at > start else { return nil }
    at += 1
    return isNegative ? -number : number
  }
}

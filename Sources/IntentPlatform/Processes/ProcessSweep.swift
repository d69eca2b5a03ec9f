internal import CPlatform
internal import Glibc
internal import IntentCore

/// Ends a program with all that it started: SIGTERM, two seconds, SIGKILL, until nothing is left.
struct ProcessSweep {
  static let grace = Duration.seconds(2)
  /// How long a killed process may take to go; one that hangs in the kernel, or belongs to another
  /// user, is left then.
  static let patience = Duration.seconds(2)

  let program: Program
  let loop: EventLoop
  let adoptsOrphans: Bool
  /// Ends the grace early.
  var hurry: (any Cancellation)?

  func run() async {
    guard !program.hasEnded || hasChildren else { return }
    var told: [pid_t] = []
    var isKilling = false
    var limit = EventLoop.now() + Self.grace
    var pause = Duration.milliseconds(1)
    while true {
      let members = adoptsOrphans ? tree : group
      if members.isEmpty { return }
      if isKilling {
        signal(members, SIGKILL)
      } else {
        let new = members.filter { !told.contains($0.pid) }
        signal(new, SIGTERM)
        signal(new, SIGCONT)
        told += new.map(\.pid)
      }
      await loop.sleep(Wake(), until: EventLoop.now() + pause, isKilling ? nil : hurry)
      pause = min(pause * 2, .milliseconds(20))
      if !isKilling, EventLoop.now() >= limit || hurry?.reason != nil {
        isKilling = true
        limit = EventLoop.now() + Self.patience
        pause = .milliseconds(1)
      } else if isKilling, EventLoop.now() >= limit {
        return
      }
    }
  }

  private var hasChildren: Bool { adoptsOrphans ? cplatform_has_children() : !group.isEmpty }

  private var tree: [ProcessTree.Member] {
    ProcessTree.members(of: program.pid, isRunning: !program.hasEnded)
  }

  /// The group stands for all of it where what left it is nobody's to find.
  private var group: [ProcessTree.Member] {
    kill(-program.pid, 0) == 0
      ? [ProcessTree.Member(pid: program.pid, group: program.pid, isOwnChild: true)] : []
  }

  /// Signals the program's group as one, then each process that left it. A group's number stays its own
  /// as long as one of our children is in it.
  private func signal(_ members: [ProcessTree.Member], _ number: Int32) {
    let group = program.pid
    let reachesGroup = members.contains { $0.isOwnChild && $0.group == group }
    if reachesGroup { kill(-group, number) }
    for member in members where !reachesGroup || member.group != group { kill(member.pid, number) }
  }
}

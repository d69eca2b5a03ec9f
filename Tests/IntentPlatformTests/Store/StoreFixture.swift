import Glibc
import IntentCore
import IntentPlatform
import Synchronization
import Testing

/// A store in a temporary folder of its own; all of them go when the tests end.
final class StoreFixture: Sendable {
  let root: String
  let stateFolder: String
  let runtimeFolder: String

  private static let folder: String? = {
    var template = Array("/tmp/store-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    atexit { if let folder = StoreFixture.folder { _ = try? run("/bin/rm", "-rf", folder) } }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()

  private static let made = Atomic(0)

  init() throws {
    guard let folder = StoreFixture.folder else { throw FixtureError.noFolder }
    root = "\(folder)/\(StoreFixture.made.add(1, ordering: .relaxed).newValue)"
    guard mkdir(root, 0o700) == 0 else { throw FixtureError.noFolder }
    stateFolder = root + "/home/.local/state/runintent"
    runtimeFolder = root + "/run/runintent"
  }

  enum FixtureError: Error {
    case noFolder
    case cannotRun(String)
  }

  var journal: String { stateFolder + "/journal.sqlite" }
  var state: String { stateFolder + "/state.sqlite" }
  var marker: String { stateFolder + "/deadlines" }

  func store() -> SQLiteStore { makeStore(stateFolder, runtimeFolder) }
}

func makeStore(_ stateFolder: String, _ runtimeFolder: String) -> SQLiteStore {
  SQLiteStore(stateFolder: stateFolder, runtimeFolder: runtimeFolder, clock: .sleeping)
}

extension SQLiteStore {
  /// The deadlines that are due at a date, in a boot of which no time has passed.
  func dueDeadlines(at now: WallTime) throws(Failure) -> [Deadline] {
    var clock = World.Clock.sleeping
    clock.wall = { now }
    clock.uptime = { .zero }
    return try dueDeadlines(clock)
  }
}

extension World.Clock {
  /// The machine's clocks; waiting sleeps and looks for a cancellation every millisecond.
  static let sleeping = World.Clock(
    wall: { WallTime(microseconds: nanoseconds(CLOCK_REALTIME) / 1000) },
    monotonic: { MonotonicTime(nanoseconds: nanoseconds(CLOCK_MONOTONIC)) },
    local: { _ in CalendarTime(year: 2025, month: 1, day: 1, hour: 0, minute: 0, second: 0, offset: 0) },
    wait: { until, cancellation throws(Failure) in
      while nanoseconds(CLOCK_MONOTONIC) < until.nanoseconds {
        if let reason = cancellation.reason { throw reason.failure }
        await Task.yield()
        usleep(1000)
      }
    })

  static func nanoseconds(_ clock: clockid_t) -> Int {
    var now = timespec()
    clock_gettime(clock, &now)
    return now.tv_sec * 1_000_000_000 + now.tv_nsec
  }

  func soon(_ milliseconds: Int) -> MonotonicTime { monotonic() + .milliseconds(milliseconds) }
}

/// Never cancelled, or cancelled from the start.
final class FixedCancellation: Cancellation {
  let reason: CancellationReason?
  init(_ reason: CancellationReason? = nil) { self.reason = reason }
  func onCancel(_ action: @escaping @Sendable (CancellationReason) -> Void) -> Int { 0 }
  func forget(_ ticket: Int) {}
}

extension RunStart {
  static func sample(_ intent: String = "hello", durable: Bool = false, at: Int = 1_000_000) -> RunStart {
    RunStart(
      intent: intent, path: "/home/ana/intents/\(intent).json", source: .terminal,
      parameters: #"{"name":"Ana"}"#, capabilities: ["exec(/usr/bin/true)", "read(/a\nb\\c)"],
      rule: "allowed: here",
      isDurable: durable, at: WallTime(microseconds: at))
  }
}

extension RunEnd {
  static func sample(_ state: RunState = .finished, at: Int = 2_000_000) -> RunEnd {
    RunEnd(
      state: state, exitCode: state == .finished ? 0 : 1, code: state == .finished ? nil : "handler.failed",
      dialog: "Hello, Ana.", at: WallTime(microseconds: at))
  }
}

/// Runs a program to its end; returns its status.
@discardableResult
func run(_ words: String...) throws -> Int32 {
  let process = try start(words)
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0, errno == EINTR {}
  return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
}

func start(_ words: [String]) throws -> pid_t {
  var arguments = words.map { strdup($0) } + [nil]
  defer { for argument in arguments { free(argument) } }
  var process: pid_t = 0
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
  guard posix_spawn(&process, words[0], &actions, nil, &arguments, nil) == 0 else {
    throw StoreFixture.FixtureError.cannotRun(words[0])
  }
  return process
}

func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

func facts(_ path: String) -> stat {
  var facts = stat()
  lstat(path, &facts)
  return facts
}

func write(_ text: String, to path: String) {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  _ = Array(text.utf8).withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
  close(file)
}

/// The first fault that a piece of work ends with.
func fault(_ work: () throws -> some Any) -> Fault? {
  do {
    _ = try work()
    return nil
  } catch let failure as Failure {
    return failure.faults.first
  } catch {
    return nil
  }
}

/// What this machine lets a test do.
enum Privilege {
  static let isRoot = geteuid() == 0
  static let canMount: Bool = {
    guard isRoot, let fixture = try? StoreFixture() else { return false }
    guard (try? run("/bin/mount", "-t", "tmpfs", "none", fixture.root)) == 0 else { return false }
    return (try? run("/bin/umount", fixture.root)) == 0
  }()
}

import Foundation
import Glibc
import Synchronization

/// A program to start with everything stated; it gets a session of its own, so that no terminal of the
/// tests' own can be its.
struct Spawn: Sendable {
  /// What one of the three descriptors is.
  enum Stream: Sendable {
    case null, closed
    /// A pipe: what is written to standard input, or what is read from the other two.
    case pipe([UInt8] = [])
    case file(String)
    case descriptor(Int32)
  }

  var program: String
  var arguments: [String] = []
  var environment: [String: String] = [:]
  var directory = "/"
  var input = Stream.null
  var output = Stream.pipe()
  var errors = Stream.pipe()
  var hasOwnSession = true

  /// Runs it to its end, on a thread that may block.
  func run() async -> Ended {
    await Turnstile.shared.enter()
    let running = start()
    let ended = await running.end()
    await Turnstile.shared.leave()
    return ended
  }

  /// Starts it; `end` must be awaited.
  func start() -> Running { Self.lock.withLock { _ in startAlone() } }

  /// No other program may be started while a pipe is not yet closed on execution.
  private static let lock = Mutex(())

  private func startAlone() -> Running {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var ours: [Int32] = [-1, -1, -1]
    var theirs: [Int32] = []
    for (number, stream) in [input, output, errors].enumerated() {
      let number = Int32(number)
      switch stream {
      case .closed: posix_spawn_file_actions_addclose(&actions, number)
      case .null: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      case .file(let path):
        posix_spawn_file_actions_addopen(&actions, number, path, number == 0 ? O_RDONLY : O_WRONLY, 0)
      case .descriptor(let descriptor):
        posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      case .pipe:
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        let (their, our) = number == 0 ? (ends[0], ends[1]) : (ends[1], ends[0])
        // A pipe end that already has the number would stay closed on execution.
        theirs.append(Self.moved(their))
        ours[Int(number)] = Self.moved(our)
        posix_spawn_file_actions_adddup2(&actions, theirs[theirs.count - 1], number)
      }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // POSIX_SPAWN_SETSID of spawn.h, which Swift does not see.
    let session: Int32 = hasOwnSession ? 0x80 : 0
    let flags = session | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
    posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
    var pid: pid_t = 0
    let error = withCStrings(["env", "-C", directory, program] + arguments) { arguments in
      withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
        posix_spawn(&pid, "/usr/bin/env", &actions, &attributes, arguments, environment)
      }
    }
    for descriptor in theirs { close(descriptor) }
    var text: [UInt8] = []
    if case .pipe(let bytes) = input { text = bytes }
    return Running(pid: error == 0 ? pid : 0, failure: error, descriptors: ours, input: text)
  }

  private static func moved(_ descriptor: Int32) -> Int32 {
    defer { close(descriptor) }
    return fcntl(descriptor, F_DUPFD_CLOEXEC, 10)
  }

  private func withCStrings<Answer>(
    _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Answer
  ) -> Answer {
    var pointers = texts.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return body(&pointers)
  }
}

/// How a program ended and what it wrote.
struct Ended: Sendable {
  var output: [UInt8] = []
  var errors: [UInt8] = []
  /// As a shell tells it: 128 and the number of a signal.
  var status: Int32 = -1
  var seconds = 0.0

  var text: String { String(decoding: output, as: UTF8.self) }
  var errorText: String { String(decoding: errors, as: UTF8.self) }
  /// What stands on standard error, but for the lines that say how far a run is when the machine is slow.
  var messages: String { Self.withoutProgress(errorText) }

  static func withoutProgress(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.filter { !$0.hasPrefix("… ") }.joined(separator: "\n")
  }
}

/// A program that was started.
final class Running: Sendable {
  let pid: pid_t
  private let failure: Int32
  private let descriptors: [Int32]
  private let input: [UInt8]
  private let seen = Mutex(Ended())
  private let isReaped = Mutex(false)

  init(pid: pid_t, failure: Int32, descriptors: [Int32], input: [UInt8]) {
    self.pid = pid
    self.failure = failure
    self.descriptors = descriptors
    self.input = input
  }

  /// A program that nobody waits for is reaped all the same: one that stays would hide others from whoever waits for
  /// any child.
  deinit {
    guard pid > 0, !isReaped.withLock({ $0 }) else { return }
    let pid = pid
    Thread.detachNewThread { waitpid(pid, nil, 0) }
  }

  /// Waits for the end of it and of its streams; after half a minute it is killed.
  func end() async -> Ended {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in continuation.resume(returning: endNow()) }
    }
  }

  private func endNow() -> Ended {
    if failure != 0 { return Ended(errors: Array(String(cString: strerror(failure)).utf8)) }
    let began = Date()
    if descriptors[0] >= 0 {
      let (descriptor, bytes) = (descriptors[0], input)
      Thread.detachNewThread {
        signal(SIGPIPE, SIG_IGN)
        var rest = bytes[...]
        while !rest.isEmpty {
          let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
          if count <= 0 { break }
          rest = rest.dropFirst(count)
        }
        close(descriptor)
      }
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var open = [1, 2].filter { descriptors[$0] >= 0 }
    while !open.isEmpty {
      var polled = open.map { pollfd(fd: descriptors[$0], events: Int16(POLLIN), revents: 0) }
      let left = 30 - Date().timeIntervalSince(began)
      if left <= 0 || poll(&polled, nfds_t(polled.count), Int32(left * 1000)) <= 0 { break }
      for (place, number) in open.enumerated().reversed() where polled[place].revents != 0 {
        let count = read(descriptors[number], &buffer, buffer.count)
        if count <= 0 {
          open.remove(at: place)
        } else {
          seen.withLock {
            if number == 1 { $0.output += buffer[..<count] } else { $0.errors += buffer[..<count] }
          }
        }
      }
    }
    var status: Int32 = 0
    while true {
      let answer = waitpid(pid, &status, WNOHANG)
      if answer != 0 { break }
      if Date().timeIntervalSince(began) > 30 { kill(pid, SIGKILL) }
      usleep(1000)
    }
    isReaped.withLock { $0 = true }
    for descriptor in descriptors.dropFirst() where descriptor >= 0 { close(descriptor) }
    return seen.withLock { ended in
      ended.status = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
      ended.seconds = Date().timeIntervalSince(began)
      return ended
    }
  }
}

/// Lets only a few programs run at a time, so that those with a limit of time are not starved.
actor Turnstile {
  static let shared = Turnstile(places: 6)

  private var places: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(places: Int) { self.places = places }

  func enter() async {
    if places > 0 {
      places -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func leave() {
    if waiting.isEmpty { places += 1 } else { waiting.removeFirst().resume() }
  }
}

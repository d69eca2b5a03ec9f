/// The outside that handlers may touch, as closures, so that a test can script it.
package struct World: Sendable {
  package var clock: Clock
  package var files: Files
  package var machine: Machine
  package var processes: Processes
  package var store: any StateStore
  /// The folder of the definitions that root puts up for everybody.
  package var rootsDefinitions: String
  /// What the configuration says, read when first asked for; a file with a fault fails whatever needs it.
  package var configuration: @Sendable () throws(Failure) -> Configuration
  /// Reads secrets of the configuration by name, for what a provider drives outside of a run.
  package var secrets: SecretReader = { _, _ throws(Failure) in ValueObject() }
  /// Sees to it that a guard is running, which honours deadlines when nobody else does.
  package var wakeGuard: @Sendable () async -> Void
  /// What keys are made of and compared with.
  package var keyMaterial: @Sendable () -> KeyMaterial = { .none }

  package init(
    clock: Clock, files: Files, machine: Machine, processes: Processes, store: any StateStore,
    rootsDefinitions: String = "/etc/runintent/intents",
    configuration: @escaping @Sendable () throws(Failure) -> Configuration = { () throws(Failure) in
      Configuration()
    }, wakeGuard: @escaping @Sendable () async -> Void = {}
  ) {
    self.clock = clock
    self.files = files
    self.machine = machine
    self.processes = processes
    self.store = store
    self.rootsDefinitions = rootsDefinitions
    self.configuration = configuration
    self.wakeGuard = wakeGuard
  }

  package typealias SecretReader =
    @Sendable (_ names: [String], any Cancellation) async throws(Failure) -> ValueObject

  package struct Clock: Sendable {
    package var wall: @Sendable () -> WallTime
    package var monotonic: @Sendable () -> MonotonicTime
    package var local: @Sendable (WallTime) -> CalendarTime
    /// The time since the machine started, sleep included (CLOCK_BOOTTIME).
    package var uptime: @Sendable () -> Duration
    /// The kernel's identifier of this boot; empty where it does not tell.
    package var bootIdentifier: @Sendable () -> String
    /// Waits until the moment has come; fails with the reason when cancelled before.
    package var wait: @Sendable (MonotonicTime, any Cancellation) async throws(Failure) -> Void

    package init(
      wall: @escaping @Sendable () -> WallTime, monotonic: @escaping @Sendable () -> MonotonicTime,
      local: @escaping @Sendable (WallTime) -> CalendarTime,
      wait: @escaping @Sendable (MonotonicTime, any Cancellation) async throws(Failure) -> Void,
      uptime: (@Sendable () -> Duration)? = nil, bootIdentifier: @escaping @Sendable () -> String = { "" }
    ) {
      self.uptime = uptime ?? { .nanoseconds(monotonic().nanoseconds) }
      self.bootIdentifier = bootIdentifier
      self.wall = wall
      self.monotonic = monotonic
      self.local = local
      self.wait = wait
    }
  }

  package struct Files: Sendable {
    /// Reads at most so many bytes of a file, following links; `nil` when there is none to read.
    package var read: @Sendable (String, Int) -> [UInt8]?
    /// What the path names, links followed; `nil` when nothing is there.
    package var facts: @Sendable (String) -> FileFacts?
    /// Whether the path is a file that this user may execute.
    package var isExecutable: @Sendable (String) -> Bool
    /// The names in a folder, in no order; `nil` when it cannot be listed.
    package var names: @Sendable (String) -> [String]?
    /// Where an absolute path leads without links, or would lead to when nothing is there; `nil` where that cannot
    /// be told.
    package var resolved: @Sendable (String) -> String?
    /// Whether root alone can change what the path leads to: the file, and every folder and link on the way.
    package var isRootsAlone: @Sendable (String) -> Bool
    /// Reads at most so many bytes of a file that nobody but its owner may read, checked where it was opened;
    /// fails with `secret.permissions` or `secret.unreadable`.
    package var readPrivate: @Sendable (String, Int) throws(Failure) -> [UInt8] = { path, _ throws(Failure) in
      throw Failure(.secretUnreadable, ["path": .text(path)])
    }

    /// A folder of ours in which each of these names leads to what a program finds at a descriptor, so that one
    /// that reads a file by its name is handed bytes that are on no disk.
    package var handedFolder: @Sendable (_ names: [String], _ descriptor: Int32) throws(Failure) -> String = {
      _, _ throws(Failure) in throw Failure(.internalError)
    }

    package init(
      read: @escaping @Sendable (String, Int) -> [UInt8]?, facts: @escaping @Sendable (String) -> FileFacts?,
      isExecutable: @escaping @Sendable (String) -> Bool,
      names: @escaping @Sendable (String) -> [String]? = { _ in nil },
      resolved: (@Sendable (String) -> String?)? = nil, isRootsAlone: (@Sendable (String) -> Bool)? = nil
    ) {
      self.read = read
      self.facts = facts
      self.isExecutable = isExecutable
      self.names = names
      self.resolved = resolved ?? { $0 }
      self.isRootsAlone = isRootsAlone ?? { facts($0)?.isRootsAlone ?? false }
    }
  }

  package struct Machine: Sendable {
    package var interfaces: @Sendable () throws(Failure) -> [NetworkInterface]
    /// The space of the file system that holds the path; `nil` when there is no such path.
    package var space: @Sendable (String) -> FileSystemSpace?
    package var hostName: @Sendable () -> String
    package var processorCount: @Sendable () -> Int
    package var caller: Caller
    /// Keeps what this process holds out of any picture of its memory from now on.
    package var guardMemory: @Sendable () -> Void = {}
    /// Whether the caller is the user of a name; one that is not known is not.
    package var isUser: @Sendable (String) -> Bool
    /// Whether the caller is in the group of a name, read anew at each call; in one that is not known nobody is.
    package var isMember: @Sendable (String) -> Bool

    package init(
      interfaces: @escaping @Sendable () throws(Failure) -> [NetworkInterface],
      space: @escaping @Sendable (String) -> FileSystemSpace?, hostName: @escaping @Sendable () -> String,
      processorCount: @escaping @Sendable () -> Int, caller: Caller,
      isUser: @escaping @Sendable (String) -> Bool = { _ in false },
      isMember: @escaping @Sendable (String) -> Bool = { _ in false }
    ) {
      self.interfaces = interfaces
      self.space = space
      self.hostName = hostName
      self.processorCount = processorCount
      self.caller = caller
      self.isUser = isUser
      self.isMember = isMember
    }
  }

  /// Who called and from where, read once at the start.
  package struct Caller: Sendable {
    package var user: UInt32
    package var group: UInt32
    package var workingDirectory: String
    /// The variables that a started program may see: PATH, LANG, HOME, USER, LOGNAME, TZ.
    package var environment: [(name: String, value: String)]
    /// The variables with which a program reaches the desktop session; empty without one.
    package var desktop: [(name: String, value: String)]
    /// Finds a variable of the caller's whole environment.
    package var variable: @Sendable (String) -> String? = { _ in nil }

    package init(
      user: UInt32, group: UInt32, workingDirectory: String,
      environment: [(name: String, value: String)], desktop: [(name: String, value: String)] = []
    ) {
      self.user = user
      self.group = group
      self.workingDirectory = workingDirectory
      self.environment = environment
      self.desktop = desktop
    }
  }

  package struct Processes: Sendable {
    /// Runs a program to its end; fails when it cannot be started or when cancelled, with its whole
    /// tree of processes gone by then.
    package var run: @Sendable (ProcessRequest, any Cancellation) async throws(Failure) -> ProcessOutcome
    package var stream: Stream

    package init(
      run: @escaping @Sendable (ProcessRequest, any Cancellation) async throws(Failure) -> ProcessOutcome,
      stream: @escaping Stream = noStream
    ) {
      self.run = run
      self.stream = stream
    }
  }
}

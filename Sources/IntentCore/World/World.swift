/// The outside that handlers may touch, as closures, so that a test can script it.
package struct World: Sendable {
  package var clock: Clocks
  package var files: Files
  package var machine: Machine
  package var processes: Processes
  package var store: any StateStore
  /// The folder of the definitions that root puts up for everybody.
  package var rootsDefinitions: String
  /// The store and the files of the configuration, which nothing in a sandbox may reach.
  package var ownFiles: [String] = []
  /// What the configuration says, read when first asked for; a file with a fault fails whatever needs it.
  package var configuration: @Sendable () throws(Failure) -> Configuration
  /// Reads secrets of the configuration by name, for what a provider drives outside of a run.
  package var secrets: SecretReader = { _, _ throws(Failure) in ValueObject() }
  /// Sees to it that a guard is running, which honours deadlines when nobody else does; answers whether one is.
  package var wakeGuard: @Sendable () async -> Bool
  /// What keys are made of and compared with.
  package var keyMaterial: @Sendable () -> KeyMaterial = { .none }

  package init(
    clock: Clocks, files: Files, machine: Machine, processes: Processes, store: any StateStore,
    rootsDefinitions: String = "/etc/runintent/intents",
    configuration: @escaping @Sendable () throws(Failure) -> Configuration = { () throws(Failure) in
      Configuration()
    }, wakeGuard: @escaping @Sendable () async -> Bool = { true }
  ) {
    (self.clock, self.files, self.machine) = (clock, files, machine)
    (self.processes, self.store, self.rootsDefinitions) = (processes, store, rootsDefinitions)
    (self.configuration, self.wakeGuard) = (configuration, wakeGuard)
  }

  package typealias Clock = Clocks

  /// Fails with `guard.missing` where nobody would do at its time what is promised of a thing.
  package func requireGuard(of name: String) async throws(Failure) {
    guard await wakeGuard() else { throw Failure(.guardMissing, ["name": .text(name)]) }
  }

  package typealias SecretReader =
    @Sendable (_ names: [String], any Cancellation) async throws(Failure) -> ValueObject

  /// The same without a way to start a program or to read a secret, so that no provider is asked.
  package var quiet: World {
    var world = withoutSecrets
    world.processes = Processes(run: { request, _ throws(Failure) in
      throw Failure(.executableFailed, ["path": .text(request.executable)])
    })
    return world
  }

  /// The same without a way to read a secret, so that no provider is asked that wants one.
  package var withoutSecrets: World {
    var world = self
    world.secrets = { names, _ throws(Failure) in
      throw Failure(.secretUndefined, ["name": .text(names.first ?? "")])
    }
    return world
  }

  package struct Files: Sendable {
    /// Reads at most so many bytes of a file, following links; `nil` when there is none to read.
    package var read: @Sendable (String, Int) -> [UInt8]?
    /// What the path names, links followed; `nil` when nothing is there.
    package var facts: @Sendable (String) -> FileFacts?
    /// The same, also where a check takes everything for present.
    package var there: @Sendable (String) -> FileFacts?
    /// Whether the path is a file that this user may execute.
    package var isExecutable: @Sendable (String) -> Bool
    /// The names in a folder, in no order; `nil` when it cannot be listed.
    package var names: @Sendable (String) -> [String]?
    /// Where an absolute path leads without links, or would lead to when nothing is there; `nil` where that cannot
    /// be told.
    package var resolved: @Sendable (String) -> String?
    /// Whether root alone can change what the path leads to: the file, and every folder and link on the way.
    package var isRootsAlone: @Sendable (String) -> Bool
    /// What is worrying about who may change what the path leads to, or a folder above it.
    package var concerns: @Sendable (String) -> [Fault] = { _ in [] }
    /// Whether two absolute paths lead to one file, by links of either kind too.
    package var isSameFile: @Sendable (String, String) -> Bool = { $0.utf8.elementsEqual($1.utf8) }
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
      (self.read, self.facts, self.isExecutable, self.names) = (read, facts, isExecutable, names)
      there = facts
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
    /// What the kernel can hold of a sandbox.
    package var sandboxKernel: @Sendable () -> SandboxKernel = { .whole }
    /// Whether the caller is the user of a name; one that is not known is not.
    package var isUser: @Sendable (String) -> Bool
    /// Whether the caller is in the group of a name, read anew at each call; in one that is not known nobody is.
    package var isMember: @Sendable (String) -> Bool
    /// Whether a group has no member but the user of the same number.
    package var isPrivateGroup: @Sendable (UInt32) -> Bool = { _ in true }

    package init(
      interfaces: @escaping @Sendable () throws(Failure) -> [NetworkInterface],
      space: @escaping @Sendable (String) -> FileSystemSpace?, hostName: @escaping @Sendable () -> String,
      processorCount: @escaping @Sendable () -> Int, caller: Caller,
      isUser: @escaping @Sendable (String) -> Bool = { _ in false },
      isMember: @escaping @Sendable (String) -> Bool = { _ in false }
    ) {
      (self.interfaces, self.space, self.hostName) = (interfaces, space, hostName)
      (self.processorCount, self.caller) = (processorCount, caller)
      (self.isUser, self.isMember) = (isUser, isMember)
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
      (self.user, self.group, self.workingDirectory) = (user, group, workingDirectory)
      (self.environment, self.desktop) = (environment, desktop)
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
    ) { (self.run, self.stream) = (run, stream) }

    /// Starts a program and reports each of its lines as it comes; fails when it cannot be started.
    package typealias Stream =
      @Sendable (ProcessRequest, _ report: @escaping @Sendable (ProgramEvent) -> Void) throws(Failure) ->
      any ProgramStream

    /// A world without streaming programs.
    package static let noStream: Stream = { request, _ throws(Failure) in
      throw Failure(.executableFailed, ["path": .text(request.executable)])
    }
  }
}

/// A network interface as the kernel describes it now.
package struct NetworkInterface: Sendable, Equatable {
  package var name: String
  package var isUp: Bool
  package var isRunning: Bool
  package var isLoopback: Bool
  package var isPointToPoint: Bool
  /// The addresses with their prefix lengths, as in `10.8.0.2/24`.
  package var addresses: [String]
  /// What the kernel counted since the interface came up, `nil` when it does not say.
  package var counters: ByteCounters?

  package init(
    name: String, isUp: Bool, isRunning: Bool, isLoopback: Bool = false, isPointToPoint: Bool = false,
    addresses: [String] = [], counters: ByteCounters? = nil
  ) {
    (self.name, self.isUp, self.isRunning, self.isLoopback) = (name, isUp, isRunning, isLoopback)
    (self.isPointToPoint, self.addresses, self.counters) = (isPointToPoint, addresses, counters)
  }
}

/// Bytes that passed an interface.
package struct ByteCounters: Sendable, Equatable {
  package var received: UInt64
  package var sent: UInt64

  package init(received: UInt64, sent: UInt64) { (self.received, self.sent) = (received, sent) }
}

/// The space of the file system that holds a path, in bytes (statvfs(3)).
package struct FileSystemSpace: Sendable, Equatable {
  package var total: UInt64
  package var free: UInt64
  /// What an ordinary user may still use.
  package var available: UInt64

  package init(total: UInt64, free: UInt64, available: UInt64) {
    (self.total, self.free, self.available) = (total, free, available)
  }
}

/// What a path names, and whose it is.
package struct FileFacts: Sendable, Equatable {
  package enum Kind: Sendable, Equatable { case regular, folder, link, other }

  package var kind: Kind
  package var owner: UInt32
  package var group: UInt32
  /// The permission bits with set-id and sticky bits, as in `0o1777`.
  package var mode: UInt32
  package var size: Int

  package init(kind: Kind, owner: UInt32, group: UInt32, mode: UInt32, size: Int) {
    (self.kind, self.owner, self.group) = (kind, owner, group)
    (self.mode, self.size) = (mode, size)
  }

  /// Whether the file is root's and nobody else may write it.
  package var isRootsAlone: Bool { kind == .regular && owner == 0 && mode & 0o022 == 0 }
}

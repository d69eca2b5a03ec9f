package import IntentCore
internal import Synchronization
internal import Testing

/// A world that a test scripts: its time passes only by waiting, and a call that is not scripted fails the test.
package final class ScriptedWorld: Sendable {
  /// What the world holds.
  package struct Script: Sendable {
    /// 2026-11-30 09:30:00 UTC, which is 12:30:00 in the place of the test.
    package var wall = WallTime(microseconds: 1_796_031_000_000_000)
    package var monotonic = MonotonicTime(nanoseconds: 1_000_000_000)
    /// The time since the boot, and which boot it was.
    package var uptime = Duration.seconds(1)
    package var boot = "boot-1"
    package var offset = 3 * 3600
    /// Files by path; `nil` for one that is known not to be there.
    package var files: [String: [UInt8]?] = [:]
    /// Whether a guard can be started.
    package var hasGuard = true
    /// Paths below which nothing is there.
    package var emptyFolders: [String] = []
    package var folders: Set<String> = []
    /// Where paths lead once links are followed; the rest have none.
    package var links: [String: String] = [:]
    package var executables: Set<String> = []
    package var interfaces: Result<[NetworkInterface], Failure>?
    package var spaces: [String: FileSystemSpace] = [:]
    package var hostName = "desk"
    package var processorCount = 2
    /// The names of the caller, and of the groups that the caller is in.
    package var users: Set<String> = ["ana"]
    package var groups: Set<String> = []
    package var caller = World.Caller(
      user: 1000, group: 1000, workingDirectory: "/home/ana/work",
      environment: [("PATH", "/usr/bin:/bin"), ("HOME", "/home/ana"), ("LANG", "C.UTF-8")])
    package var configuration = Configuration()
    /// The store and the files of the configuration.
    package var ownFiles: [String] = []
    /// The names in folders.
    package var names: [String: [String]] = [:]
    /// What a started program does.
    package var program: (@Sendable (ProcessRequest) -> Result<ProcessOutcome, Failure>)?
  }

  package let store = MemoryStore()
  private let script: Mutex<Script>
  private let started = Mutex<[ProcessRequest]>([])
  private let guards = Mutex(0)

  package init(_ prepare: (inout Script) -> Void = { _ in }) {
    var script = Script()
    prepare(&script)
    self.script = Mutex(script)
  }

  package func change(_ change: (inout Script) -> Void) { script.withLock { change(&$0) } }

  /// The programs that were started.
  package var requests: [ProcessRequest] { started.withLock { $0 } }

  /// How often a guard was asked for.
  package var guardCalls: Int { guards.withLock { $0 } }

  package var now: WallTime { script.withLock { $0.wall } }

  /// Lets time pass.
  package func pass(_ duration: Duration) {
    script.withLock { script in
      script.wall = script.wall + duration
      script.monotonic = script.monotonic + duration
      script.uptime += duration
    }
  }

  package var world: World {
    var world = World(
      clock: clock, files: files, machine: machine, processes: processes, store: store,
      configuration: { [self] () throws(Failure) in script.withLock { $0.configuration } },
      wakeGuard: { [self] in
        guards.withLock { $0 += 1 }
        return script.withLock { $0.hasGuard }
      })
    world.ownFiles = script.withLock { $0.ownFiles }
    return world
  }

  private func unscripted(_ call: String) { Issue.record("unscripted call: \(call)") }

  private var clock: World.Clock {
    World.Clock(
      wall: { [self] in now }, monotonic: { [self] in script.withLock { $0.monotonic } },
      local: { [self] time in CalendarTime(time, offset: script.withLock { $0.offset }) },
      wait: { [self] until, cancellation throws(Failure) in
        if let reason = cancellation.reason { throw reason.failure }
        pass(max(.zero, until - script.withLock { $0.monotonic }))
      }, uptime: { [self] in script.withLock { $0.uptime } },
      bootIdentifier: { [self] in script.withLock { $0.boot } })
  }

  private var files: World.Files {
    var files = scriptedFiles
    files.there = { [self] path in
      let script = script.withLock { $0 }
      let isKnown =
        script.folders.contains(path) || script.executables.contains(path) || script.files[path] != nil
      return isKnown ? scriptedFiles.facts(path) : nil
    }
    return files
  }

  private var scriptedFiles: World.Files {
    World.Files(
      read: { [self] path, limit in
        let script = script.withLock { $0 }
        guard let file = script.files[path] else {
          if !script.isEmpty(path) { unscripted("read \(path)") }
          return nil
        }
        return file.map { Array($0.prefix(limit)) }
      },
      facts: { [self] path in
        let script = script.withLock { $0 }
        if script.folders.contains(path) {
          return FileFacts(kind: .folder, owner: 1000, group: 1000, mode: 0o755, size: 4096)
        }
        if script.executables.contains(path) {
          return FileFacts(kind: .regular, owner: 0, group: 0, mode: 0o755, size: 1)
        }
        guard let file = script.files[path] else {
          if !script.isEmpty(path) { unscripted("facts \(path)") }
          return nil
        }
        return file.map { FileFacts(kind: .regular, owner: 1000, group: 1000, mode: 0o644, size: $0.count) }
      }, isExecutable: { [self] path in script.withLock { $0.executables.contains(path) } },
      names: { [self] path in script.withLock { $0.names[path] } },
      resolved: { [self] path in script.withLock { $0.links[path] ?? path } })
  }

  private var machine: World.Machine {
    World.Machine(
      interfaces: { [self] () throws(Failure) in
        guard let interfaces = script.withLock({ $0.interfaces }) else {
          unscripted("interfaces")
          return []
        }
        return try interfaces.get()
      }, space: { [self] path in script.withLock { $0.spaces[path] } },
      hostName: { [self] in script.withLock { $0.hostName } },
      processorCount: { [self] in script.withLock { $0.processorCount } },
      caller: script.withLock { $0.caller },
      isUser: { [self] name in script.withLock { $0.users.contains(name) } },
      isMember: { [self] name in script.withLock { $0.groups.contains(name) } })
  }

  private var processes: World.Processes {
    World.Processes(run: { [self] request, cancellation throws(Failure) in
      started.withLock { $0.append(request) }
      if let reason = cancellation.reason { throw reason.failure }
      guard let program = script.withLock({ $0.program }) else {
        unscripted("run \(request.executable)")
        throw Failure(.internalError)
      }
      return try program(request).get()
    })
  }
}

extension ScriptedWorld.Script {
  fileprivate func isEmpty(_ path: String) -> Bool { emptyFolders.contains { path.hasPrefix($0) } }
}

extension CalendarTime {
  /// The date by the proleptic Gregorian calendar, in a zone of one offset.
  fileprivate init(_ time: WallTime, offset: Int) {
    let seconds = Int((Double(time.microseconds) / 1_000_000).rounded(.down)) + offset
    let (days, rest) = (seconds / 86_400, seconds % 86_400)
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    self.init(
      year: yearOfEra + era * 400 + (month >= 10 ? 1 : 0), month: month < 10 ? month + 3 : month - 9,
      day: dayOfYear - (153 * month + 2) / 5 + 1, hour: rest / 3600, minute: rest / 60 % 60,
      second: rest % 60, offset: offset)
  }
}

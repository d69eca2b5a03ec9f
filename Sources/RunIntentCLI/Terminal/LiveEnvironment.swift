internal import Glibc
internal import IntentCore
internal import IntentEngine
internal import IntentPipeline
internal import IntentPlatform

extension ToolEnvironment {
  /// The environment of this process, on its event loop.
  static func live(
    _ arguments: [String], _ facts: CallerFacts, _ standard: StandardStream, _ loop: EventLoop
  ) -> ToolEnvironment {
    let folders = facts.folders
    let interruption = CancellationSource()
    loop.cancelOnSignals(interruption)
    let output = TerminalFacts(1, facts.environment)
    let errors = TerminalFacts(2, facts.environment)
    let clock = World.Clock.live { time, cancellation throws(Failure) in
      try await loop.wait(until: time, cancellation)
    }
    let places = UserPlaces(
      home: folders.home, config: folders.config, data: folders.data, state: folders.state,
      working: facts.caller.workingDirectory)
    let configuration = ConfigurationFiles(
      places, openRoots: { path throws(Failure) in try ConfigurationFile.open(path, keptBy: .root) },
      openOwn: { path throws(Failure) in try ConfigurationFile.open(path, keptBy: .user) })
    let processes = World.Processes.live(loop)
    let withLimit: TimeLimit = { limit, parent, work in
      await loop.withLimit(limit, under: parent) { source in await work(source) }
    }
    let state = folders.state.map { $0 + "/runintent" }
    let store = store(in: state, clock)
    var world = World(
      clock: clock, files: .live, machine: .live(facts.caller), processes: processes,
      store: store, configuration: configuration.remembered,
      wakeGuard: {
        guard let state else { return false }
        return await GuardProcess.wake(
          stateFolder: state, facts.guardEnvironment, processes, interruption, clock: clock)
      })
    world.ownFiles = (state.map { [$0] } ?? []) + configuration.places.map(\.path)
    if let state {
      world.files.handedFolder = { names, descriptor throws(Failure) in
        try HandedFolder.prepare(state + "/handed", names, descriptor)
      }
    }
    let plain = world
    world.secrets = { names, cancellation throws(Failure) in
      plain.machine.guardMemory()
      return try await SecretReading(world: plain, withLimit: withLimit, cancellation: cancellation).read(
        names)
    }
    world.keyMaterial = { .live }
    return ToolEnvironment(
      arguments: arguments, variables: Variables { facts.environment[$0] }, folders: places,
      streams: Streams(
        outputIsTerminal: output.isTerminal, errorIsTerminal: errors.isTerminal, width: output.width,
        isUnicode: facts.locale.isUTF8),
      world: world, files: .live(from: facts.caller.workingDirectory), configuration: configuration,
      sourceFinding: { SourceFacts.live.detectSource() }, interruption: interruption, withLimit: withLimit,
      decide: { text, again in
        TerminalPrompt.decide(
          Array(text.cleaned(.block).utf8), again: Array(again.cleaned(.block).utf8),
          marksPastes: !["", "dumb"].contains(errors.name))
      },
      rows: { TerminalPrompt.rows },
      prompt: { text, isSecret in TerminalPrompt.ask(Array(text.utf8), isSecret: isSecret) },
      choose: { text, count in TerminalPrompt.choose(Array(text.utf8), of: count) },
      readInput: { path throws(Failure) in
        guard let path else { return try standard.readInput(limit: JSONLimits.data.bytes) }
        return try StandardStream.readInput(from: path, limit: JSONLimits.data.bytes)
      }, readDescriptor: StandardStream.readHanded, inputIsPiped: { standard.inputIsPiped },
      progress: ProgressAccess(
        write: { bytes, toOutput in _ = standard.write(bytes, to: toOutput ? .output : .errors) },
        after: { delay, action in loop.after(delay, action) }),
      installer: .live, editor: .live { facts.environment["TMPDIR"] },
      guardian: state.map { guardian($0, clock, loop) } ?? .none,
      live: .standard(standard, loop, interruption),
      authenticator: .live(facts, world, terminal: errors.name, loop, interruption))
  }

  /// The store of the user; without a home nothing can be remembered.
  private static func store(in state: String?, _ clock: World.Clock) -> any StateStore {
    // Not XDG_RUNTIME_DIR: cron before a login has none, and would not see the leases of a login.
    state.map { SQLiteStore(stateFolder: $0, runtimeFolder: $0 + "/leases", clock: clock) }
      ?? SQLiteStore.homeless
  }

  private static func guardian(_ folder: String, _ clock: World.Clock, _ loop: EventLoop) -> Guardian {
    Guardian(
      holder: { GuardLock.holder(stateFolder: folder) },
      take: { () throws(Failure) in try GuardLock.take(stateFolder: folder) },
      store: { store(in: folder, clock) },
      alarm: { () throws(Failure) in
        let alarm = try DeadlineAlarm(loop, stateFolder: folder)
        return Guardian.Alarm(
          listen: { alarm.listen() },
          wait: { due, latest, cancellation throws(Failure) in
            try await alarm.wait(until: due, latest: latest, cancellation)
          })
      }, succeed: GuardProcess.becomeSuccessor, outliveTerminal: GuardProcess.outliveTerminal)
  }
}

extension DefinitionAccess {
  /// Opens files with every check, and shows them in messages as seen from the working directory.
  static func live(from working: String) -> Self {
    let prefix = working + "/"
    let display: @Sendable (String) -> String = { path in
      path.utf8.starts(with: prefix.utf8)
        ? String(decoding: path.utf8.dropFirst(prefix.utf8.count), as: UTF8.self) : path
    }
    var access = Self(
      open: { path throws(Failure) in
        try DefinitionFiles.open(path, display: display(path), limit: JSONLimits.definition.bytes)
      },
      folder: { path throws(Failure) in
        let folder = try DefinitionFolder(path, display: display(path))
        return DefinitionFolders.OpenFolder(
          list: { () throws(Failure) in
            let listing = try folder.list()
            return DefinitionFolders.Contents(ids: listing.ids, faults: listing.faults)
          }, open: { id throws(Failure) in try folder.open(id) })
      },
      catalog: { path throws(Failure) in
        try DefinitionFiles.open(path, display: display(path), limit: StringCatalog.limits.bytes)
      })
    access.resolved = World.Files.live.resolved
    return access
  }
}

extension Installer {
  static let live = Installer(
    executable: { ProgramFile.path },
    read: { path in World.Files.live.read(path, 1 << 30) },
    write: { path, bytes, mode throws(Failure) in
      if let folder = folder(of: path) { try IntentPlatform.Folders.make(folder, mode: 0o755) }
      try AtomicFile.write(bytes, to: path, mode: mode)
    },
    makeFolder: { path, mode throws(Failure) in try IntentPlatform.Folders.make(path, mode: mode) },
    remove: { path throws(Failure) in try AtomicFile.remove(path) },
    removeFolder: { path in _ = try? IntentPlatform.Folders.removeEmpty(path) })

  private static func folder(of path: String) -> String? {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex else { return nil }
    return String(path[..<slash])
  }
}

extension EditorAccess {
  /// The editor of this machine; copies lie in the folder that `parent` tells, `$TMPDIR`, or else in /tmp.
  static func live(in parent: @escaping @Sendable () -> String?) -> EditorAccess {
    EditorAccess(
      makeFolder: { () throws(Failure) in
        let named = parent().flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
        return try PrivateFolder.make(in: named ?? "/tmp")
      },
      discardFolder: { PrivateFolder.discard($0) },
      run: { words throws(Failure) in try TerminalProgram.run(words) })
  }
}

extension LiveOutput {
  static func standard(
    _ streams: StandardStream, _ loop: EventLoop, _ interruption: CancellationSource
  ) -> LiveOutput {
    LiveOutput(
      write: { output, errors throws(Failure) in
        _ = streams.write(errors, to: .errors)
        guard let problem = streams.write(output, to: .output) else { return }
        if problem.code == EPIPE { throw CancellationReason.signal(SIGPIPE).failure }
        throw Failure(.outputFailed, ["reason": problem.argument])
      },
      interruption: {
        let source = CancellationSource(parent: interruption)
        loop.onHangUp(of: STDOUT_FILENO) { source.cancel(.signal(SIGPIPE)) }
        return source
      })
  }
}

extension Authenticator {
  /// By what this system has; nothing of it is made before it is needed.
  static func live(
    _ facts: CallerFacts, _ world: World, terminal: String, _ loop: EventLoop,
    _ interruption: any Cancellation
  ) -> Authenticator {
    let live: @Sendable () -> LiveAuthentication = {
      LiveAuthentication(
        world, folder: facts.folders.state.map { $0 + "/runintent" },
        run: { words in await answer(words, world, loop, interruption) },
        runAtTerminal: { words in
          var variables = facts.caller.environment.filter { $0.name != "PATH" }
          variables += [("PATH", "/usr/sbin:/usr/bin:/sbin:/bin"), ("TERM", terminal)]
          return (try? TerminalProgram.run(words, environment: variables)) == .status(0)
        })
    }
    return Authenticator(
      authenticate: { prompt, mayAsk in await live().authenticate(prompt: prompt, mayAsk: mayAsk) },
      isUnlocked: { await live().isUnlocked() }, means: { await live().means() })
  }

  /// What a program of the system says, `nil` unless it ended with 0 within some seconds.
  private static func answer(
    _ words: [String], _ world: World, _ loop: EventLoop, _ interruption: any Cancellation
  ) async -> String? {
    await loop.withLimit(.seconds(5), under: interruption) { cancellation in
      let request = ProcessRequest(
        executable: words[0], arguments: Array(words.dropFirst()),
        environment: [("PATH", "/usr/bin:/bin"), ("LC_ALL", "C")])
      guard let outcome = try? await world.processes.run(request, cancellation), outcome.exit == .status(0)
      else { return nil }
      return String(decoding: outcome.output, as: UTF8.self)
    }
  }
}

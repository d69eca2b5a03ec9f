package import IntentCore

/// Runs programs to their end, one or many at a time, on the event loop.
package struct ProcessRunner: Sendable {
  /// How long descendants may go on to hold the streams of a program that has ended.
  static let drainLimit = Duration.milliseconds(100)

  private let loop: EventLoop
  private let adoptsOrphans: Bool
  private let kernel: @Sendable () -> SandboxKernel

  /// - Parameters:
  ///   - adoptsOrphans: Whether this process becomes the parent of what its programs leave behind, and ends it.
  ///     One that has other children must not: they could not be told apart.
  ///   - kernel: What is used of the kernel for sandboxes.
  package init(
    _ loop: EventLoop, adoptsOrphans: Bool = true,
    kernel: @escaping @Sendable () -> SandboxKernel = { .live }
  ) {
    (self.loop, self.adoptsOrphans, self.kernel) = (loop, adoptsOrphans, kernel)
  }

  /// Runs a program until it has ended and nothing that it started is left. Fails with
  /// `executableFailed` when it cannot be started, and with the cancellation's reason when that comes
  /// before the program's end.
  package func run(
    _ request: ProcessRequest, _ cancellation: any Cancellation
  ) async throws(Failure) -> ProcessOutcome {
    if let reason = cancellation.reason { throw reason.failure }
    let session = try request.sandbox.map { limits throws(Failure) in
      try SandboxSession(limits, for: request, kernel())
    }
    // What it has on the disk stays until the last of what was started is gone.
    let made = try request.places.contains { $0.made != nil } ? MadePlaces(request.places.map(\.place)) : nil
    defer { withExtendedLifetime((session, made)) {} }
    let changed = Wake()
    var progress: ProgressPipe?
    if let take = request.onProgress { progress = ProgressPipe(try Pipe(for: request), loop, take) }
    let (program, streams, input) = try start(request, progress, session, onEnd: changed.fire)
    progress?.programStarted()
    defer {
      progress?.finish()
      RunningPrograms.remove(program.pid)
    }
    await loop.sleep(changed, cancellation)
    input?.stop()
    guard let exit = program.exit else {
      await sweep(program).run()
      streams.finish()
      throw (cancellation.reason?.failure ?? Failure(.internalError))
    }
    streams.programEnded()
    if !streams.hasEnded {
      await loop.sleep(streams.ended, until: EventLoop.now() + Self.drainLimit, cancellation)
    }
    let leftStreamsHeld = !streams.hasEnded
    if !request.leavesDaemons { await sweep(program, hurry: cancellation).run() }
    streams.finish()
    return ProcessOutcome(
      exit: exit, output: streams.output.bytes, errors: streams.errors.bytes, order: streams.order.pieces,
      droppedOutput: streams.output.dropped, droppedErrors: streams.errors.dropped,
      leftStreamsHeld: leftStreamsHeld)
  }

  private func start(
    _ request: ProcessRequest, _ progress: ProgressPipe?, _ session: SandboxSession?,
    onEnd: @escaping () -> Void
  ) throws(Failure) -> (Program, OutputCollector, InputWriter?) {
    let output = OutputStream(.output, try Pipe(for: request, packets: true), limit: request.outputLimit)
    let errors = OutputStream(.error, try Pipe(for: request, packets: true), limit: request.outputLimit)
    let streams = OutputCollector(output, errors, loop)
    let input = try request.input.map { bytes throws(Failure) in (bytes, try Pipe(for: request)) }
    let pid = try RunningPrograms.add(adopting: adoptsOrphans) { () throws(Failure) in
      try request.spawn(
        input: input?.1.reading.descriptor ?? -1, output: output.descriptorForProgram,
        errors: errors.descriptorForProgram, progress: progress?.descriptorForProgram ?? -1, session: session)
    }
    streams.programStarted()
    let writer = input.map { bytes, pipe in InputWriter(bytes, to: pipe.writing, loop) }
    return (Program(pid, loop, onEnd: onEnd), streams, writer)
  }

  private func sweep(_ program: Program, hurry: (any Cancellation)? = nil) -> ProcessSweep {
    ProcessSweep(program: program, loop: loop, adoptsOrphans: adoptsOrphans, hurry: hurry)
  }
}

extension World.Processes {
  /// Programs of this machine, on the loop.
  package static func live(_ loop: EventLoop, adoptsOrphans: Bool = true) -> World.Processes {
    let runner = ProcessRunner(loop, adoptsOrphans: adoptsOrphans)
    return World.Processes(
      run: { request, cancellation throws(Failure) in try await runner.run(request, cancellation) },
      stream: { request, report throws(Failure) in
        try RunningStream(request, loop, adoptsOrphans: adoptsOrphans, report)
      })
  }
}

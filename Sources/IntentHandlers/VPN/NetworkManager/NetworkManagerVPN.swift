package import IntentCore
package import IntentPipeline

/// The VPN, WireGuard and tun profiles of NetworkManager, driven by nmcli and named by UUID.
package struct NetworkManagerVPN: VPNProvider {
  /// How long NetworkManager may take to bring a connection down.
  static let stopLimit = 20

  /// How long what the bus tells may come after what nmcli was told.
  private static let lag = Duration.milliseconds(20)

  package init() {}

  package var name: String { "nm" }

  package func isInstalled(_ world: World) -> Bool { NMClient.program.path(world) != nil }

  package func readings(
    _ world: World, _ cancellation: any Cancellation
  ) async throws(Failure) -> [VPNReading] {
    try await NMClient(world: world, cancellation: cancellation).readings()
  }

  package func status(
    of profile: VPNProfile, _ world: World, _ cancellation: any Cancellation
  ) async throws(Failure) -> VPNStatus {
    try await NMClient(world: world, cancellation: cancellation).status(of: profile)
  }

  package func connect(
    _ profile: VPNProfile, _ context: HandlerContext
  ) async throws(Failure) -> VPNStatus {
    let events = NMEvents()
    let world = context.world
    // nmcli goes on waiting for a NetworkManager that is gone.
    let end = Notice()
    let heard = Notice()
    let ticket = context.cancellation.onCancel { end.give($0) }
    let monitor = Self.monitor(world) { line in
      _ = events.take(line)
      if events.hasStopped { end.give() }
      heard.give()
    }
    do throws(Failure) {
      let status = try await connect(profile, context, events, end, heard, monitor)
      await monitor?.stop()
      context.cancellation.forget(ticket)
      return status
    } catch {
      await monitor?.stop()
      context.cancellation.forget(ticket)
      if events.hasStopped, context.cancellation.reason == nil, error.faults.first?.code == .timedOut {
        throw Failure(.vpnProviderStopped, ["name": .text(profile.title)])
      }
      throw error
    }
  }

  private func connect(
    _ profile: VPNProfile, _ context: HandlerContext, _ events: NMEvents, _ end: Notice, _ heard: Notice,
    _ monitor: (any ProgramStream)?
  ) async throws(Failure) -> VPNStatus {
    let world = context.world
    let client = NMClient(world: world, cancellation: context.cancellation)
    let diagnosis = NMDiagnosis(profile: profile, client: client, began: world.clock.wall())
    // A little more than the run may take: its own limit comes first.
    let seconds = max(1, (context.deadline - world.clock.monotonic()).wholeMilliseconds / 1000 + 2)
    do throws(Failure) {
      let outcome = try await NMClient(world: world, cancellation: end).run([
        "--wait", String(seconds), "connection", "up", "uuid", profile.id,
      ])
      if outcome.status == 0 {
        if monitor != nil, let status = try await told(profile, context, events, heard) { return status }
        // All that can be told of the attempt has been told.
        await monitor?.stop()
      }
      // Not what nmcli says counts but what is.
      let status = try await after(outcome, client, profile)
      if status?.state == .connected, let status { return status }
      throw try await diagnosis.failure(outcome, events)
    } catch {
      if context.cancellation.reason != nil { try await stop(profile, world) }
      throw error
    }
  }

  /// The status as NetworkManager told it of its own accord and the kernel shows it; `nil` when one of both does not
  /// within a moment.
  private func told(
    _ profile: VPNProfile, _ context: HandlerContext, _ events: NMEvents, _ heard: Notice
  ) async throws(Failure) -> VPNStatus? {
    let clock = context.world.clock
    let end = clock.monotonic() + Self.lag
    while events.interface(of: profile.id) == nil, clock.monotonic() < end {
      heard.clear()
      try await heard.wait(until: end, clock, context.cancellation)
    }
    guard let name = events.interface(of: profile.id) else { return nil }
    let isUp = try context.world.machine.interfaces().contains {
      $0.isUp && $0.name.utf8.elementsEqual(name.utf8)
    }
    return isUp ? VPNStatus(.connected, interface: name) : nil
  }

  /// The status after an attempt, `nil` when nobody can tell it; fails when the profile is gone.
  private func after(
    _ outcome: ProcessOutcome, _ client: NMClient, _ profile: VPNProfile
  ) async throws(Failure) -> VPNStatus? {
    do throws(Failure) {
      return try await client.status(of: profile)
    } catch  where outcome.status != 0 && error.status == .unavailable {
      return nil
    }
  }

  /// Asks an interrupted connection to stop, whatever becomes of us.
  private func stop(_ profile: VPNProfile, _ world: World) async throws(Failure) {
    let client = NMClient(world: world, cancellation: Uncancelled())
    _ = try await client.run(["--wait", "5", "connection", "down", "uuid", profile.id])
  }

  package func disconnect(
    _ profile: VPNProfile, _ context: HandlerContext
  ) async throws(Failure) -> VPNStatus {
    let client = NMClient(world: context.world, cancellation: context.cancellation)
    let outcome = try await client.run([
      "--wait", String(Self.stopLimit), "connection", "down", "uuid", profile.id,
    ])
    let status = try await client.status(of: profile)
    // nmcli ends with 0 even when it was not let.
    guard status.state == .disconnected else {
      throw try await NMDiagnosis(profile: profile, client: client, began: context.world.clock.wall())
        .refusal(outcome)
    }
    return status
  }

  /// Where polkit lets nobody change a profile, NetworkManager still keeps down what is brought down by hand.
  package func setAutoconnect(
    _ isOn: Bool, of profile: VPNProfile, _ context: HandlerContext
  ) async throws(Failure) -> Bool {
    let client = NMClient(world: context.world, cancellation: context.cancellation)
    let rows = try await client.rows([
      "--fields", "connection.autoconnect", "connection", "show", "uuid", profile.id,
    ])
    let wanted = isOn ? "yes" : "no"
    guard let row = rows.first, row.count > 1, !row[1].utf8.elementsEqual(wanted.utf8) else { return false }
    let outcome = try await client.run([
      "connection", "modify", "uuid", profile.id, "connection.autoconnect", wanted,
    ])
    return outcome.status == 0
  }

  package func changes(_ world: World, _ notice: @escaping @Sendable (VPNNotice) -> Void) -> VPNWatch {
    let events = NMEvents()
    let monitor = Self.monitor(world) { line in
      switch events.take(line) {
      case .nothing: break
      case .changed: notice(.changed)
      case .ended(let uuid, let reason):
        // Neither nobody's reason nor somebody's wish is a fault.
        if reason > 2, let code = events.code(of: uuid) {
          notice(.failed(id: uuid, Fault(code, ["name": .text(uuid)])))
        }
        notice(.changed)
      }
    }
    return VPNWatch(stream: monitor, interval: monitor == nil ? .seconds(1) : .seconds(30))
  }

  /// Listens on the bus; `nil` where nothing can.
  private static func monitor(
    _ world: World, _ take: @escaping @Sendable (String) -> Void
  ) -> (any ProgramStream)? {
    let program = ProviderProgram(name: "gdbus", package: "libglib2.0-bin")
    let arguments = ["monitor", "--system", "--dest", "org.freedesktop.NetworkManager"]
    return try? world.processes.stream(program.request(arguments, world)) { event in
      if case .line(let line) = event { take(line) }
    }
  }
}

internal import IntentCore

/// The VPN, WireGuard and tun profiles of NetworkManager, driven by nmcli and named by UUID.
struct NetworkManagerVPN: VPNProvider {
  /// How many seconds NetworkManager may take to bring a connection down.
  private static let stopLimit = 20
  /// How long what the bus tells may come after what nmcli was told.
  private static let lag = Duration.milliseconds(20)

  let name = "nm"

  func isInstalled(_ world: World) -> Bool { NMClient.program.path(world) != nil }

  func isPresent(_ world: World) -> Bool {
    isInstalled(world) && world.files.facts("/run/NetworkManager") != nil
  }

  func readings(_ access: ProviderAccess) async throws(Failure) -> [VPNReading] {
    try await NMClient(access: access).readings()
  }

  func status(of profile: VPNProfile, _ access: ProviderAccess) async throws(Failure) -> VPNStatus {
    try await NMClient(access: access).status(of: profile)
  }

  func connect(_ profile: VPNProfile, _ access: ProviderAccess) async throws(Failure) -> VPNStatus {
    let (events, heard) = (NMEvents(), Notice())
    // nmcli goes on waiting for a NetworkManager that is gone.
    let end = Notice()
    let ticket = access.cancellation.onCancel { end.give($0) }
    defer { access.cancellation.forget(ticket) }
    let monitor = Self.monitor(access.world) { line in
      _ = events.take(line)
      if events.hasStopped { end.give() }
      heard.give()
    }
    var limited = access
    limited.cancellation = end
    do throws(Failure) {
      let status = try await connect(profile, access, NMClient(access: limited), events, heard, monitor)
      await monitor?.stop()
      return status
    } catch {
      await monitor?.stop()
      if access.isCancelled {
        // Whatever becomes of us, the connection is asked to stop.
        _ = try await NMClient(access: access.uncancelled).bring(profile, "down", wait: 5)
      } else if events.hasStopped, error.faults.first?.code == .timedOut {
        throw profile.failure(.vpnProviderStopped)
      }
      throw error
    }
  }

  private func connect(
    _ profile: VPNProfile, _ access: ProviderAccess, _ starter: NMClient, _ events: NMEvents, _ heard: Notice,
    _ monitor: (any ProgramStream)?
  ) async throws(Failure) -> VPNStatus {
    let client = NMClient(access: access)
    let diagnosis = NMDiagnosis(profile: profile, client: client, began: access.world.clock.wall())
    // A little more than the run may take: its own limit comes first.
    let outcome = try await starter.bring(profile, "up", wait: max(1, access.secondsLeft + 2))
    if outcome.status == 0 {
      if monitor != nil, let status = try await told(profile, access, events, heard) { return status }
      // All that can be told of the attempt has been told.
      await monitor?.stop()
    }
    do throws(Failure) {
      // Not what nmcli says counts but what is.
      let status = try await client.status(of: profile)
      if status.state == .connected { return status }
    } catch  where outcome.status != 0 && error.status == .unavailable {}
    throw try await diagnosis.failure(outcome, events)
  }

  /// The status as NetworkManager told it of its own accord and the kernel shows it; `nil` when one of both does not
  /// within a moment.
  private func told(
    _ profile: VPNProfile, _ access: ProviderAccess, _ events: NMEvents, _ heard: Notice
  ) async throws(Failure) -> VPNStatus? {
    let end = access.now + Self.lag
    while events.interface(of: profile.id) == nil, access.now < end {
      heard.clear()
      try await heard.wait(until: end, access)
    }
    guard let name = events.interface(of: profile.id),
      try access.world.machine.interfaces().contains(where: {
        $0.isUp && $0.name.utf8.elementsEqual(name.utf8)
      })
    else { return nil }
    return VPNStatus(state: .connected, interface: name)
  }

  func disconnect(_ profile: VPNProfile, _ access: ProviderAccess) async throws(Failure) -> VPNStatus {
    let client = NMClient(access: access)
    let end = access.now + .seconds(Self.stopLimit)
    let outcome = try await client.bring(profile, "down", wait: Self.stopLimit)
    var status = try await client.status(of: profile)
    // Its scripts before going down take their time.
    while status.state == .disconnecting, access.now < end {
      try await access.wait(.milliseconds(100))
      status = try await client.status(of: profile)
    }
    if status.state == .disconnecting {
      throw profile.failure(.vpnFailed, "It is still disconnecting.")
    }
    // nmcli ends with 0 even when it was not let.
    guard status.state == .disconnected else {
      throw try await NMDiagnosis(profile: profile, client: client, began: access.world.clock.wall())
        .refusal(outcome)
    }
    return status
  }

  /// Where polkit lets nobody change a profile, NetworkManager still keeps down what is brought down by hand.
  func setAutoconnect(_ isOn: Bool, of profile: VPNProfile, _ access: ProviderAccess) async throws(Failure)
    -> Bool
  {
    let client = NMClient(access: access)
    let property = "connection.autoconnect"
    let wanted = isOn ? "yes" : "no"
    guard let now = try await client.properties(property, of: profile).first?.value,
      !now.utf8.elementsEqual(wanted.utf8)
    else { return false }
    return try await client.run(["connection", "modify", "uuid", profile.id, property, wanted]).status == 0
  }

  func changes(_ world: World, _ notice: @escaping @Sendable (VPNNotice) -> Void) -> VPNWatch {
    let events = NMEvents()
    let changed: @Sendable () -> Void = { notice(.changed) }
    let monitor = Self.monitor(world, ended: changed) { line in
      switch events.take(line) {
      case .nothing: return
      case .changed: break
      case .ended(let uuid, let reason):
        // Neither nobody's reason nor somebody's wish is a fault.
        if reason > 2, let code = events.code(of: uuid) {
          notice(.failed(id: uuid, Fault(code, ["name": .text(uuid)])))
        }
      }
      notice(.changed)
    }
    // NetworkManager has no word for a link that somebody sets down beneath it.
    let links = Optional<any ProgramStream>.links(world, changed)
    return VPNWatch(streams: [monitor, links].compactMap(\.self), interval: .seconds(30))
  }

  /// Listens on the bus; `nil` where nothing can.
  private static func monitor(
    _ world: World, ended: @escaping @Sendable () -> Void = {}, _ take: @escaping @Sendable (String) -> Void
  ) -> (any ProgramStream)? {
    ProviderProgram(name: "gdbus", package: "libglib2.0-bin").monitor(
      ["monitor", "--system", "--dest", "org.freedesktop.NetworkManager"], world, ended: ended, take)
  }
}

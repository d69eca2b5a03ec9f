import IntentCore
import IntentPipeline
import TestSupport
import Testing

@testable import IntentHandlers

/// The providers of real VPNs with programs that answer as recorded.
@Suite struct RealProviderTests {
  private static let uuid = "5f964014-6acb-4916-ab4b-0a648c45a6d2"
  private static let other = "e8e20b76-8567-4df3-901c-181aacb414ef"

  private func world(
    _ profile: String, exclude: [String] = [], programs: Set<String>,
    _ run: @escaping @Sendable (ProcessRequest) -> ProcessOutcome
  ) -> ScriptedWorld {
    ScriptedWorld { script in
      script.configuration = Configuration(vpn: VPNSettings(profile: profile, exclude: exclude))
      script.executables = programs
      script.emptyFolders = ["/sys/", "/proc/", "/usr/lib/NetworkManager/", "/etc/"]
      script.interfaces = .success([])
      script.program = { .success(run($0)) }
    }
  }

  private func scope(_ world: ScriptedWorld) throws -> VPNScope {
    try VPNProviders(world: world.world).scope()
  }

  private static func answer(_ text: String, _ status: Int32 = 0) -> ProcessOutcome {
    ProcessOutcome(exit: .status(status), output: Array(text.utf8))
  }

  private static let list = """
    \(other):Office\\: main:vpn:eth0:activated:/etc/NetworkManager/Office.nmconnection
    \(uuid):Work VPN:tun:::/etc/NetworkManager/Work.nmconnection
    9a7f362e-bf18-454f-a114-24f0ab92df22:tun0:tun:tun0:activated:/run/NetworkManager/system-connections/tun0.nmconnection
    d2cf0f67-863a-4c25-88f4-684514391ddc:Lan:802-3-ethernet:eth0:activated:/etc/NetworkManager/Lan.nmconnection

    """

  private func networkManager(exclude: [String] = []) -> ScriptedWorld {
    world("nm:\(Self.uuid)", exclude: exclude, programs: ["/usr/bin/nmcli"]) {
      $0.arguments.contains("uuid")
        ? Self.answer("connection.type:vpn\nGENERAL.STATE:activated\n") : Self.answer(Self.list)
    }
  }

  @Test
  func `lists the profiles of NetworkManager, the default first, and asks for tunnels that it names none of`()
    async throws
  {
    let world = networkManager()
    let all = try await scope(world).readings(ProviderAccess(world.world, TestCancellation()))
    #expect(all.map(\.profile.name) == ["nm:\(Self.uuid)", "nm:\(Self.other)"])
    #expect(all.map(\.profile.title) == ["Work VPN", "Office: main"])
    #expect(all.map(\.status.state) == [.disconnected, .connected])
    #expect(world.requests.count == 2)
    let request = try #require(world.requests.first)
    #expect(request.executable == "/usr/bin/nmcli")
    #expect(request.environment.contains { $0 == ("LC_ALL", "C") })
  }

  @Test func `leaves out what the configuration excludes`() async throws {
    let world = networkManager(exclude: ["nm:\(Self.other)"])
    let all = try await scope(world).readings(ProviderAccess(world.world, TestCancellation()))
    #expect(all.map(\.profile.id) == [Self.uuid])
  }

  @Test func `means the one that is up`() async throws {
    let world = networkManager()
    #expect(
      try await scope(world).active(ProviderAccess(world.world, TestCancellation())).profile.id == Self.other)
  }

  @Test(
    arguments: [
      ("toggle", nil, ["vpn(up,nm,\(uuid))", "vpn(down,any,active)"]), ("on", nil, ["vpn(up,nm,\(uuid))"]),
      ("off", "nm:x", ["vpn(down,nm,x)"]),
      ("on", "wg:wg0", ["vpn(up,wg,wg0)", "exec(/etc/wireguard/wg0.conf)"]),
    ] as [(String, String?, [String])])
  func `claims exactly what it may do`(state: String, profile: String?, claims: [String]) async throws {
    let world = networkManager()
    let handler = VPNSetHandler(providers: VPNProviders(world: world.world))
    let intent =
      profile.map { definition("vpn.set", with: ["state": .string(state), "profile": .string($0)]) }
      ?? definition("vpn.set", with: ["state": .string(state)])
    let call = try await filled(intent, in: world)
    #expect(try handler.capabilities(call).map(\.text) == claims)
    #expect(try handler.capabilities(call).allSatisfy { $0.permissionClass > .harmless && !$0.isOpen })
    #expect(try handler.resources(call) == ["vpn"])
  }

  @Test func `a denial of one VPN also forbids to take down whichever is up`() {
    #expect(Capability.activeVPNDown.mayTouch("vpn(down,nm,\(Self.uuid))"))
    #expect(!Capability.activeVPNDown.mayTouch("vpn(up,nm,\(Self.uuid))"))
  }

  @Test(arguments: [
    (#"{"BackendState": "Running"}"#, VPNStatus.State.connected),
    (#"{"BackendState": "Stopped"}"#, .disconnected),
    (#"{"BackendState": "NeedsLogin"}"#, .disconnected), (#"{"BackendState": "Starting"}"#, .connecting),
  ])
  func `reads Tailscale's JSON`(json: String, state: VPNStatus.State) async throws {
    let world = world("tailscale:tailnet", programs: ["/usr/bin/tailscale"]) { _ in Self.answer(json) }
    let reading = try await scope(world).active(ProviderAccess(world.world, TestCancellation()))
    #expect(reading.status.state == state)
    #expect(reading.profile.title == "Tailscale")
  }

  @Test func `Tailscale without a login is not started`() async throws {
    let world = world("tailscale:tailnet", programs: ["/usr/bin/tailscale"]) { _ in
      Self.answer(#"{"BackendState": "NeedsLogin"}"#)
    }
    let failure = await #expect(throws: Failure.self) {
      try await TailscaleVPN().connect(
        VPNProfile(provider: "tailscale", id: "tailnet", title: "Tailscale"),
        ProviderAccess(HandlerContext(world)))
    }
    #expect(failure?.faults.first?.code == .vpnNoSecrets)
    #expect(!world.requests.contains { $0.arguments.first == "up" })
  }

  @Test(arguments: [
    ("wg0", true), ("a=b+c.d-e_f", true), ("", false), ("-x", false), ("..", false),
    ("sixteen-letters0", false),
    ("a/b", false), ("a b", false), ("wg\u{301}0", false),
  ])
  func `an interface's name is checked`(name: String, isFit: Bool) {
    #expect(WireGuardVPN.isInterfaceName(name) == isFit)
  }

  @Test func `wg-quick is not started for who would be asked for a password`() async throws {
    let world = world("wg:wg0", programs: ["/usr/bin/wg-quick", "/usr/bin/wg"]) { _ in Self.answer("") }
    let failure = await #expect(throws: Failure.self) {
      try await WireGuardVPN().connect(
        VPNProfile(provider: "wg", id: "wg0", title: "wg0", interface: "wg0"),
        ProviderAccess(HandlerContext(world)))
    }
    #expect(failure?.faults.first?.code == .vpnNotAllowed)
    #expect(world.requests.isEmpty)
  }

  @Test func `a program that is missing is named with its package`() async throws {
    let world = world("nm:\(Self.uuid)", programs: []) { _ in Self.answer("") }
    let failure = await #expect(throws: Failure.self) {
      try await scope(world).readings(ProviderAccess(world.world, TestCancellation()))
    }
    #expect(failure?.status.code == 69)
    #expect(failure?.faults.first?["package"] == "network-manager")
  }

  @Test func `NetworkManager that is not running is not available`() async throws {
    let world = world("nm:\(Self.uuid)", programs: ["/usr/bin/nmcli"]) { _ in Self.answer("", 8) }
    let failure = await #expect(throws: Failure.self) {
      try await scope(world).readings(ProviderAccess(world.world, TestCancellation()))
    }
    #expect(failure?.status.code == 69)
  }

  @Test func `a certificate that is not trusted is told from a time-out by OpenSSL's number`() async throws {
    let world = world("nm:\(Self.uuid)", programs: ["/usr/bin/nmcli", "/usr/bin/journalctl"]) { request in
      Self.answer(
        request.executable == "/usr/bin/journalctl"
          ? "OpenSSL: error:0A000086:SSL routines::certificate verify failed\n" : "")
    }
    let events = NMEvents()
    _ = events.take(
      "/org/freedesktop: org.freedesktop.DBus.ObjectManager.InterfacesAdded (objectpath "
        + "'/org/freedesktop/NetworkManager/ActiveConnection/1', {'Uuid': <'\(Self.uuid)'>})")
    _ = events.take(
      "/org/freedesktop/NetworkManager/ActiveConnection/1: "
        + "org.freedesktop.NetworkManager.VPN.Connection.VpnStateChanged (uint32 6, uint32 6)")
    let diagnosis = NMDiagnosis(
      profile: VPNProfile(provider: "nm", id: Self.uuid, title: "Work VPN"),
      client: NMClient(access: ProviderAccess(world.world, TestCancellation())), began: world.now)
    let failure = try await diagnosis.failure(Self.answer("", 4), events)
    #expect(failure.faults.first?.code == .vpnCertificate)
  }

  @Test func `counters that fall began anew`() throws {
    let world = world("nm:\(Self.uuid)", programs: []) { _ in Self.answer("") }
    func count(_ received: UInt64, index: String) throws -> TunnelHistory.Traffic? {
      world.change { script in
        script.interfaces = .success([
          NetworkInterface(
            name: "tun7", isUp: true, isRunning: true, counters: ByteCounters(received: received, sent: 1))
        ])
        script.files = [
          "/sys/class/net/tun7/ifindex": Array(index.utf8),
          "/proc/sys/kernel/random/boot_id": Array("b\n".utf8),
        ]
      }
      let profile = VPNProfile(provider: "nm", id: Self.uuid, title: "Work VPN")
      let history = TunnelHistory(profile: profile, world: world.world)
      return try history.told(VPNStatus(state: .connected, interface: "tun7")).1
    }
    #expect(try count(100, index: "7\n")?.wasReset == false)
    #expect(try count(150, index: "7\n")?.wasReset == false)
    #expect(try count(20, index: "7\n")?.wasReset == true)
    #expect(try count(10, index: "8\n")?.wasReset == false)
  }
}

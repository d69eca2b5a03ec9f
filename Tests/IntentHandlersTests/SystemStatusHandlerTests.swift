import IntentCore
import IntentPipeline
import TestSupport
import Testing

@testable import IntentHandlers

@Suite struct SystemStatusHandlerTests {
  private static let space = FileSystemSpace(total: 1 << 30, free: 1 << 29, available: 1 << 29)

  private let world = ScriptedWorld { script in
    script.emptyFolders = ["/sys/class/net/"]
    script.interfaces = .success([
      NetworkInterface(name: "lo", isUp: true, isRunning: true, isLoopback: true, addresses: ["127.0.0.1/8"]),
      NetworkInterface(
        name: "eth0", isUp: true, isRunning: true, addresses: ["192.0.2.7/24", "2001:db8::7/64"],
        counters: ByteCounters(received: 1536, sent: 5 << 30)),
      NetworkInterface(name: "office", isUp: true, isRunning: true, addresses: ["10.8.0.2/24"]),
      NetworkInterface(name: "eth1", isUp: true, isRunning: false),
    ])
    script.files = [
      "/sys/class/net/office/uevent": Array("DEVTYPE=wireguard\nINTERFACE=office\n".utf8),
      "/proc/net/route": Array(
        """
        Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
        eth1\t00000000\t010002C0\t0003\t0\t0\t600\t00000000\t0\t0\t0
        eth0\t00000000\t010200C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
        eth0\t000200C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0

        """.utf8),
      "/proc/net/ipv6_route": Array(
        """
        00000000000000000000000000000000 00 00000000000000000000000000000000 00 fe800000000000000000000000000001 00000400 00000001 00000000 00000003     eth0
        00000000000000000000000000000000 00 00000000000000000000000000000000 00 00000000000000000000000000000000 ffffffff 00000001 00000000 00200200       lo

        """.utf8),
      "/proc/uptime": Array("93784.25 180000.00\n".utf8),
      "/proc/loadavg": Array("0.52 0.40 1.00 2/345 6789\n".utf8),
      "/proc/meminfo": Array("MemTotal:        2048 kB\nMemFree: 1 kB\nMemAvailable:    1024 kB\n".utf8),
    ]
    script.spaces = ["/": space, "/home/ana": space]
  }

  private func answer() async throws -> IntentResult {
    try await SystemStatusHandler().answer(
      filled(definition("system.status"), in: world), HandlerContext(world))
  }

  @Test func `tells the whole state`() async throws {
    let result = try await answer()
    #expect(result.dialog == "desk is online through eth0.")
    #expect(result.warnings.isEmpty)
    let value = result.value
    #expect(value.at(["vpn", "state"]) == "disconnected")
    #expect(value.at(["defaultRoute"]) == .object(["interface": "eth0", "gateway": "192.0.2.1"]))
    #expect(value.at(["defaultRoute6", "gateway"]) == "fe80::1")
    #expect(value.at(["uptime"]) == 93_784.25)
    #expect(value.at(["load"]) == [0.52, 0.4, 1])
    #expect(value.at(["memory"]) == .object(["total": 2_097_152, "available": 1_048_576]))
    #expect(value.at(["disk", "root", "percent"]) == 50)
    #expect(value.at(["disk", "home", "path"]) == "/home/ana")
    #expect(value.at(["interfaces", "1", "counters", "received"]) == 1536)
    #expect(
      value.at(["interfaces", "1", "counters", "note"]) == "estimate, per interface, not per program")
    #expect(value.at(["tunnels", "0", "name"]) == "office")
    #expect(value.at(["tunnels"])?.arrayValue?.count == 1)
  }

  @Test func `shows fields and a table`() async throws {
    let snippet = try await answer().snippet
    guard case .fields(let fields)? = snippet.blocks.first else {
      Issue.record("no fields")
      return
    }
    #expect(fields.first == .init("VPN (demo)", "Not connected: Work VPN"))
    #expect(fields.contains(.init("Default route", "192.0.2.1 on eth0")))
    #expect(fields.contains(.init("Tunnels", "office (up)")))
    #expect(fields.contains(.init("Up for", "1 d 2 h")))
    #expect(fields.contains(.init("Memory", "1.0 MiB of 2.0 MiB available")))
    #expect(fields.contains(.init("Disk /", "512.0 MiB of 1.0 GiB available, 50 % full")))
    #expect(!fields.contains { $0.label == "Disk /home/ana" })
    guard case .table(let table)? = snippet.blocks.dropFirst().first else {
      Issue.record("no table")
      return
    }
    #expect(table.rows[1] == ["eth0", "up", "192.0.2.7/24 2001:db8::7/64", "1.5 KiB", "5.0 GiB"])
    #expect(table.rows[2] == ["office", "up, tunnel", "10.8.0.2/24", "", ""])
    #expect(table.rows[3][1] == "no carrier")
    #expect(snippet.blocks.last == .text("Received and sent: estimate, per interface, not per program."))
  }

  @Test func `shows the demo VPN when it is up`() async throws {
    try world.store.setDevice("vpn:work", DeviceState(state: "connected", since: world.now))
    let result = try await answer()
    #expect(result.value.at(["vpn", "state"]) == "connected")
    #expect(result.value.at(["vpn", "simulated"]) == true)
    guard case .fields(let fields)? = result.snippet.blocks.first else {
      Issue.record("no fields")
      return
    }
    #expect(fields.first == .init("VPN (demo)", "Connected: Work VPN on tun7, since 12:30:00"))
  }

  @Test func `leaves out what it cannot read and says so`() async throws {
    world.change { script in
      script.files = [:]
      script.emptyFolders.append("/proc/")
      script.interfaces = .failure(Failure(.unavailable, ["name": "interfaces"]))
      script.spaces = [:]
    }
    let result = try await answer()
    #expect(!result.isFailure)
    #expect(result.dialog == "It is not known whether desk has a default route.")
    #expect(result.value.objectValue?.keys == ["host", "vpn"])
    #expect(result.warnings.allSatisfy { $0.severity == .warning })
    #expect(
      result.warnings.dropFirst().map { $0["path"] } == [
        .text("/proc/net/route"), .text("/proc/uptime"), .text("/proc/loadavg"), .text("/proc/meminfo"),
        .text("/"), .text("/home/ana"),
      ])
  }

  @Test(arguments: ["tun0", "tap3", "wg0", "ppp0", "tailscale0"])
  func `knows tunnels by name`(name: String) {
    let interface = NetworkInterface(name: name, isUp: true, isRunning: true)
    #expect(InterfaceFacts(interface, world.world.files).isTunnel)
  }

  @Test func `a tunnel that took over both halves is the default`() {
    let table = """
      Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT
      tun0 00000000 01000A0A 0003 0 0 0 00000080 0 0 0
      eth0 00000000 010200C0 0003 0 0 100 00000000 0 0 0
      tun0 00000080 01000A0A 0003 0 0 0 00000080 0 0 0
      """
    #expect(DefaultRoute.ipv4(Array(table.utf8)) == DefaultRoute(interface: "tun0", gateway: "10.10.0.1"))
  }

  @Test(arguments: [
    ("20010db8000000000001000000000001", "2001:db8::1:0:0:1"), ("00000000000000000000000000000000", "::"),
    ("00000000000000000000000000000001", "::1"), ("fe800000000000000000000000000000", "fe80::"),
    ("20010db8000100020003000400050006", "2001:db8:1:2:3:4:5:6"),
    ("20010db8000000010001000100010001", "2001:db8:0:1:1:1:1:1"),
  ])
  func `writes IPv6 addresses short`(hex: String, text: String) {
    #expect(IPv6Text.short(hex: hex) == text)
  }

  @Test func `a damaged table is no route`() {
    #expect(DefaultRoute.ipv4(Array("x\neth0 zz\n\u{0}".utf8)) == nil)
    #expect(DefaultRoute.ipv6([0xFF, 0x0A]) == nil)
    #expect(IPv6Text.short(hex: "zz") == nil)
  }
}

import IntentCore
import IntentPipeline
import TestSupport
import Testing

@testable import IntentHandlers

@Suite struct NetworkManagerReadingTests {
  @Test(arguments: [
    ("a:b:c\n", [["a", "b", "c"]]), ("a\\:b:c\\\\\n", [["a:b", "c\\"]]), ("::\nx\n", [["", "", ""], ["x"]]),
    ("", []),
  ])
  func `parts rows at colons that are not escaped`(output: String, rows: [[String]]) {
    #expect(NMRows.read(Array(output.utf8)) == rows)
  }

  private static let path = "/org/freedesktop/NetworkManager/ActiveConnection/8"

  private func attempt(_ id: String) -> String {
    "/org/freedesktop: org.freedesktop.DBus.ObjectManager.InterfacesAdded (objectpath '\(Self.path)', "
      + "{'org.freedesktop.NetworkManager.Connection.Active': {'Id': <'\(id)'>, 'Uuid': <'u-1'>, 'Vpn': <true>}})"
  }

  @Test func `keeps the reason with which an attempt ended`() {
    let events = NMEvents()
    #expect(events.take(attempt("Office")) == .nothing)
    let lead = "\(Self.path): org.freedesktop.NetworkManager"
    #expect(events.take("\(lead).Connection.Active.StateChanged (uint32 1, uint32 1)") == .changed)
    #expect(events.take("\(lead).VPN.Connection.VpnStateChanged (uint32 3, uint32 1)") == .nothing)
    #expect(events.reason(of: "u-1") == nil)
    #expect(
      events.take("\(lead).VPN.Connection.VpnStateChanged (uint32 6, uint32 10)")
        == .ended(uuid: "u-1", reason: 10))
    #expect(events.reason(of: "u-1") == 10)
    #expect(events.reason(of: "u-2") == nil)
  }

  /// NetworkManager calls both the lack of secrets, since it asks for new ones and nobody is there.
  @Test(arguments: [([2, 6], FaultCode.vpnNoSecrets), ([2, 3, 2, 6], .vpnAuthFailed)])
  func `secrets that were not taken are a refused login`(stages: [Int], code: FaultCode) {
    let events = NMEvents()
    _ = events.take(attempt("Office"))
    for stage in stages {
      let reason = stage == 6 ? 9 : 1
      _ = events.take(
        "\(Self.path): org.freedesktop.NetworkManager.VPN.Connection.VpnStateChanged "
          + "(uint32 \(stage), uint32 \(reason))")
    }
    #expect(events.code(of: "u-1") == code)
    #expect(events.code(of: "u-2") == nil)
  }

  @Test func `notices that NetworkManager left the bus`() {
    let events = NMEvents()
    #expect(events.take("The name org.freedesktop.NetworkManager is owned by :1.2") == .changed)
    #expect(!events.hasStopped)
    #expect(events.take("The name org.freedesktop.NetworkManager does not have an owner") == .changed)
    #expect(events.hasStopped)
  }

  @Test(arguments: [
    (2, FaultCode.vpnStopped), (3, .vpnNoNetwork), (4, .vpnPluginFailed), (5, .vpnBadSettings),
    (6, .vpnTimedOut),
    (9, .vpnNoSecrets), (10, .vpnAuthFailed), (11, .vpnVanished), (14, .vpnVanished), (99, .vpnFailed),
  ])
  func `each reason of NetworkManager has a code`(number: Int, code: FaultCode) {
    #expect(NMReason.code(number) == code)
  }

  private static let added =
    "/org/freedesktop: org.freedesktop.DBus.ObjectManager.InterfacesAdded (objectpath "
  private static let root = "/org/freedesktop/NetworkManager"

  private func changed(_ object: String, _ properties: String) -> String {
    "\(Self.root)/\(object): org.freedesktop.DBus.Properties.PropertiesChanged "
      + "('org.freedesktop.NetworkManager.X', {\(properties)}, @as [])"
  }

  private func active(_ type: String, on device: String) -> String {
    "\(Self.added)'\(Self.path)', {'org.freedesktop.NetworkManager.Connection.Active': {'Id': <'x'>, "
      + "'Uuid': <'u-1'>, 'Type': <'\(type)'>, 'Devices': <[objectpath '\(Self.root)/Devices/\(device)']>, "
      + "'State': <uint32 1>, 'Ip4Config': <objectpath '/'>}})"
  }

  @Test func `the tunnel of a VPN is the device with its addresses`() {
    let events = NMEvents()
    _ = events.take(active("vpn", on: "2"))
    _ = events.take(
      "\(Self.added)'\(Self.root)/Devices/6', {'org.freedesktop.NetworkManager.Device': {'Interface': <'tun0'>, "
        + "'IpInterface': <'tun0'>, 'Ip4Config': <objectpath '\(Self.root)/IP4Config/5'>}})")
    _ = events.take(changed("Devices/2", "'Ip4Config': <objectpath '\(Self.root)/IP4Config/1'>"))
    _ = events.take(changed("ActiveConnection/8", "'Ip4Config': <objectpath '\(Self.root)/IP4Config/5'>"))
    #expect(events.interface(of: "u-1") == nil)
    _ = events.take(
      "\(Self.path): org.freedesktop.NetworkManager.Connection.Active.StateChanged (uint32 2, uint32 1)")
    _ = events.take(changed("Devices/6", "'IpInterface': <''>"))
    #expect(events.interface(of: "u-1") == "tun0")
    #expect(events.interface(of: "u-2") == nil)
    _ = events.take(
      "\(Self.path): org.freedesktop.NetworkManager.Connection.Active.StateChanged (uint32 4, uint32 3)")
    #expect(events.interface(of: "u-1") == nil)
  }

  @Test func `any other tunnel is the connection's own device`() {
    let events = NMEvents()
    _ = events.take(active("tun", on: "3"))
    _ = events.take(
      "\(Self.path): org.freedesktop.NetworkManager.Connection.Active.StateChanged (uint32 2, uint32 0)")
    #expect(events.interface(of: "u-1") == nil)
    _ = events.take(changed("Devices/3", "'IpInterface': <'tunnel0'>"))
    #expect(events.interface(of: "u-1") == "tunnel0")
  }
}

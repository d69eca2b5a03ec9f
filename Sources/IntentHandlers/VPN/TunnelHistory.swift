internal import IntentCore
internal import IntentPipeline

/// What earlier runs saw of a tunnel, so far as it is the same one: the interface's number in this boot says so.
struct TunnelHistory {
  let profile: VPNProfile
  let world: World

  /// What passed the tunnel, and since when it is counted.
  struct Traffic {
    var counters: ByteCounters
    /// Whether the interface counts less than it once did.
    var wasReset: Bool
  }

  private struct Record {
    var tunnel: String
    /// When we brought the tunnel up; `nil` when somebody else did.
    var since: WallTime?
    var counters: ByteCounters
  }

  private var key: String { "vpn:\(profile.name)" }

  /// The status of a tunnel that we have just brought up.
  func started(_ status: VPNStatus) throws(Failure) -> (VPNStatus, Traffic?) {
    var status = status
    guard status.state == .connected, status.since == nil, let tunnel = tunnel(of: status) else {
      return try told(status)
    }
    let now = world.clock.wall()
    status.since = now
    let counters = try counters(of: status)
    try save(Record(tunnel: tunnel, since: now, counters: counters ?? ByteCounters(received: 0, sent: 0)))
    return (status, counters.map { Traffic(counters: $0, wasReset: false) })
  }

  /// The status with the moment at which the tunnel came up, where we know it, and what passed it.
  func told(_ status: VPNStatus) throws(Failure) -> (VPNStatus, Traffic?) {
    var status = status
    guard status.state == .connected || status.state == .up, let tunnel = tunnel(of: status) else {
      return (status, nil)
    }
    let before = try record().flatMap { $0.tunnel == tunnel ? $0 : nil }
    if status.since == nil { status.since = before?.since }
    guard let counters = try counters(of: status) else { return (status, nil) }
    let wasReset =
      before.map { counters.received < $0.counters.received || counters.sent < $0.counters.sent } ?? false
    try save(Record(tunnel: tunnel, since: before?.since, counters: counters))
    return (status, Traffic(counters: counters, wasReset: wasReset))
  }

  /// The number of the boot and that of the interface.
  private func tunnel(of status: VPNStatus) -> String? {
    guard !profile.isSimulated, let interface = status.interface,
      let index = world.files.read("/sys/class/net/\(interface)/ifindex", 64),
      let boot = world.files.read("/proc/sys/kernel/random/boot_id", 64)
    else { return nil }
    return "\(Self.word(boot))/\(Self.word(index))"
  }

  /// What passed the tunnel's interface; `nil` when there is none.
  private func counters(of status: VPNStatus) throws(Failure) -> ByteCounters? {
    guard let interface = status.interface else { return nil }
    return try world.machine.interfaces().first { $0.name.utf8.elementsEqual(interface.utf8) }?.counters
  }

  private static func word(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
  }

  private func record() throws(Failure) -> Record? {
    guard let device = try world.store.device(key) else { return nil }
    let words = device.note.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    guard words.count == 3, let received = UInt64(words[1]), let sent = UInt64(words[2]) else { return nil }
    return Record(
      tunnel: words[0], since: device.state == "started" ? device.since : nil,
      counters: ByteCounters(received: received, sent: sent))
  }

  private func save(_ record: Record) throws(Failure) {
    let counters = "\(String(record.counters.received)) \(String(record.counters.sent))"
    try world.store.setDevice(
      key,
      DeviceState(
        state: record.since == nil ? "seen" : "started", since: record.since ?? world.clock.wall(),
        note: "\(record.tunnel) \(counters)"))
  }
}

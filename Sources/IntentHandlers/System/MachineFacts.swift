internal import IntentCore

/// The state of the machine, read now; what could not be read is left out and named in `warnings`.
struct MachineFacts {
  var interfaces: [InterfaceFacts]?
  var defaultRoute: DefaultRoute?
  var defaultRoute6: DefaultRoute?
  /// Whether the table that `defaultRoute` is from could be read.
  var knowsRoutes = false
  /// Seconds since the start.
  var uptime: Double?
  var load: [Double]?
  /// Bytes.
  var memory: (total: Int, available: Int)?
  var disks: [(name: String, path: String, space: FileSystemSpace)] = []
  var warnings: [Fault] = []

  init(_ world: World) {
    do throws(Failure) {
      interfaces = try world.machine.interfaces().map { InterfaceFacts($0, world.files) }
    } catch {
      warnings += error.asWarnings
    }
    let routes = read("/proc/net/route", world, needed: true)
    knowsRoutes = routes != nil
    defaultRoute = routes.flatMap(DefaultRoute.ipv4)
    // Absent where IPv6 is switched off, which is no fault.
    defaultRoute6 = read("/proc/net/ipv6_route", world, needed: false).flatMap(DefaultRoute.ipv6)
    uptime = read("/proc/uptime", world, needed: true).flatMap { ProcText.numbers($0, count: 1)?.first }
    load = read("/proc/loadavg", world, needed: true).flatMap { ProcText.numbers($0, count: 3) }
    if let rows = read("/proc/meminfo", world, needed: true).map(ProcText.rows),
      let total = ProcText.memory(rows, "MemTotal:"), let available = ProcText.memory(rows, "MemAvailable:")
    {
      memory = (total, available)
    }
    addDisk("root", "/", world)
    if let home = world.machine.caller.environment.first(where: { $0.name == "HOME" })?.value {
      addDisk("home", home, world)
    }
  }

  private mutating func read(_ path: String, _ world: World, needed: Bool) -> [UInt8]? {
    let bytes = world.files.read(path, 1 << 20)
    if bytes == nil, needed { warn(path) }
    return bytes
  }

  private mutating func addDisk(_ name: String, _ path: String, _ world: World) {
    guard let space = world.machine.space(path) else { return warn(path) }
    disks.append((name, path, space))
  }

  private mutating func warn(_ path: String) {
    warnings.append(Fault(.fileUnreadable, ["path": .text(path)], severity: .warning))
  }

  var tunnels: [InterfaceFacts] { interfaces?.filter(\.isTunnel) ?? [] }

  var members: ValueObject {
    var members = ValueObject()
    if let interfaces {
      members["interfaces"] = .array(interfaces.map { .object($0.members) })
      members["tunnels"] = .array(tunnels.map { .object($0.members) })
    }
    members["defaultRoute"] = defaultRoute.map { .object($0.members) }
    members["defaultRoute6"] = defaultRoute6.map { .object($0.members) }
    members["uptime"] = uptime.map { Value(double: $0) }
    members["load"] = load.map { .array($0.map { Value(double: $0) }) }
    members["memory"] = memory.map {
      .object(["total": .integer($0.total), "available": .integer($0.available)])
    }
    if !disks.isEmpty {
      members["disk"] = .object(
        ValueObject(uniqueMembers: disks.map { ($0.name, .object($0.space.members(path: $0.path))) }))
    }
    return members
  }

  /// Fields, those of `leading` first, and the table of the interfaces.
  func snippet(leading: [Snippet.Field], _ text: Localizer) -> Snippet {
    var blocks: [Snippet.Block] = [.fields(leading + fields(text))]
    guard let interfaces else { return Snippet(blocks) }
    blocks.append(
      .table(
        .init(
          columns: [
            .init(text("Interface")), .init(text("State")), .init(text("Addresses")),
            .init(text("Received"), .trailing), .init(text("Sent"), .trailing),
          ], rows: interfaces.map { $0.row(text) })))
    if interfaces.contains(where: { $0.interface.counters != nil }) {
      blocks.append(.text(text("Received and sent: estimate, per interface, not per program.")))
    }
    return Snippet(blocks)
  }

  private func fields(_ text: Localizer) -> [Snippet.Field] {
    var fields: [Snippet.Field] = []
    func add(_ label: String, _ words: String) { fields.append(.init(label, words)) }
    func words(_ available: UInt64, of total: UInt64) -> ValueObject {
      ["available": .string(available.bytesText), "total": .string(total.bytesText)]
    }
    for (label, route) in [("Default route", defaultRoute), ("Default route (IPv6)", defaultRoute6)] {
      guard let route else { continue }
      let words: ValueObject = [
        "address": .string(route.gateway ?? ""), "interface": .string(route.interface),
      ]
      add(text(label), route.gateway == nil ? route.interface : text("${address} on ${interface}", words))
    }
    if !tunnels.isEmpty {
      add(text("Tunnels"), tunnels.map { "\($0.interface.name) (\(text($0.state)))" }.joined(separator: ", "))
    }
    if let uptime { add(text("Up for"), Duration.seconds(uptime).unitsText(text)) }
    if let load { add(text("Load"), load.map(\.description).joined(separator: " ")) }
    if let memory {
      let words = words(UInt64(memory.available), of: UInt64(memory.total))
      add(text("Memory"), text("${available} of ${total} available", words))
    }
    for disk in disks where disk.name == "root" || disk.space != disks.first?.space {
      var words = words(disk.space.available, of: disk.space.total)
      words["percent"] = .integer(disk.space.percent)
      add(
        text("Disk ${path}", ["path": .string(disk.path)]),
        text("${available} of ${total} available, ${percent} % full", words))
    }
    return fields
  }
}

extension FileSystemSpace {
  var used: UInt64 { total > free ? total - free : 0 }

  /// How full it is for an ordinary user, rounded up, as df(1) computes it.
  var percent: Int {
    let (whole, overflow) = used.addingReportingOverflow(available)
    guard whole > 0, !overflow else { return 0 }
    let (quotient, remainder) = whole.dividingFullWidth(used.multipliedFullWidth(by: 100))
    return Int(quotient) + (remainder > 0 ? 1 : 0)
  }

  func members(path: String) -> ValueObject {
    [
      "path": .string(path), "total": .integer(total.clamped), "used": .integer(used.clamped),
      "available": .integer(available.clamped), "percent": .integer(percent),
    ]
  }
}

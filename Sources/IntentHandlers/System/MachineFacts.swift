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
      warnings += error.faults.map { fault in
        var fault = fault
        fault.severity = .warning
        return fault
      }
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
}

extension MachineFacts {
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
  func snippet(leading: [Snippet.Field]) -> Snippet {
    var blocks: [Snippet.Block] = [.fields(leading + fields)]
    guard let interfaces else { return Snippet(blocks) }
    blocks.append(
      .table(
        .init(
          columns: [
            .init("Interface"), .init("State"), .init("Addresses"), .init("Received", .trailing),
            .init("Sent", .trailing),
          ], rows: interfaces.map(\.row))))
    if interfaces.contains(where: { $0.interface.counters != nil }) {
      blocks.append(.text("Received and sent: \(InterfaceFacts.counterNote)."))
    }
    return Snippet(blocks)
  }

  private var fields: [Snippet.Field] {
    var fields: [Snippet.Field] = []
    for (label, route) in [("Default route", defaultRoute), ("Default route (IPv6)", defaultRoute6)] {
      guard let route else { continue }
      fields.append(.init(label, route.gateway.map { "\($0) on \(route.interface)" } ?? route.interface))
    }
    if !tunnels.isEmpty {
      fields.append(
        .init("Tunnels", tunnels.map { "\($0.interface.name) (\($0.state))" }.joined(separator: ", ")))
    }
    if let uptime { fields.append(.init("Up for", Duration.seconds(uptime).unitsText)) }
    if let load { fields.append(.init("Load", load.map(\.description).joined(separator: " "))) }
    if let memory {
      let (available, total) = (UInt64(memory.available).bytesText, UInt64(memory.total).bytesText)
      fields.append(.init("Memory", "\(available) of \(total) available"))
    }
    for disk in disks where disk.name == "root" || disk.space != disks.first?.space {
      let (available, total) = (disk.space.available.bytesText, disk.space.total.bytesText)
      fields.append(
        .init(
          "Disk \(disk.path)", "\(available) of \(total) available, \(String(disk.space.percent)) % full"))
    }
    return fields
  }
}

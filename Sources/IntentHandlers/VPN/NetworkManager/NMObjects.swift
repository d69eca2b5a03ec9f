/// What NetworkManager told of its objects, as far as it tells which interface a connection got.
struct NMObjects {
  /// A connection that is, or is to be, active.
  private struct Active {
    var path: String
    var isVPN = false
    var device: String?
    var addresses: [String] = []
    var state = 0
  }

  private struct Device {
    var path: String
    var interface: String?
    var addresses: [String] = []
  }

  private var actives: [Active] = []
  private var devices: [Device] = []

  /// NMActiveConnectionState: 2 is activated.
  private static let activated = 2

  /// The interface of a connection that is up; `nil` when that is not so, or not known.
  ///
  /// Of a VPN by a plug-in it is the device with the same addresses: the connection itself names the wire beneath.
  func interface(ofActive path: String) -> String? {
    guard let active = actives.last(where: { $0.path == path }), active.state == Self.activated else {
      return nil
    }
    if !active.isVPN { return devices.last { $0.path == active.device }?.interface }
    return devices.last { device in device.addresses.contains { active.addresses.contains($0) } }?.interface
  }

  mutating func setState(_ state: Int, of path: String) {
    if let place = actives.lastIndex(where: { $0.path == path }) { actives[place].state = state }
  }

  /// Takes the properties of an object in, all of them or those that changed.
  mutating func take(_ properties: ArraySlice<UInt8>, of path: String) {
    if path.utf8.starts(with: "/org/freedesktop/NetworkManager/ActiveConnection/".utf8) {
      let place = actives.lastIndex { $0.path == path } ?? actives.endIndex
      if place == actives.endIndex { actives.append(Active(path: path)) }
      if let type = Self.text("Type", in: properties) { actives[place].isVPN = type == "vpn" }
      if let device = Self.text("Devices", in: properties) { actives[place].device = device }
      Self.add(properties, to: &actives[place].addresses)
    } else if path.utf8.starts(with: "/org/freedesktop/NetworkManager/Devices/".utf8) {
      let place = devices.lastIndex { $0.path == path } ?? devices.endIndex
      if place == devices.endIndex { devices.append(Device(path: path)) }
      for key in ["Interface", "IpInterface"] {
        if let name = Self.text(key, in: properties), !name.isEmpty { devices[place].interface = name }
      }
      Self.add(properties, to: &devices[place].addresses)
    }
  }

  /// The objects that hold addresses; `/` is none.
  private static func add(_ properties: ArraySlice<UInt8>, to known: inout [String]) {
    for key in ["Ip4Config", "Ip6Config"] {
      if let path = text(key, in: properties), path != "/", !known.contains(path) { known.append(path) }
    }
  }

  /// The first text in the value of a property, as in `'Uuid': <'…'>` or `'Devices': <[objectpath '…']>`.
  static func text(_ key: String, in properties: ArraySlice<UInt8>) -> String? {
    let key = Array("'\(key)': <".utf8)
    var rest = properties
    while rest.count > key.count {
      guard let start = rest.firstIndex(of: UInt8(ascii: "'")) else { return nil }
      rest = rest[start...]
      if rest.starts(with: key) {
        let value = rest.dropFirst(key.count).prefix { $0 != UInt8(ascii: ">") }
        guard let quote = value.firstIndex(of: UInt8(ascii: "'")) else { return nil }
        return String(
          decoding: value[(quote + 1)...].prefix { $0 != UInt8(ascii: "'") }, as: UTF8.self)
      }
      rest = rest.dropFirst()
    }
    return nil
  }
}

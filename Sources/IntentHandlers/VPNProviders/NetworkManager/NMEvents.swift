internal import IntentCore
internal import Synchronization

/// What NetworkManager says on the bus about its connections, as `gdbus monitor` prints it.
final class NMEvents: Sendable {
  /// What a line means for whoever reads it.
  enum Meaning: Equatable {
    case nothing, changed
    case ended(uuid: String, reason: Int)
  }

  private let objects = Mutex(NMObjects())

  var hasStopped: Bool { objects.withLock { $0.hasStopped } }

  /// The number of NMActiveConnectionStateReason with which the last attempt of a profile ended.
  func reason(of uuid: String) -> Int? {
    objects.withLock { $0.attempts(of: uuid).last { $0.reason != nil }?.reason }
  }

  /// Why the last attempt of a profile ended; `nil` when it was not told, or nobody's fault.
  func code(of uuid: String) -> FaultCode? {
    guard let number = reason(of: uuid), number > 1 else { return nil }
    let code = NMReason.code(number)
    // Secrets were there, and the other end did not take them.
    let wasRefused = objects.withLock { $0.attempts(of: uuid).contains(where: \.wasRefused) }
    return code == .vpnNoSecrets && wasRefused ? .vpnAuthFailed : code
  }

  /// The interface of an attempt that is up now, as NetworkManager told it; `nil` when it did not tell all of that.
  func interface(of uuid: String) -> String? {
    objects.withLock { objects in
      objects.hasStopped ? nil : objects.attempts(of: uuid).last.flatMap(objects.interface)
    }
  }

  func take(_ line: String) -> Meaning {
    let bytes = Array(line.utf8)
    if bytes.starts(with: "The name ".utf8) {
      if bytes.holds("does not have an owner") { objects.withLock { $0.hasStopped = true } }
      return .changed
    }
    if let (path, text) = Self.signal(bytes, ".ObjectManager.InterfacesAdded (objectpath '") {
      guard path.utf8.starts(with: "/org/freedesktop".utf8) else { return .nothing }
      let object = String(decoding: text.prefix { $0 != UInt8(ascii: "'") }, as: UTF8.self)
      objects.withLock { $0.take(text, of: object) }
      return .nothing
    }
    if let (path, text) = Self.signal(bytes, ".DBus.Properties.PropertiesChanged ('") {
      objects.withLock { $0.take(text, of: path) }
      return .nothing
    }
    if let (path, text) = Self.signal(bytes, ".VPN.Connection.VpnStateChanged (uint32 ") {
      let numbers = Self.numbers(text)
      objects.withLock { $0.noteStage(numbers.first ?? 0, of: path) }
      // Of a VPN 6 is failed and 7 is disconnected (NMVpnConnectionState). What it does on its way is "activating" to
      // whoever reads.
      return end(of: path, numbers, ends: [6, 7], otherwise: .nothing)
    }
    if let (path, text) = Self.signal(bytes, ".Connection.Active.StateChanged (uint32 ") {
      let numbers = Self.numbers(text)
      if let state = numbers.first { objects.withLock { $0.change(path) { $0.state = state } } }
      // 4 is deactivated (NMActiveConnectionState).
      return end(of: path, numbers, ends: [4], otherwise: .changed)
    }
    let names = [".Settings.NewConnection (", ".Settings.ConnectionRemoved ("]
    return names.contains { bytes.holds($0) } ? .changed : .nothing
  }

  private func end(of path: String, _ numbers: [Int], ends: [Int], otherwise: Meaning) -> Meaning {
    guard numbers.count == 2, ends.contains(numbers[0]) else { return otherwise }
    return objects.withLock { objects in
      guard let uuid = objects.attempts.last(where: { $0.path == path })?.uuid else { return otherwise }
      // The more precise word of the VPN comes after that of the connection.
      if numbers[1] > 1 || objects.attempts(of: uuid).allSatisfy({ $0.reason == nil }) {
        objects.change(path) { $0.reason = numbers[1] }
      }
      return .ended(uuid: uuid, reason: numbers[1])
    }
  }

  /// The object of a line that reports this signal, and what follows.
  private static func signal(_ line: [UInt8], _ name: String) -> (path: String, text: ArraySlice<UInt8>)? {
    let name = Array(name.utf8)
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
      let end = line[colon...].firstIndex(of: UInt8(ascii: "("))
    else { return nil }
    let start = end - (name.firstIndex(of: UInt8(ascii: "(")) ?? name.endIndex)
    guard start >= colon, line[start...].starts(with: name) else { return nil }
    return (String(decoding: line[..<colon], as: UTF8.self), line[(start + name.count)...])
  }

  /// The numbers of `6, uint32 6)`.
  private static func numbers(_ text: ArraySlice<UInt8>) -> [Int] {
    text.split { ",) ".utf8.contains($0) }.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
  }
}

/// What NetworkManager told of its objects.
struct NMObjects {
  /// A connection that is, or is to be, active.
  struct Attempt {
    let path: String
    var uuid: String?
    var isVPN = false
    var device: String?
    var addresses: [String] = []
    /// NMActiveConnectionState.
    var state = 0
    /// The number of NMActiveConnectionStateReason with which it ended.
    var reason: Int?
    /// Whether it got as far as the other end, and whether it was then asked for secrets again.
    var hasReachedOtherEnd = false
    var wasRefused = false
  }

  private struct Device {
    let path: String
    var interface: String?
    var addresses: [String] = []
  }

  private(set) var attempts: [Attempt] = []
  private var devices: [Device] = []
  /// Whether NetworkManager left the bus.
  var hasStopped = false

  func attempts(of uuid: String) -> [Attempt] {
    attempts.filter { $0.uuid?.utf8.elementsEqual(uuid.utf8) ?? false }
  }

  /// The interface of a connection that is up; `nil` when that is not so, or not known.
  ///
  /// Of a VPN by a plug-in it is the device with the same addresses: the connection itself names the wire beneath.
  func interface(of attempt: Attempt) -> String? {
    // 2 is activated.
    guard attempt.state == 2 else { return nil }
    if !attempt.isVPN { return devices.last { $0.path == attempt.device }?.interface }
    return devices.last { device in device.addresses.contains { attempt.addresses.contains($0) } }?.interface
  }

  mutating func change(_ path: String, _ body: (inout Attempt) -> Void) {
    let place = attempts.lastIndex { $0.path == path } ?? attempts.endIndex
    if place == attempts.endIndex { attempts.append(Attempt(path: path)) }
    body(&attempts[place])
  }

  /// Of a VPN 2 needs secrets and 3 is connecting (NMVpnConnectionState).
  mutating func noteStage(_ stage: Int, of path: String) {
    change(path) { attempt in
      if stage == 3 { attempt.hasReachedOtherEnd = true }
      if stage == 2, attempt.hasReachedOtherEnd { attempt.wasRefused = true }
    }
  }

  /// Takes the properties of an object in, all of them or those that changed.
  mutating func take(_ properties: ArraySlice<UInt8>, of path: String) {
    if path.utf8.starts(with: "/org/freedesktop/NetworkManager/ActiveConnection/".utf8) {
      change(path) { attempt in
        if let uuid = Self.text("Uuid", in: properties) { attempt.uuid = uuid }
        if let type = Self.text("Type", in: properties) { attempt.isVPN = type == "vpn" }
        if let device = Self.text("Devices", in: properties) { attempt.device = device }
        Self.add(properties, to: &attempt.addresses)
      }
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
  private static func text(_ key: String, in properties: ArraySlice<UInt8>) -> String? {
    let key = Array("'\(key)': <".utf8)
    var rest = properties
    while let start = rest.firstIndex(of: UInt8(ascii: "'")) {
      rest = rest[start...]
      if rest.starts(with: key) {
        let parts = rest.dropFirst(key.count).prefix { $0 != UInt8(ascii: ">") }
          .split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count < 2 ? nil : String(decoding: parts[1], as: UTF8.self)
      }
      rest = rest.dropFirst()
    }
    return nil
  }
}

internal import IntentCore
internal import Synchronization

/// What NetworkManager says on the bus about its connections, as `gdbus monitor` prints it.
final class NMEvents: Sendable {
  private struct State {
    /// The object of each attempt and the UUID that it is for.
    var attempts: [(path: String, uuid: String)] = []
    var objects = NMObjects()
    /// The reason with which the attempt of a UUID last ended.
    var reasons: [(uuid: String, reason: Int)] = []
    /// The objects of attempts that got as far as the other end, and those that were then asked for secrets again.
    var reached: [String] = []
    var refused: [String] = []
    var hasStopped = false
  }

  /// What a line means for whoever reads it.
  enum Meaning: Equatable {
    case nothing, changed
    case ended(uuid: String, reason: Int)
  }

  private let state = Mutex(State())

  /// Whether NetworkManager left the bus.
  var hasStopped: Bool { state.withLock { $0.hasStopped } }

  /// The number of NMActiveConnectionStateReason with which the last attempt of a profile ended.
  func reason(of uuid: String) -> Int? {
    state.withLock { state in state.reasons.last { $0.uuid.utf8.elementsEqual(uuid.utf8) }?.reason }
  }

  /// Why the last attempt of a profile ended; `nil` when it was not told, or nobody's fault.
  func code(of uuid: String) -> FaultCode? {
    guard let number = reason(of: uuid), number > 1 else { return nil }
    let code = NMReason.code(number)
    // Secrets were there, and the other end did not take them.
    let wasRefused = state.withLock { state in
      state.attempts.contains { $0.uuid.utf8.elementsEqual(uuid.utf8) && state.refused.contains($0.path) }
    }
    return code == .vpnNoSecrets && wasRefused ? .vpnAuthFailed : code
  }

  /// The interface of an attempt that is up now, as NetworkManager told it; `nil` when it did not tell all of that.
  func interface(of uuid: String) -> String? {
    state.withLock { state in
      guard !state.hasStopped,
        let attempt = state.attempts.last(where: { $0.uuid.utf8.elementsEqual(uuid.utf8) })
      else { return nil }
      return state.objects.interface(ofActive: attempt.path)
    }
  }

  /// Takes a line in.
  func take(_ line: String) -> Meaning {
    let bytes = Array(line.utf8)
    if bytes.starts(with: "The name ".utf8) {
      let hasStopped = bytes.holds("does not have an owner")
      state.withLock { $0.hasStopped = $0.hasStopped || hasStopped }
      return .changed
    }
    if let (path, text) = Self.signal(bytes, ".ObjectManager.InterfacesAdded (objectpath '") {
      let object = text.prefix { $0 != UInt8(ascii: "'") }
      guard path.starts(with: "/org/freedesktop".utf8) else { return .nothing }
      let name = String(decoding: object, as: UTF8.self)
      state.withLock { state in
        state.objects.take(text, of: name)
        if object.starts(with: Self.attempts.utf8), let uuid = NMObjects.text("Uuid", in: text) {
          state.attempts.append((name, uuid))
        }
      }
      return .nothing
    }
    if let (path, text) = Self.signal(bytes, ".DBus.Properties.PropertiesChanged ('") {
      state.withLock { $0.objects.take(text, of: String(decoding: path, as: UTF8.self)) }
      return .nothing
    }
    // Of a VPN 6 is failed and 7 is disconnected (NMVpnConnectionState), of others 4 is deactivated.
    if let (path, text) = Self.signal(bytes, ".VPN.Connection.VpnStateChanged (uint32 ") {
      noteStage(of: path, Self.numbers(text).first ?? 0)
      // What a VPN does on its way is "activating" to whoever reads.
      let meaning = end(of: path, text, ends: [6, 7])
      return meaning == .changed ? .nothing : meaning
    }
    if let (path, text) = Self.signal(bytes, ".Connection.Active.StateChanged (uint32 ") {
      return end(of: path, text, ends: [4])
    }
    for name in [".Settings.NewConnection (", ".Settings.ConnectionRemoved ("] where bytes.holds(name) {
      return .changed
    }
    return .nothing
  }

  private static let attempts = "/org/freedesktop/NetworkManager/ActiveConnection/"

  /// Of a VPN 2 needs secrets and 3 is connecting.
  private func noteStage(of path: ArraySlice<UInt8>, _ stage: Int) {
    let path = String(decoding: path, as: UTF8.self)
    state.withLock { state in
      if stage == 3 { state.reached.append(path) }
      if stage == 2, state.reached.contains(path) { state.refused.append(path) }
    }
  }

  private func end(of path: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>, ends: [Int]) -> Meaning {
    let numbers = Self.numbers(text)
    if ends == [4], let number = numbers.first {
      state.withLock { $0.objects.setState(number, of: String(decoding: path, as: UTF8.self)) }
    }
    guard numbers.count == 2, ends.contains(numbers[0]) else { return .changed }
    return state.withLock { state in
      guard let uuid = state.attempts.last(where: { $0.path.utf8.elementsEqual(path) })?.uuid else {
        return .changed
      }
      // The more precise word of the VPN comes after that of the connection.
      if numbers[1] > 1 || !state.reasons.contains(where: { $0.uuid == uuid }) {
        state.reasons.append((uuid, numbers[1]))
      }
      return .ended(uuid: uuid, reason: numbers[1])
    }
  }

  /// The object of a line that reports this signal, and what follows.
  private static func signal(_ line: [UInt8], _ name: String) -> (ArraySlice<UInt8>, ArraySlice<UInt8>)? {
    let name = Array(name.utf8)
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let rest = line[colon...]
    guard let end = rest.firstIndex(of: UInt8(ascii: "(")) else { return nil }
    let open = name.firstIndex(of: UInt8(ascii: "(")) ?? name.endIndex
    let start = end - open
    guard start >= colon, rest[start...].starts(with: name) else { return nil }
    return (line[..<colon], rest[(start + name.count)...])
  }

  /// The numbers of `6, uint32 6)`.
  private static func numbers(_ text: ArraySlice<UInt8>) -> [Int] {
    text.split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ")") || $0 == UInt8(ascii: " ") }
      .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
  }
}

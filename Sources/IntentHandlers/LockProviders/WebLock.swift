internal import IntentCore
internal import IntentPipeline

/// Locks behind any service of HTTP: a request that acts, and one that tells the state.
struct WebLock: HTTPLockProvider {
  static let form = LockProviderForm(
    type: "http",
    keys: [
      .address,
      .init("headers", "Headers", "Headers of every request, in which secrets may stand.", .headers),
      .certificates,
    ],
    doorKeys: [
      .init("state", "State", "The request that tells the state.", .request(method: "GET")),
      .init("lock", "Lock", "The request that locks.", .request(method: "POST")),
      .init("unlock", "Unlock", "The request that unlocks.", .request(method: "POST")),
      .init("open", "Open", "The request that opens.", .request(method: "POST")), .pointer, .states,
    ], doorWays: [["state", "pointer"]]
  ) { .object($0) }

  let name: String
  private let service: LockService
  private let headers: [(name: String, value: Template)]
  let settings: [ConfiguredDoor]

  init?(_ provider: LockProviderSettings, _ doors: [ConfiguredDoor]) {
    guard let service = LockService(provider) else { return nil }
    (name, self.service) = (provider.name, service)
    (headers, settings) = (provider.headers, doors)
  }

  var ownSecrets: [String] {
    headers.flatMap(\.value.references).compactMap { reference in
      if case .secret(let name) = reference { name } else { nil }
    }
  }

  func question(_ door: Door, _ access: ProviderAccess) throws(Failure) -> HTTPRequest {
    try request("state", door, code: nil, access)
  }

  func command(_ action: LockAction, _ door: Door, _ access: ProviderAccess) throws(Failure) -> HTTPRequest {
    try request(action.rawValue, door, code: try code(of: door, access), access)
  }

  /// The request that a key of the door describes.
  private func request(
    _ key: String, _ door: Door, code: String?, _ access: ProviderAccess
  ) throws(Failure) -> HTTPRequest {
    guard let described = configured(door.id)?.values[key], let path = described.at(["path"])?.stringValue,
      let method = described.at(["method"])?.stringValue
    else { throw door.failure(.lockUnsupported) }
    let headers = headers.map { header in
      let value = header.value.fill { reference in
        if case .secret(let name) = reference { access.secrets[name] } else { nil }
      }
      return (name: header.name, value: value?.plainText ?? "")
    }
    return try service.request(
      path, method, headers: headers, body: described.at(["body"])?.naming(code: code))
  }

  func reading(_ answer: Value, of door: Door) throws(Failure) -> LockReading {
    guard let values = configured(door.id)?.values, let pointer = values.pointer("pointer") else {
      throw Failure(.internalError)
    }
    guard let value = pointer.value(in: answer) else {
      throw Failure(.httpPointer, ["name": .text(service.address.origin), "value": .text(pointer.text)])
    }
    let usual = value.stringValue.map { Door.State(homeAssistant: $0) }
    return LockReading(state: Door.State(value, by: values.words("states")) ?? usual ?? .unknown)
  }
}

internal import IntentCore
internal import IntentPipeline

/// Locks behind any service of HTTP: a request that acts, and one that tells the state.
struct WebLock: ConfiguredLockProvider {
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
  let address: HTTPAddress
  let headers: [(name: String, value: Template)]
  let certificates: String?
  let settings: [ConfiguredDoor]

  init?(_ provider: LockProviderSettings, _ doors: [ConfiguredDoor]) {
    guard let address = provider.values.text("url").flatMap({ HTTPAddress($0) }) else { return nil }
    name = provider.name
    self.address = address
    headers = provider.headers
    certificates = provider.values.text("certificates")
    settings = doors
  }

  func secrets(for door: String?) -> [String] {
    var names: [String] = []
    for (_, value) in headers {
      for reference in value.references { if case .secret(let name) = reference { names.append(name) } }
    }
    return names + codes(for: door)
  }

  func states(of doors: [Door], _ access: LockAccess) async throws(Failure) -> [Door.State] {
    var states: [Door.State] = []
    for door in doors {
      let requests = try requests(door)
      let request = try request(requests.state, access, within: .seconds(5), code: nil)
      states.append(try await state(request, requests, access))
    }
    return states
  }

  func move(
    _ door: Door, _ action: Capability.LockAction, _ access: LockAccess,
    _ decide: (Door.State) async throws(Failure) -> Bool
  ) async throws(Failure) -> LockMove {
    guard let own = configured(door.id) else { throw Failure(.internalError) }
    let requests = try requests(door)
    guard let act = requests.acts[action.rawValue] else { throw door.failure(.lockUnsupported) }
    let look = try request(requests.state, access, within: .seconds(5), code: nil)
    let found = try await state(look, requests, access)
    guard try await decide(found) else { return LockMove(found, found) }
    let code = try own.code.map { name throws(Failure) in try access.secret(name) }
    let polled = PolledLock(
      door: door, action: action, found: PolledLock.Reading(state: found), settings: own, access: access,
      began: access.now)
    let command = try request(act, access, within: own.patience(access, from: polled.began), code: code)
    let curl = Curl(world: access.world, cancellation: access.cancellation)
    do throws(Failure) {
      guard let answer = try await curl.send([command]).last else { throw Failure(.internalError) }
      let fault = answer.failure(command)
      if answer.wasNeverSent || fault?.code == .httpTokenRefused, let fault { throw Failure([fault]) }
      if (400..<500).contains(answer.status) {
        return LockMove(
          found, found,
          fault: Fault(.lockRefused, ["name": .text("the \(door.title)"), "status": .integer(answer.status)]))
      }
    } catch {
      guard access.cancellation.reason != nil else { throw error }
      return LockMove(found, .unknown, interruption: error)
    }
    let read = { () async throws(Failure) -> PolledLock.Reading? in
      do throws(Failure) {
        return PolledLock.Reading(state: try await state(look, requests, access))
      } catch {
        if access.cancellation.reason != nil { throw error }
        return nil
      }
    }
    do throws(Failure) {
      return await polled.outcome(first: try await read(), read)
    } catch {
      return LockMove(found, .unknown, interruption: error)
    }
  }

  private func requests(_ door: Door) throws(Failure) -> LockRequests {
    guard let requests = configured(door.id).flatMap({ LockRequests($0.values) }) else {
      throw Failure(.internalError)
    }
    return requests
  }

  private func state(
    _ request: HTTPRequest, _ requests: LockRequests, _ access: LockAccess
  ) async throws(Failure) -> Door.State {
    let curl = Curl(world: access.world, cancellation: access.cancellation)
    guard let answer = try await curl.send([request]).last else { throw Failure(.internalError) }
    if let fault = answer.failure(request) { throw Failure([fault]) }
    guard let value = requests.pointer.value(in: try answer.json(request)) else {
      throw Failure(
        .httpPointer, ["name": .text(request.address.origin), "value": .text(requests.pointer.text)])
    }
    return Door.State(value, requests.states)
  }

  private func request(
    _ request: LockRequests.Request, _ access: LockAccess, within: Duration, code: String?
  ) throws(Failure) -> HTTPRequest {
    guard let place = address.appending(request.path) else {
      throw Failure(.httpAddress, ["name": .text(name), "value": .text(request.path)])
    }
    var headers: [(name: String, value: String)] = []
    for (name, value) in self.headers {
      let text = value.fill { reference in
        if case .secret(let name) = reference { access.secrets[name] } else { nil }
      }
      headers.append((name, text?.plainText ?? ""))
    }
    var whole = HTTPRequest(
      method: request.method, address: place, headers: headers, timeout: within, certificates: certificates)
    whole.take(body: request.body?.naming(code: code))
    return whole
  }
}

/// The requests that read and move a lock behind a service of HTTP.
private struct LockRequests {
  struct Request {
    var path: String
    var method: String
    var body: Value?

    init?(_ value: Value?) {
      guard let value, let path = value.at(["path"])?.stringValue,
        let method = value.at(["method"])?.stringValue
      else { return nil }
      (self.path, self.method, body) = (path, method, value.at(["body"]))
    }
  }

  /// The request for the state, and the way to it in the answer.
  let state: Request
  let pointer: JSONPointer
  /// The requests for `lock`, `unlock` and `open`.
  let acts: [String: Request]
  /// What states are called in the answer where they are not `locked`, `unlocked`, `open` and `jammed`.
  let states: [(word: String, value: Value)]

  init?(_ values: ValueObject) {
    guard let state = Request(values["state"]), let pointer = values.pointer("pointer") else { return nil }
    self.state = state
    self.pointer = pointer
    var acts: [String: Request] = [:]
    for word in ["lock", "unlock", "open"] { acts[word] = Request(values[word]) }
    self.acts = acts
    states = values.words("states")
  }
}

extension Door.State {
  /// The state that a value stands for, by the configuration's words before the usual ones.
  init(_ value: Value, _ words: [(word: String, value: Value)]) {
    for (word, meant) in words where meant == value {
      self = Door.State(rawValue: word) ?? .unknown
      return
    }
    self = value.stringValue.flatMap { Door.State(rawValue: $0) } ?? .unknown
  }
}

extension Value {
  /// The value with `${code}` replaced in its texts by the door's code.
  func naming(code: String?) -> Value {
    switch self {
    case .string(let text):
      guard let code else { return self }
      let mark = "${code}".utf8
      var (rest, filled) = (text.utf8[...], [UInt8]())
      while let byte = rest.first {
        let isMark = rest.starts(with: mark)
        if isMark { filled += code.utf8 } else { filled.append(byte) }
        rest = rest.dropFirst(isMark ? mark.count : 1)
      }
      return .string(String(decoding: filled, as: UTF8.self))
    case .array(let items): return .array(items.map { $0.naming(code: code) })
    case .object(let members):
      return .object(
        ValueObject(uniqueMembers: members.members.map { ($0.key, $0.value.naming(code: code)) }))
    default: return self
    }
  }
}

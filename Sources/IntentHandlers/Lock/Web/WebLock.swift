internal import IntentCore
internal import IntentPipeline
internal import JSON

/// Locks behind any service of HTTP: a request that acts, and one that tells the state.
struct WebLock: ConfiguredLockProvider {
  let name: String
  let address: HTTPAddress
  let headers: [(name: String, value: Template)]
  let certificates: String?
  let settings: [ConfiguredDoor]

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
    guard let act = requests.request(for: action) else { throw door.failure(.lockUnsupported) }
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
    guard case .requests(let requests)? = configured(door.id)?.link else { throw Failure(.internalError) }
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

extension LockRequests {
  func request(for action: Capability.LockAction) -> Request? {
    switch action {
    case .lock: lock
    case .unlock: unlock
    case .open: open
    }
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
      let parts = Array(text.utf8).split(separator: Array("${code}".utf8), omittingEmptySubsequences: false)
      return .string(parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: code))
    case .array(let items): return .array(items.map { $0.naming(code: code) })
    case .object(let members):
      return .object(
        ValueObject(uniqueMembers: members.members.map { ($0.key, $0.value.naming(code: code)) }))
    default: return self
    }
  }
}

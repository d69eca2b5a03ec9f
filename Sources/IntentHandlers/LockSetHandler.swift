internal import IntentCore
internal import IntentPipeline

/// Locks, unlocks or opens a door and answers when the bolt has moved; with `for`, it locks again then.
struct LockSetHandler: AnsweringHandler {
  static let states = ["locked", "unlocked", "open"]

  var providers = DoorProviders()

  let descriptor = HandlerDescriptor(
    name: "lock.set", summary: "Locks, unlocks or opens a door.",
    fields: [
      .init("door", .string, required: true, help: "The door."),
      .init("state", .choice(Self.states), required: true, help: "What it shall be."),
      .init("for", .duration, help: "How long until it locks again."),
      .init("expect", .string, help: "The state that it must have now, such as locked."),
    ], undo: .init(resource: "lock", target: "door", states: Self.states.map { ($0, $0) }))

  var takesKeys: Bool { true }

  /// Where `for` can be given, the call also claims locking, whether it is given or not.
  func capabilities(_ call: HandlerCall) throws(Failure) -> [Capability] {
    var actions: [LockAction] = [.lock, .unlock, .open]
    if call["state"]?.isFree != true, let text = try call.text("state") {
      actions = LockAction(goal: text).map { [$0] } ?? actions
      if call["for"] != nil, actions != [.lock] { actions.append(.lock) }
    }
    // A plan refuses what the run would; a value that only stands for another is not known yet.
    if let text = try call.text("for"), !text.utf8.contains(UInt8(ascii: "$")) {
      _ = try call.duration("for")
    }
    let scope = try providers.scope()
    guard case .exact(let text)? = try call.target("door") else {
      return scope.providers.flatMap { provider in
        actions.map { .lock($0, provider: provider.name, door: .any) }
      }
    }
    let (provider, id) = try scope.place(text)
    return actions.map { .lock($0, provider: provider.name, door: .exact(id)) }
  }

  func resources(_ call: HandlerCall) throws(Failure) -> [String] {
    guard let door = try call.text("door") else { return [] }
    let (provider, id) = try providers.scope().place(door)
    return ["lock:\(provider.name):\(id)"]
  }

  func secrets(_ call: HandlerCall) throws(Failure) -> [String] {
    try providers.scope().secrets(try call.text("door") ?? "")
  }

  func answer(_ call: HandlerCall, _ context: HandlerContext) async throws(Failure) -> IntentResult {
    let state = try call.choice("state", among: Self.states) ?? ""
    guard let action = LockAction(goal: state) else { throw Failure(.internalError) }
    var access = ProviderAccess(context)
    if call["expect"]?.value != nil { access.asksFirst = true }
    let change = LockChange(
      action: action, relockingAfter: try duration(of: call, action), world: context.world)
    let (door, provider) = try await providers.scope().door(named: try call.text("door") ?? "", access)
    let move = try await change.perform(on: door, of: provider, access) { found throws(Failure) in
      try call.expect((found.isConfirmed ? found.state : .unknown).rawValue, of: "the \(door.title)")
    }
    let answer = try LockAnswer(door, move.left, of: provider, context.world, context.text)
    if let fault = move.fault { return answer.failure(fault) }
    var result = answer.moved()
    if move.found.state != move.left.state {
      result.effect = RunEffect(
        resource: door.resource,
        found: (move.found.state.isAtRest ? move.found.state : .unknown).rawValue,
        left: move.left.state.rawValue)
    }
    return result
  }

  private func duration(of call: HandlerCall, _ action: LockAction) throws(Failure) -> Duration? {
    guard let duration = try call.duration("for") else { return nil }
    guard duration > .zero else {
      throw Failure(
        .valueExclusiveMinimum,
        ["name": .text(call.spelling(of: "for")), "value": .text(try call.text("for") ?? ""), "limit": "0s"])
    }
    guard action != .lock else {
      throw Failure(
        .valueConst,
        [
          "name": .text(call.spelling(of: "state")), "value": "locked",
          "expected": "unlocked or open where \"for\" is given",
        ])
    }
    return duration
  }
}

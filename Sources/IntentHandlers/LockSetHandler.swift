package import IntentCore
package import IntentPipeline

/// Locks, unlocks or opens a door and answers when the bolt has moved; with `for`, it locks again then.
package struct LockSetHandler: AnsweringHandler {
  static let states = ["locked", "unlocked", "open"]

  let providers: DoorProviders

  package init(_ providers: DoorProviders = DoorProviders()) { self.providers = providers }

  package let descriptor = HandlerDescriptor(
    name: "lock.set", summary: "Locks, unlocks or opens a door.",
    fields: [
      .init("door", .string, required: true, help: "The door."),
      .init("state", .choice(Self.states), required: true, help: "What it shall be."),
      .init("for", .duration, help: "How long until it locks again."),
      .init("expect", .string, help: "The state that it must have now, such as locked."),
    ], undo: .init(resource: "lock", target: "door", states: Self.states.map { ($0, $0) }))

  package var takesKeys: Bool { true }

  /// Where `for` can be given, the call also claims locking, whether it is given or not.
  package func capabilities(_ call: HandlerCall) throws(Failure) -> [Capability] {
    var actions: [Capability.LockAction] = [.lock, .unlock, .open]
    if call["state"]?.isFree != true, let text = try call.text("state") {
      actions = Capability.LockAction(goal: text).map { [$0] } ?? actions
      if call["for"] != nil, actions != [.lock] { actions.append(.lock) }
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

  package func resources(_ call: HandlerCall) throws(Failure) -> [String] {
    guard let door = try call.text("door") else { return [] }
    let (provider, id) = try providers.scope().place(door)
    return ["lock:\(provider.name):\(id)"]
  }

  package func secrets(_ call: HandlerCall) throws(Failure) -> [String] {
    try providers.scope().secrets(try call.text("door") ?? "")
  }

  package func answer(
    _ call: HandlerCall, _ context: HandlerContext
  ) async throws(Failure) -> IntentResult {
    try call.checkChoices(of: descriptor)
    var access = LockAccess(context)
    if call["expect"]?.value != nil { access.asksFirst = true }
    let change = LockChange(
      action: try action(of: call), relockingAfter: try duration(of: call), world: context.world)
    let (door, provider) = try await providers.scope().door(named: try call.text("door") ?? "", access)
    let move = try await change.perform(on: door, of: provider, access) { found throws(Failure) in
      try call.expect(found.rawValue, of: "the \(door.title)")
    }
    let answer = LockAnswer(
      door: door, state: move.left, isSimulated: provider.isSimulated, clock: context.world.clock,
      text: context.text, deadline: try context.world.store.deadline(of: door.resource)?.due)
    if let fault = move.fault { return answer.failure(fault) }
    var result = answer.moved()
    if move.found != move.left {
      result.effect = RunEffect(
        resource: door.resource, found: move.found.rawValue, left: move.left.rawValue)
    }
    return result
  }

  private func action(of call: HandlerCall) throws(Failure) -> Capability.LockAction {
    guard let action = Capability.LockAction(goal: try call.text("state") ?? "") else {
      throw Failure(.internalError)
    }
    return action
  }

  private func duration(of call: HandlerCall) throws(Failure) -> Duration? {
    guard let duration = try call.duration("for") else { return nil }
    guard duration > .zero else {
      throw Failure(
        .valueExclusiveMinimum,
        ["name": .text(call.spelling(of: "for")), "value": .text(try call.text("for") ?? ""), "limit": "0s"])
    }
    guard try action(of: call) != .lock else {
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

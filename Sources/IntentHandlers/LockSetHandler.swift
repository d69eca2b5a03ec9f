package import IntentCore
package import IntentPipeline

/// Locks, unlocks or opens a door and answers when the bolt has moved; with `for`, it locks again then.
package struct LockSetHandler: AnsweringHandler {
  static let states = ["locked", "unlocked", "open"]

  let provider: any LockProvider

  package init(provider: any LockProvider) { self.provider = provider }

  package let descriptor = HandlerDescriptor(
    name: "lock.set", summary: "Locks, unlocks or opens a door.",
    fields: [
      .init("door", .string, required: true, help: "The door."),
      .init("state", .choice(Self.states), required: true, help: "What it shall be."),
      .init("for", .duration, help: "How long until it locks again."),
      .init("expect", .string, help: "The state that it must have now, such as locked."),
    ])

  package var takesKeys: Bool { true }

  /// Where `for` can be given, the call also claims locking, whether it is given or not.
  package func capabilities(_ call: HandlerCall) throws(Failure) -> [Capability] {
    let target: Capability.Target =
      switch try call.target("door") {
      case .exact(let text)?: .exact(provider.id(of: text))
      case .any?, nil: .any
      }
    var actions: [Capability.LockAction] = [.lock, .unlock, .open]
    if call["state"]?.isFree != true, let text = try call.text("state") {
      actions = Capability.LockAction(goal: text).map { [$0] } ?? actions
      if call["for"] != nil, actions != [.lock] { actions.append(.lock) }
    }
    return actions.map { .lock($0, provider: provider.name, door: target) }
  }

  package func resources(_ call: HandlerCall) throws(Failure) -> [String] {
    guard let door = try call.text("door") else { return [] }
    return ["lock:\(provider.name):\(provider.id(of: door))"]
  }

  package func answer(
    _ call: HandlerCall, _ context: HandlerContext
  ) async throws(Failure) -> IntentResult {
    let world = context.world
    let action = try action(of: call)
    let duration = try duration(of: call, action)
    let door = try await provider.door(named: try call.text("door") ?? "", world)
    let found = try await provider.state(of: door, world)
    try call.expect(found.rawValue, of: "the \(door.title)")
    // The promise to lock again stands before the bolt moves, so that a sudden end cannot lose it.
    if let duration {
      try world.store.setDeadline(
        Deadline(resource: door.resource, action: "lock", after: duration, world.clock))
      await world.wakeGuard()
    }
    do throws(Failure) {
      if found != action.goal {
        _ = try await provider.move(door, action, world, context.cancellation)
      }
    } catch {
      let after = try await provider.state(of: door, world)
      if duration != nil, after == .locked || after == .jammed {
        try world.store.clearDeadline(of: door.resource)
      }
      guard let fault = error.faults.first, fault.code == .lockJammed || fault.code == .lockUnknown else {
        throw error
      }
      return try await LockAnswer.read(door, of: provider, world, context.text).failure(fault)
    }
    if duration == nil { try world.store.clearDeadline(of: door.resource) }
    var result = try await LockAnswer.read(door, of: provider, world, context.text).moved()
    if found != action.goal {
      result.effect = RunEffect(
        resource: door.resource, found: found.rawValue, left: action.goal.rawValue)
    }
    return result
  }

  private func action(of call: HandlerCall) throws(Failure) -> Capability.LockAction {
    let state = try call.text("state") ?? ""
    guard let action = Capability.LockAction(goal: state) else {
      throw Failure(
        .valueEnum,
        ["name": .text(call.spelling(of: "state")), "value": .text(state), "allowed": .list(Self.states)])
    }
    return action
  }

  private func duration(
    of call: HandlerCall, _ action: Capability.LockAction
  ) throws(Failure) -> Duration? {
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

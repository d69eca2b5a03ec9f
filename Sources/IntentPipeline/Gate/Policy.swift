package import IntentCore

extension PolicyRule {
  /// Why a rule that a run meets refuses it.
  package enum Refusal: Sendable, Equatable {
    case denied, otherPeople, otherHours, unsandboxed
  }

  /// Whether the rule is about every run of an intent from a source, whatever the run touches.
  package func isAbout(_ intent: String, from source: RunSource) -> Bool {
    (sources.isEmpty || sources.contains(source))
      && (intents.isEmpty || intents.contains { $0.utf8.elementsEqual(intent.utf8) })
  }

  /// The capabilities for which the rule is about a run.
  func selected(of claimed: [Capability], in world: World) -> [Capability] {
    claimed.filter { capability in
      capabilities.contains { capability.isSelected(by: $0, isSameFile: world.files.isSameFile) }
    }
  }

  /// Why the rule refuses the caller now, `nil` when it lets pass.
  ///
  /// - Parameter isUnlimited: Whether a program would start without a sandbox.
  func refusal(in world: World, isUnlimited: Bool) -> Refusal? {
    if isDenial { return .denied }
    if requiresSandbox, isUnlimited { return .unsandboxed }
    if let people, !people.users.contains(where: world.machine.isUser),
      !people.groups.contains(where: world.machine.isMember)
    {
      return .otherPeople
    }
    if hours.isEmpty { return nil }
    let local = world.clock.localOfMachine ?? world.clock.local
    let now = local(world.clock.wall())
    return hours.contains { $0.holds(now) } ? nil : .otherHours
  }

  /// Where the rule is, such as `/etc/runintent/config.json:4`.
  package var place: String { "\(location.file):\(location.line)" }
}

/// The rules of the configuration: each only tightens, and nothing in a definition changes what they say.
extension Gate {
  /// Which rules are looked at: those about all that an intent does, or those about what it touches.
  enum PolicyPart { case whole, capabilities }

  /// Fails with `permission.denied` when a rule refuses the run.
  func refuse(
    _ definition: IntentDefinition, _ claimed: [Capability], _ entry: Entry, by part: PolicyPart
  ) throws(Failure) {
    for rule in try rules(on: definition, claimed, from: entry.source)
    where rule.capabilities.isEmpty == (part == .whole) {
      guard let refusal = rule.refusal(in: world, isUnlimited: isUnlimited(definition)) else { continue }
      let touched = rule.selected(of: claimed + started(by: definition, claimed), in: world)
      throw Failure([Fault(rule, refusal, touched, definition, entry)])
    }
  }

  /// Fails with `permission.denied` when a rule of the configuration refuses what a command of the user's would
  /// record.
  package func refuse(
    command: String, recording capabilities: [Capability], from source: RunSource
  ) throws(Failure) {
    let command = IntentDefinition(id: command, path: "", title: command, handler: command)
    for part in [PolicyPart.whole, .capabilities] {
      try refuse(command, capabilities, Entry(source: source), by: part)
    }
  }

  /// Where rules of the configuration refuse somebody's runs, by source; the time of day is no matter. Fails with the
  /// rule where that is everywhere.
  package func refuseForbidden(
    _ definition: IntentDefinition, touching claimed: [Capability], by who: Who
  ) throws(Failure) -> [(source: RunSource, place: String)] {
    var refusals: [(fault: Fault, source: RunSource, place: String)] = []
    for source in who.sources {
      let rules = try rules(on: definition, claimed, from: source)
      let found = rules.lazy.compactMap { rule in
        rule.refusal(in: world, isUnlimited: isUnlimited(definition)).map { (rule, $0) }
      }
      .first { $0.1 != .otherHours }
      guard let (rule, refusal) = found else { continue }
      let fault = Fault(
        rule, refusal, rule.selected(of: claimed, in: world), definition, Entry(source: source))
      refusals.append((fault, source, rule.place))
    }
    if let first = refusals.first, refusals.count == who.sources.count { throw Failure([first.fault]) }
    return refusals.map { ($0.source, $0.place) }
  }

  func hasPolicy() throws(Failure) -> Bool { try !world.configuration().policy.isEmpty }

  /// What the person must prove before a run: what the definition asks for, tightened by every rule that the run
  /// meets.
  package func requiredAuthentication(
    of definition: IntentDefinition, touching claimed: [Capability], from source: RunSource
  ) throws(Failure) -> IntentDefinition.Authentication {
    try rules(on: definition, claimed, from: source).reduce(definition.authentication) {
      $0.tightened(by: $1.authentication)
    }
  }

  /// Whether a rule refuses whatever an intent could do from a source now; so does a configuration that cannot be
  /// read.
  package func refusesAll(
    of definition: IntentDefinition, touching claimed: [Capability], from source: RunSource
  ) -> Bool {
    guard let rules = try? rules(on: definition, claimed, from: source) else { return true }
    return rules.contains { rule in
      (rule.capabilities.isEmpty || rule.selected(of: claimed, in: world).count == claimed.count)
        && rule.refusal(in: world, isUnlimited: isUnlimited(definition)) != nil
    }
  }

  /// Whether the definition starts a program that no sandbox limits.
  func isUnlimited(_ definition: IntentDefinition) -> Bool {
    definition.sandbox == nil && registry.find(definition.handler)?.descriptor.hasOutput == true
  }

  /// The rules that a run meets.
  func rules(
    on definition: IntentDefinition, _ claimed: [Capability], from source: RunSource
  ) throws(Failure) -> [PolicyRule] {
    let policy = try world.configuration().policy
    if policy.isEmpty { return policy }
    let claimed = claimed + started(by: definition, claimed)
    return policy.filter { rule in
      rule.isAbout(definition.id, from: source)
        && (rule.capabilities.isEmpty || !rule.selected(of: claimed, in: world).isEmpty)
    }
  }

  /// The programs that the fixed words of a command name where it may start them: behind a shell, a wrapper or a raising
  /// of rights. A word that only looks like one restricts more, never less.
  private func started(by definition: IntentDefinition, _ claimed: [Capability]) -> [Capability] {
    let isElevated = claimed.contains { if case .elevate = $0 { true } else { false } }
    guard isElevated, case .array(let words)? = definition.with("run") else { return [] }
    return words.dropFirst().compactMap { word in
      guard case .literal(.string(let text)) = word, !text.utf8.isEmpty else { return nil }
      guard text.utf8.contains(UInt8(ascii: "/")) else {
        return world.program(text).map { .execute(.exact($0)) }
      }
      let isAbsolute = text.utf8.first == UInt8(ascii: "/")
      return .execute(.exact(isAbsolute ? text : "\(definition.folder)/\(text)"))
    }
  }
}

extension Fault {
  /// A refusal by a rule: no command would allow it, only who keeps the rule can.
  fileprivate init(
    _ rule: PolicyRule, _ refusal: PolicyRule.Refusal, _ touched: [Capability],
    _ definition: IntentDefinition, _ entry: Entry
  ) {
    self.init(
      .permissionDenied,
      [
        "intent": .text(definition.id), "path": .text(definition.path), "missing": .capabilities(touched),
        "source": .text(entry.source.text), "reason": .text(rule.reason ?? refusal.text),
        "rule": .text("denied by \(rule.place)"),
        "hint": .text(rule.isRoots ? "only root can change this rule" : "the rule is your own to change"),
      ], at: rule.location)
    if refusal == .unsandboxed {
      arguments.append(("sandbox", .text("\"sandbox\": {}")))
    }
    if refusal == .otherHours {
      arguments.append(("hours", .text(rule.hours.map(\.text).joined(separator: ", "))))
    }
    // The place is enough; what else stands in that line is no matter of the caller's.
    location?.text = ""
  }
}

extension PolicyRule.Refusal {
  /// For people, where the rule gives no reason of its own.
  fileprivate var text: String {
    switch self {
    case .denied: "a rule of the configuration denies it"
    case .otherPeople: "you are not among those who may"
    case .otherHours: "not at this time of day"
    case .unsandboxed: "programs may be started in a sandbox alone, and the definition has none"
    }
  }
}

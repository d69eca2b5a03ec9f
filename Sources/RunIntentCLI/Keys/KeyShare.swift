internal import IntentCore
internal import IntentHandlers
internal import IntentPipeline
internal import IntentRendering

/// `runintent key share`: shows what a key would be good for, asks, and shows the key once.
enum KeyShare {
  static let command = Command(
    name: "key share", usage: "key share DOOR --to NAME --until TIME [OPTIONS]",
    summary: "Give somebody a key to a door for a while.",
    options: [
      OptionSpec("to", .value("NAME"), "For whom the key is."),
      OptionSpec("until", .value("TIME"), "Until when: 4h, 22:00, or a moment with its date."),
      OptionSpec("from", .value("TIME"), "From when; a length of time in --until counts from then."),
      OptionSpec("uses", .value("N"), "How often it can be used; once when it is not said."),
      OptionSpec("open", .flag, "Also for opening the door, not only for unlocking it."),
    ], run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    let door = try command.operand(options, named: "DOOR")
    for name in ["to", "until"] where !options.has(name) {
      throw Failure(
        .missingArgument,
        ["name": .text("--\(name)"), "command": .list(["runintent", "key", "--help"])])
    }
    let world = session.world
    let offer = try await KeyOffer(
      door: door, to: options.value("to") ?? "", opens: options.has("open"), from: options.value("from"),
      until: options.value("until") ?? "", uses: try uses(options), world)
    try Gate(world: world, registry: .live).refuse(
      command: command.name, recording: [offer.capability], from: session.environment.source())
    let seen = try world.store.latestInstant()
    let wentBack = seen.map { world.clock.wall() < $0 } ?? false
    let shown = text(offer, wentBack: wentBack, session)
    if !options.has("yes") {
      try session.confirm(
        shown + session.text("Share this key?"), intents: command.name,
        command: ["runintent", "key", "share"] + call.texts + ["--yes"])
    } else if session.settings.output == .text, !session.settings.isQuiet {
      session.writeError(shown)
    }
    try await session.authenticate(for: [command.name], [offer.capability])
    let answer = try offer.share(world, takesClock: wentBack).answer(world.clock, session.text)
    write(answer, &session)
  }

  private static func uses(_ options: ParsedOptions) throws(Failure) -> Int? {
    guard let text = options.value("uses") else { return nil }
    guard case .integer(let count) = JSONNumber.read(Array(text.utf8)[...]) else {
      throw Failure(
        .valueType,
        ["name": "--uses", "value": .text(text), "expected": "a whole number from 1 to 1000"])
    }
    return count
  }

  /// Whoever it is for and all that it is good for, a line each.
  private static func text(_ offer: KeyOffer, wentBack: Bool, _ session: Session) -> String {
    let say = session.text
    let acts: [Capability.LockAction] = offer.opens ? [.unlock, .open] : [.unlock]
    var lines = acts.map { action in
      let act = Capability.lock(action, provider: offer.door.provider, door: .exact(offer.door.id))
      return say("may ${act}", ["act": .string(CapabilityPhrase.text(act, say).cleaned(.quoted))])
    }
    if session.world.clock.wall() < offer.window.from {
      lines.append(say("from ${time}", ["time": .string(session.moment(offer.window.from))]))
    }
    lines.append(say("until ${time}", ["time": .string(session.moment(offer.window.until))]))
    lines.append(say("at most so many runs: ${count}", ["count": .integer(offer.uses)]))
    if wentBack {
      lines.append(say("the clock went back: it is taken as right, and every earlier key is revoked"))
    }
    return "\(offer.name.cleaned(.quoted)):\n" + lines.map { "  \($0)\n" }.joined()
  }

  private static func write(_ answer: IntentResult, _ session: inout Session) {
    switch session.settings.output {
    case .json, .jsonl:
      guard case .object(var members) = answer.value else { return }
      members["schemaVersion"] = 1
      session.write(json: .object(members))
    case .value, .waybar: session.print(answer.value.at(["key"])?.plainText ?? "")
    case .text where session.settings.isQuiet: session.print(answer.value.at(["key"])?.plainText ?? "")
    case .text: session.write(ResultRenderer(style: session.style(), text: session.text).text(answer))
    }
  }
}

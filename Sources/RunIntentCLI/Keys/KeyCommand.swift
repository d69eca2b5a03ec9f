internal import IntentCore
internal import IntentHandlers
internal import IntentPipeline
internal import IntentRendering

enum KeyCommand {
  static let command = Command(
    name: "key", usage: "key share DOOR --to NAME --until TIME [OPTIONS] | key list | key revoke ID…",
    summary: "Give somebody a key to a door for a while, see who has one, and take it back.",
    .verbs([KeyShare.command, KeyList.command, KeyRevoke.command]))
}

/// `runintent key list`: who has a key to what, and how much it is still good for; never the key itself.
enum KeyList {
  static let command = Command(
    name: "key list", summary: "Show who has a key to which door.",
    options: [OptionSpec("all", .flag, "Also keys that are good for nothing any more.")], .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    let now = session.world.clock.wall()
    var keys = try session.world.store.keys()
    if !options.has("all") { keys = keys.filter { [.valid, .early].contains($0.state(at: now)) } }
    session.list(
      "keys", keys.map { json($0, now) }, keys.map { row($0, now, session) },
      in: Columns(plain: 6, style: session.style()), none: session.text("No keys."))
  }

  private static func row(_ key: SharedKey, _ now: WallTime, _ session: Session) -> [String] {
    let say = session.text
    var times = say("until ${time}", ["time": .string(session.moment(key.until))])
    if now < key.from {
      times = say("from ${time}", ["time": .string(session.moment(key.from))]) + ", " + times
    }
    return [
      key.id, key.name, key.door.text + (key.opens ? " (\(say("also opens")))" : ""), times,
      say("uses left: ${count}", ["count": .integer(key.usesLeft)]), say(key.state(at: now).words),
    ]
  }

  private static func json(_ key: SharedKey, _ now: WallTime) -> Value {
    .object([
      "id": .string(key.id), "name": .string(key.name), "door": .string(key.door.text),
      "opens": .boolean(key.opens), "from": .string(key.from.rfc3339), "until": .string(key.until.rfc3339),
      "uses": .integer(key.uses), "usesLeft": .integer(key.usesLeft),
      "state": .string(key.state(at: now).rawValue), "sharedAt": .string(key.sharedAt.rfc3339),
      "revokedAt": Value(key.revokedAt), "lastUsedAt": Value(key.lastUsedAt),
    ])
  }
}

extension SharedKey.State {
  /// As people say it.
  var words: String {
    switch self {
    case .early: "not yet"
    case .valid: "good"
    case .expired: "expired"
    case .revoked: "revoked"
    case .usedUp: "used up"
    }
  }
}

enum KeyRevoke {
  static let command = Command(
    name: "key revoke", usage: "key revoke ID…", summary: "Take keys back.", operands: .some("ID"),
    completion: OperandWords { session, _ in ((try? session.world.store.keys()) ?? []).map(\.id) },
    .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    let store = session.world.store
    let known = try store.keys().map(\.id)
    // A whole key may stand here by mistake, so no message repeats it.
    let unknown = options.operands.contains { id in !known.contains { $0.utf8.elementsEqual(id.utf8) } }
    if unknown { throw Failure(.keyUnknown, ["repair": .list(["runintent", "key", "list", "--all"])]) }
    for id in options.operands {
      _ = try store.revokeKey(id, at: session.world.clock.wall())
      session.tell("${key}: revoked", ["key": .string(id)])
    }
  }
}

/// `runintent key share`: shows what a key would be good for, asks, and shows the key once.
enum KeyShare {
  static let command = Command(
    name: "key share", usage: "key share DOOR --to NAME --until TIME [OPTIONS]",
    summary: "Give somebody a key to a door for a while.", operands: .one("DOOR"),
    options: [
      OptionSpec("to", .value("NAME"), "For whom the key is."),
      OptionSpec("until", .value("TIME"), "Until when: 4h, 22:00, or a moment with its date."),
      OptionSpec("from", .value("TIME"), "From when; a length of time in --until counts from then."),
      OptionSpec("uses", .value("N"), "How often it can be used; once when it is not said."),
      OptionSpec("open", .flag, "Also for opening the door, not only for unlocking it."),
    ], .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    let door = options.operand
    for name in ["to", "until"] where !options.has(name) { throw command.missing("--\(name)") }
    let world = session.world
    let offer = try await KeyOffer(
      door: door, to: options.value("to") ?? "", opens: options.has("open"), from: options.value("from"),
      until: options.value("until") ?? "", uses: try uses(options), world)
    try Gate(world: world, registry: .live).refuse(
      command: command.name, recording: [offer.capability], from: session.environment.source())
    let seen = try world.store.latestInstant()
    let wentBack = seen.map { world.clock.wall() < $0 } ?? false
    let shown = text(offer, wentBack: wentBack, session)
    try session.confirm(
      shown, "Share this key?", intents: command.name, command: command.confirmed(options),
      unless: options.has("yes"))
    if options.has("yes"), session.settings.output == .text, !session.settings.isQuiet {
      session.writeError(shown)
    }
    try await session.authenticate(for: [command.name], [offer.capability])
    write(try offer.share(world, takesClock: wentBack).answer(world.clock, session.text), &session)
  }

  private static func uses(_ options: ParsedOptions) throws(Failure) -> Int? {
    guard let text = options.value("uses") else { return nil }
    guard case .integer(let count) = JSONNumber.read(Array(text.utf8)[...]) else {
      throw .badValue(text, of: "--uses", "a whole number from 1 to 1000")
    }
    return count
  }

  /// For whom the key is, and what it is good for, a line each.
  private static func text(_ offer: KeyOffer, wentBack: Bool, _ session: Session) -> String {
    let say = session.text
    let acts: [Capability.LockAction] = offer.opens ? [.unlock, .open] : [.unlock]
    var lines = acts.map { action in
      say.permission(.lock(action, provider: offer.door.provider, door: .exact(offer.door.id)))
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
      session.write(line: .object(members))
    case .text where !session.settings.isQuiet: session.write(answer)
    case .text, .value, .waybar: session.print(answer.value.at(["key"])?.plainText ?? "")
    }
  }
}

extension Session {
  /// A longer text is no key.
  private static let longestKey = 256

  /// Takes the key of a call from where the caller says it is, which is never the command line itself.
  ///
  /// - Parameter place: `-` for standard input, `fd:N` for a descriptor, nothing for a question at the terminal.
  func key(
    at place: String, of definition: IntentDefinition, _ options: ParsedOptions, asks: Bool
  ) throws(Failure) -> PresentedKey {
    if options.has("follow") { throw Failure(.keyUseless, ["intent": .text(definition.id)]) }
    // From here on the key is in this process' memory.
    world.machine.guardMemory()
    let bytes = try keyBytes(at: place, options, asks)
    guard bytes.count <= Self.longestKey, !bytes.contains(0) else { throw unreadableKey("it is no key") }
    guard bytes.contains(where: { $0 > 0x20 }) else { throw unreadableKey("there is nothing to read") }
    return PresentedKey(bytes)
  }

  private func keyBytes(at place: String, _ options: ParsedOptions, _ asks: Bool) throws(Failure) -> [UInt8] {
    switch place {
    case "":
      guard asks else { throw unreadableKey("nobody may be asked for it here: hand it on by --key -") }
      guard let line = environment.prompt(text("Key:") + " ", true) else {
        throw unreadableKey("nobody answered")
      }
      return Array(line.utf8)
    case "-":
      guard options.value("input") != "-" else {
        throw unreadableKey("standard input has the parameters: hand the key on by --key fd:3")
      }
      return try environment.readInput(nil)
    default:
      guard let number = Self.descriptor(place) else { throw Failure(.keyLiteral) }
      return try environment.readDescriptor(number, Self.longestKey)
    }
  }

  /// The number of `fd:3`; what is written to is none.
  private static func descriptor(_ place: String) -> Int32? {
    let digits = place.utf8.dropFirst(3)
    guard place.utf8.starts(with: "fd:".utf8), (1...5).contains(digits.count),
      digits.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int32(String(Substring(digits))),
      number != 1, number != 2
    else { return nil }
    return number
  }

  private func unreadableKey(_ reason: String) -> Failure {
    Failure(.keyUnreadable, ["reason": .text(reason)])
  }
}

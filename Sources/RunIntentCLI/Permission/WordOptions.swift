internal import IntentCore
internal import IntentEngine
internal import IntentLoading

/// The options that say whose runs a word is about, and what and how long it holds.
enum WordOptions {
  static let whose = [
    OptionSpec("unattended", .flag, "Where nobody can be asked: scripts, timers and automations."),
    OptionSpec("for", .value("NAME"), "A caller of that name, such as an agent; asks who you are."),
  ]
  static let only = OptionSpec(
    "only", .value("PERMISSION"), "Only this, as `show` has it; repeat for more.", repeats: true)
  static let until = OptionSpec(
    "until", .value("DURATION|DATE"), "For so long, such as 30d, or to the end of that day.")
  static let times = OptionSpec("times", .value("N"), "For so many runs.")
}

extension ParsedOptions {
  /// Whom `--unattended` or `--for` names, `nil` where neither does.
  func who() throws(Failure) -> Who? {
    guard let name = value("for") else { return has("unattended") ? .unattended : nil }
    if has("unattended") { throw Failure(.unexpectedArgument, ["value": "--for", "command": "allow"]) }
    let isName =
      !name.isEmpty && name.utf8.count <= 128 && name.unicodeScalars.allSatisfy { !$0.mustBeEscaped }
    guard isName, !Who.common.contains(where: { $0.text == name }) else {
      throw .badValue(name, of: "--for", "the name of a caller")
    }
    return .named(name)
  }

  /// The number of a refusal that stands in the place of an intent, `nil` where none does.
  func refusal() throws(Failure) -> Int? {
    guard operands.count == 1, let number = Int(operand), Names.isNumber(operand) else { return nil }
    if let option = options.first(where: {
      ["unattended", "for", "only", "until", "times"].contains($0.name)
    }) {
      throw Failure(.unexpectedArgument, ["value": .text("--\(option.name)"), "command": .text(operand)])
    }
    return number
  }
}

extension AllowTerms {
  /// The terms that the options of a command say.
  init(_ options: ParsedOptions, _ whos: [Who], _ session: Session) throws(Failure) {
    self.init(whos, only: options.values("only"))
    if let text = options.value("until") { expiresAt = try Self.end(text, session.world.clock) }
    uses = try options.count("times")
  }

  private static let longest = Duration.seconds(100 * 366 * 86_400)

  private static func end(_ text: String, _ clock: World.Clock) throws(Failure) -> WallTime {
    let now = clock.wall()
    if let duration = Duration(text: text), duration > .zero, duration < longest { return now + duration }
    guard let end = MomentText(clock).end(text), now < end else {
      throw .badValue(text, of: "--until", "a length of time such as 30d, or a date to come")
    }
    return end
  }
}

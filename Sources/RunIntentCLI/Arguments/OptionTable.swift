/// One option that the command line knows.
struct OptionSpec: Sendable {
  enum Arity: Sendable {
    case flag
    case value(String)
    /// A value that may be missing at the end and before another option.
    case optionalValue(String)
  }

  var name: String
  var short: Character?
  var arity: Arity
  var help: String
  /// Whether the name is kept for later and does nothing yet; help leaves it out.
  var isReserved: Bool
  /// Whether it may be given more than once.
  var repeats: Bool

  init(
    _ name: String, short: Character? = nil, _ arity: Arity = .flag, _ help: String, isReserved: Bool = false,
    repeats: Bool = false
  ) {
    self.repeats = repeats
    self.isReserved = isReserved
    self.name = name
    self.short = short
    self.arity = arity
    self.help = help
  }

  var takesValue: Bool { if case .flag = arity { false } else { true } }

  var needsValue: Bool { if case .value = arity { true } else { false } }

  /// How the value is written, `nil` for a flag.
  var form: String? {
    switch arity {
    case .flag: nil
    case .value(let form), .optionalValue(let form): form
    }
  }
}

extension OptionSpec {
  /// The option as help shows it.
  var term: String {
    let short = short.map { "-\($0), " } ?? ""
    let value = form.map { " \($0)" } ?? ""
    return "\(short)--\(name)\(value)"
  }
}

/// The options that may follow an intent's id, reserved for good.
enum RunOptions {
  static let all: [OptionSpec] = [
    OptionSpec("output", .value("text|json|jsonl|value|waybar"), "How the answer is written."),
    OptionSpec("quiet", .flag, "Say nothing when it went well."),
    OptionSpec("dry-run", .flag, "Tell what would be done and touched, and do nothing."),
    OptionSpec("no-input", .flag, "Never ask."),
    OptionSpec("yes", .flag, "Confirm beforehand; never replaces an authentication."),
    OptionSpec("input", .value("FILE|-"), "Take parameters from a JSON object."),
    OptionSpec(
      "key", .optionalValue("[-|fd:N]"),
      "Open a door with a shared key: from standard input, from a descriptor, or asked for."),
    OptionSpec("timeout", .value("DURATION"), "End the run after this time, such as 30s."),
    OptionSpec("follow", .flag, "Go on with every change until interrupted."),
    OptionSpec("language", .value("TAG"), "The language of the answer, such as ru or ja."),
    OptionSpec("color", .value("auto|always|never"), "Whether to use colour."),
    OptionSpec("exit-status", .value("runintent|handler"), "Whose exit status to pass on."),
    OptionSpec(
      "source", .value("script|timer|automation"), "Act as if run from there; never more than is true."),
    OptionSpec("intents", .value("DIR"), "Look for definitions in this folder first."),
    OptionSpec("help", short: "h", .flag, "Explain and end."),
    OptionSpec("version", .flag, "Print the version and end."),
  ]

  /// What may stand before the id besides; an option that comes later is taken nowhere else.
  static let leading = all + leadingAlone

  static let leadingAlone: [OptionSpec] = [
    OptionSpec("even-if-failed", .flag, "Run although the intent before in the pipe failed."),
    OptionSpec("notify", .flag, "Show the answer on the desktop where there is no terminal."),
  ]

  static func find(_ name: String) -> OptionSpec? { all.first { $0.name == name } }

  static func takesValue(_ name: String) -> Bool {
    for option in all where option.name == name { return option.takesValue }
    return false
  }
}

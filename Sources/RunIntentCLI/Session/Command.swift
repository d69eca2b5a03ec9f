internal import IntentCore

/// One command of ours: parsing, help and completion follow from its row.
struct Command: Sendable {
  /// The operands that may be given; those that must be, by the names that help has for them.
  enum Operands {
    case none, optional, any
    case one(String)
    case some(String)
    /// An intent's id and parameters.
    case call
  }

  enum Action: Sendable {
    /// Gets the options and operands.
    case options(@Sendable (_ options: ParsedOptions, _ session: inout Session) async throws(Failure) -> Void)
    /// Gets the words, which hold an intent's call.
    case words(@Sendable (_ call: Invocation, _ session: inout Session) async throws(Failure) -> Void)
    /// Leaves it to the verb that the first word names, such as `list` of `automation list`.
    case verbs([Command])
  }

  let name: String
  let usage: String
  let summary: String
  let operands: Operands
  let options: [OptionSpec]
  let completion: OperandWords
  let action: Action

  init(
    name: String, usage: String? = nil, summary: String, operands: Operands = .none,
    options: [OptionSpec] = [],
    completion: OperandWords = .none, _ action: Action
  ) {
    (self.name, self.usage, self.summary, self.operands) = (name, usage ?? name, summary, operands)
    (self.completion, self.action) = (completion, action)
    guard case .verbs(let verbs) = action else {
      self.options = options
      return
    }
    self.options = verbs.reduce(into: []) { all, verb in all += verb.options.except(all.map(\.name)) }
  }

  var verbs: [Command] { if case .verbs(let verbs) = action { verbs } else { [] } }

  /// The name of a verb without that of its command.
  var verb: String { String(decoding: name.utf8.drop { $0 != UInt8(ascii: " ") }.dropFirst(), as: UTF8.self) }

  func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    switch action {
    case .words(let run): try await run(call, &session)
    case .options(let run):
      let options = try parse(call, &session)
      try check(options, operands)
      try await run(options, &session)
    case .verbs(let verbs):
      guard let word = call.operand else {
        throw Failure(.missingArgument, ["allowed": .list(verbs.map(\.verb)), "command": .list(help)])
      }
      guard let verb = verbs.first(where: { $0.verb.utf8.elementsEqual(word.utf8) }) else {
        let near = Suggestion.nearest(to: word, among: verbs.map(\.verb))
        throw Failure(.unknownCommand, ["name": .text("\(name) \(word)"), "suggestion": .text(near ?? "")])
      }
      try await verb.run(Invocation(leading: call.leading, words: call.following), &session)
    }
  }

  /// Reads the words by the command's own table and the options that hold for every command.
  func parse(_ call: Invocation, _ session: inout Session) throws(Failure) -> ParsedOptions {
    let table = options + RunOptions.common
    let unknown = call.leading.options.filter { table.named($0.name) == nil }
    if !unknown.isEmpty {
      throw Failure(unknown.map { .unknownOption("--\($0.name)", among: table.map(\.spelling)) })
    }
    var parsed = try ParsedOptions.parse(call.words, table)
    parsed.options = call.leading.options + parsed.options
    try session.apply(parsed)
    return parsed
  }

  /// Fails where operands are missing, or there are too many.
  func check(_ options: ParsedOptions, _ operands: Operands) throws(Failure) {
    let given = options.operands
    switch operands {
    case .none: if let extra = given.first { throw unexpected(extra) }
    case .one(let operand) where given.isEmpty, .some(let operand) where given.isEmpty: throw missing(operand)
    case .optional, .one: if given.count > 1 { throw unexpected(given[1]) }
    case .some, .any, .call: return
    }
  }

  func missing(_ operand: String) -> Failure {
    Failure(.missingArgument, ["name": .text(operand), "command": .list(help)])
  }

  func unexpected(_ word: String) -> Failure {
    Failure(.unexpectedArgument, ["value": .text(word), "command": .text(name)])
  }

  /// The call with the same words that needs no answer.
  func confirmed(_ options: ParsedOptions) -> [String] { ["runintent"] + words + options.words + ["--yes"] }

  private var words: [String] { name.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) } }

  private var help: [String] { ["runintent", words[0], "--help"] }
}

/// The words that completion offers for an operand.
struct OperandWords: Sendable {
  /// By the operands before it.
  let after: @Sendable (_ session: Session, _ operands: [String]) -> [String]

  init(_ after: @escaping @Sendable (_ session: Session, _ operands: [String]) -> [String]) {
    self.after = after
  }

  static let none = OperandWords { _, _ in [] }
  static let definitions = OperandWords { session, _ in session.ids }
  static let shortcuts = OperandWords { session, _ in session.shortcutNames }
  /// An intent after the name of what is made of it.
  static let definitionAfterName = OperandWords { session, operands in operands.count == 1 ? session.ids : []
  }
}

/// The commands that there are; each is made only when it is asked for.
struct CommandTable: Sendable {
  struct Row: Sendable {
    let name: String
    let command: @Sendable () -> Command

    init(_ name: String, _ command: @escaping @autoclosure @Sendable () -> Command) {
      (self.name, self.command) = (name, command)
    }
  }

  let rows: [Row]
  /// The names that are kept for commands to come.
  let later: [String]
  /// The names that commands had once.
  let former: [String]

  /// Names that no intent can be called by, now and for good.
  var reserved: [String] { rows.map(\.name) + later + former }

  var all: [Command] { rows.map { $0.command() } }

  /// The command of a name, `nil` where it is free; fails for one to come.
  func find(_ name: String) throws(Failure) -> Command? {
    if later.contains(name) { throw Failure(.notYet, ["command": .text(name)]) }
    return rows.first { $0.name == name }?.command()
  }
}

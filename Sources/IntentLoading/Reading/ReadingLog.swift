internal import IntentCore
internal import JSONLogic
internal import JSONSchema

/// Collects what is wrong with one document; places become lines only here.
struct ReadingLog {
  /// More faults than anybody reads; the rest are left out.
  private static let limit = 100

  let document: JSONDocument
  private(set) var errors: [Fault] = []
  private(set) var warnings: [Fault] = []
  /// The secrets that were named where they may be.
  private(set) var secrets: [String] = []

  private var isFull: Bool { errors.count >= Self.limit }

  mutating func error(
    _ code: FaultCode, _ arguments: KeyValuePairs<String, FaultArgument>, suggestion: String? = nil,
    at span: JSONSpan, parameter: String? = nil
  ) {
    guard !isFull else { return }
    var fault = Fault(code, arguments, at: document.location(of: span), parameter: parameter)
    if let suggestion { fault.arguments.append(("suggestion", .text(suggestion))) }
    errors.append(fault)
  }

  /// The same with facts that were gathered before.
  mutating func error(
    _ code: FaultCode, facts: [(name: String, value: FaultArgument)], at span: JSONSpan,
    parameter: String? = nil
  ) {
    guard !isFull else { return }
    var fault = Fault(code, at: document.location(of: span), parameter: parameter)
    fault.arguments = facts
    errors.append(fault)
  }

  mutating func noteSecret(_ name: String) {
    if !secrets.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { secrets.append(name) }
  }

  /// Says that a secret stands where it would be shown or could be read by others.
  mutating func misplacedSecret(
    _ name: String, _ reason: String, _ fields: [HandlerDescriptor.Field], at span: JSONSpan
  ) {
    let places = fields.filter(\.takesSecrets).map { "with.\($0.name)" }
    error(
      .definitionSecret, ["name": .text(name), "reason": .text(reason), "allowed": .list(places)], at: span)
  }

  /// Says that a key is missing in an object.
  mutating func missing(_ key: String, within: String, at span: JSONSpan, hint: String? = nil) {
    let advice = hint.map { [(name: "hint", value: FaultArgument.text($0))] } ?? []
    error(.definitionMissingKey, facts: [("key", .text(key)), ("within", .text(within))] + advice, at: span)
  }

  /// Says which of the keys that it needs an object lacks.
  mutating func require(_ keys: [String], in node: JSONNode, within: String, at span: JSONSpan) {
    for key in keys where node[key] == nil { missing(key, within: within, at: span) }
  }

  /// Says which of the keys that it needs the whole document lacks.
  mutating func require(_ keys: [String]) {
    require(keys, in: document.root, within: "", at: document.root.span.opening)
  }

  mutating func badName(_ name: String, of kind: String, at span: JSONSpan) {
    error(.definitionName, ["name": .text(name), "kind": .text(kind)], at: span)
  }

  /// Whether a key is a name of its kind, and says so where it is none.
  @discardableResult
  mutating func isName(_ member: JSONMember, of kind: String, _ isName: (String) -> Bool) -> Bool {
    if isName(member.key) { return true }
    badName(member.key, of: kind, at: member.keySpan)
    return false
  }

  /// Says that a parameter has a name that stands for something else.
  mutating func reservedName(_ name: String, as meaning: String, at span: JSONSpan) {
    error(
      .definitionReservedName, ["name": .text(name), "option": .text(meaning)], at: span, parameter: name)
  }

  /// Says that a text has not the form that it should; `expected` is in words.
  mutating func unfit(_ member: JSONMember, _ text: String, expected: String) {
    error(
      .definitionType,
      ["key": .text(member.key), "expected": .text(expected), "found": .text("\"\(text)\"")],
      at: member.node.span)
  }

  /// Says that a name stands for nothing here; the one of those known that is nearest to `word` is suggested.
  mutating func unknownName(
    _ name: String, _ reason: String, among known: [String], nearest word: String, at span: JSONSpan
  ) {
    error(
      .definitionPlaceholder, ["name": .text(name), "reason": .text(reason), "allowed": .list(known)],
      suggestion: word.isEmpty ? "" : Suggestion.nearest(to: word, among: known) ?? "", at: span)
  }

  /// Takes the lines out of the faults from one on, where they may hold what nobody should see.
  mutating func hideLines(from first: Int) {
    for index in errors.indices.dropFirst(first) { errors[index].location?.text = "" }
  }

  mutating func warning(
    _ code: FaultCode, _ arguments: KeyValuePairs<String, FaultArgument>, at span: JSONSpan,
    parameter: String? = nil
  ) {
    guard warnings.count < Self.limit else { return }
    warnings.append(
      Fault(code, arguments, at: document.location(of: span), parameter: parameter, severity: .warning))
  }

  /// Says that no such key is known; with a hint, nothing is suggested.
  mutating func unknownKey(_ member: JSONMember, among keys: [String], hint: String? = nil) {
    guard !isFull else { return }
    let within = document.keyPath(at: member.keySpan).utf8.dropLast(member.key.utf8.count + 1)
    let place = String(decoding: within, as: UTF8.self)
    error(
      .definitionUnknownKey,
      ["key": .text(member.key), "within": .text(place), "hint": .text(hint ?? "")],
      suggestion: hint == nil ? Suggestion.nearest(to: member.key, among: keys) ?? "" : "",
      at: member.keySpan)
  }

  /// Says that a key has no place beside others.
  mutating func misplacedKey(_ member: JSONMember, hint: String) { unknownKey(member, among: [], hint: hint) }

  /// Says that a value is of the wrong kind; `expected` is in words.
  mutating func wrongType(_ member: JSONMember, expected: String) {
    let found = member.node.isEmpty ? "an empty one" : ValueType(of: member.node.value).words
    error(
      .definitionType, ["key": .text(member.key), "expected": .text(expected), "found": .text(found)],
      at: member.node.span)
  }

  mutating func notAllowed(_ member: JSONMember, _ text: String, _ allowed: [String]) {
    guard !isFull else { return }
    error(
      .definitionEnum, ["key": .text(member.key), "value": .text(text), "allowed": .list(allowed)],
      suggestion: Suggestion.nearest(to: text, among: allowed) ?? "", at: member.node.span)
  }

  /// What is wrong.
  var failure: Failure { Failure(sorted(errors)) }

  /// The faults in the order of their places.
  func sorted(_ faults: [Fault]) -> [Fault] {
    faults.sorted { left, right in
      guard let a = left.location, let b = right.location else { return false }
      return (a.line, a.column) < (b.line, b.column)
    }
  }
}

extension JSONSpan {
  /// The first byte, such as the brace of an object.
  var opening: JSONSpan { JSONSpan(start, start + 1) }
}

extension ReadingLog {
  /// Begins to read a file of definitions, automations or configuration.
  init(_ file: SourceFile) throws(Failure) {
    try self.init(document: JSONDocument(bytes: file.bytes, file: file.displayPath, limits: .definition))
  }
}

/// What the members of an object and the items of a list hold; an item is a member that has the list's key.
extension ReadingLog {
  mutating func text(_ member: JSONMember) -> String? {
    if case .string(let text) = member.node.kind { return text }
    wrongType(member, expected: "text")
    return nil
  }

  mutating func filledText(_ member: JSONMember) -> String? {
    guard let text = text(member) else { return nil }
    if !text.utf8.isEmpty { return text }
    wrongType(member, expected: "text that is not empty")
    return nil
  }

  /// What a text stands for; `expected` says in words which form it must have.
  mutating func read<Meaning>(
    _ member: JSONMember, _ expected: String, _ meaning: (String) -> Meaning?
  ) -> Meaning? {
    guard let text = text(member) else { return nil }
    if let meaning = meaning(text) { return meaning }
    unfit(member, text, expected: expected)
    return nil
  }

  /// The id of an intent or of another thing of that kind.
  mutating func identifier(_ member: JSONMember, of kind: String) -> String? {
    guard let text = filledText(member) else { return nil }
    if Names.isIdentifier(text) { return text }
    badName(text, of: kind, at: member.node.span)
    return nil
  }

  mutating func flag(_ member: JSONMember) -> Bool? {
    if case .boolean(let flag) = member.node.kind { return flag }
    wrongType(member, expected: "true or false")
    return nil
  }

  /// A whole number of at least `minimum`.
  mutating func count(_ member: JSONMember, minimum: Int = 0) -> Int? {
    guard case .integer(let number) = member.node.kind else {
      wrongType(member, expected: "a whole number")
      return nil
    }
    if number >= minimum { return number }
    error(
      .definitionRange, ["key": .text(member.key), "value": .integer(number), "minimum": .integer(minimum)],
      at: member.node.span)
    return nil
  }

  /// The items of a list; with `isFilled`, of one that must say something.
  mutating func items(_ member: JSONMember, of expected: String, isFilled: Bool = false) -> [JSONMember] {
    if case .array(let items) = member.node.kind, !(isFilled && items.isEmpty) { return member.items }
    wrongType(member, expected: expected)
    return []
  }

  /// What the items of a list stand for; `read` says what is wrong with one that stands for nothing.
  mutating func list<Item>(
    _ member: JSONMember, of expected: String, isFilled: Bool = false,
    _ read: (JSONMember, inout ReadingLog) -> Item?
  ) -> [Item] { items(member, of: expected, isFilled: isFilled).compactMap { read($0, &self) } }

  mutating func texts(_ member: JSONMember) -> [String] { list(member, of: "a list of text") { $1.text($0) } }

  /// The members of an object; `expected` says what else would do.
  mutating func members(_ member: JSONMember, of expected: String = "an object") -> [JSONMember] {
    if case .object(let members) = member.node.kind { return members }
    wrongType(member, expected: expected)
    return []
  }

  /// One of a closed list of words.
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ member: JSONMember) -> Word? {
    guard let text = text(member) else { return nil }
    if let word = Word(rawValue: text) { return word }
    notAllowed(member, text, Word.allCases.map(\.rawValue))
    return nil
  }

  mutating func word(_ member: JSONMember, among allowed: [String]) -> String? {
    guard let text = text(member) else { return nil }
    if allowed.contains(text) { return text }
    notAllowed(member, text, allowed)
    return nil
  }

  mutating func duration(_ member: JSONMember) -> Duration? {
    guard let text = text(member) else { return nil }
    if let duration = Duration(text: text), duration > .zero { return duration }
    error(.definitionDuration, ["key": .text(member.key), "value": .text(text)], at: member.node.span)
    return nil
  }

  /// A condition in JsonLogic; `place` finds where an operator stands that cannot be.
  mutating func logic(_ node: JSONNode, place: (String) -> JSONSpan? = { _ in nil }) -> Logic? {
    do throws(Failure) {
      return try Logic(reading: node.value)
    } catch {
      for fault in error.faults {
        let name: String = if case .text(let text)? = fault["name"] { text } else { "" }
        self.error(fault.code, facts: fault.arguments, at: place(name) ?? node.span)
      }
      return nil
    }
  }

  mutating func pattern(_ text: String, at span: JSONSpan) -> Pattern? {
    do throws(PatternError) {
      return try Pattern(text)
    } catch let problem {
      error(
        .definitionPattern,
        ["value": .text(text), "reason": .text(problem.reason), "offset": .integer(problem.offset)], at: span)
      return nil
    }
  }
}

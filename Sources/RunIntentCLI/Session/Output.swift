internal import IntentCore
internal import IntentEngine
internal import IntentRendering

/// What commands write: text and lists for people, JSON for programs, and faults for either.
extension Session {
  /// The style of a stream: colour by choice, NO_COLOR, TERM and the terminal; width by the terminal.
  func style(forErrors: Bool = false) -> Style {
    let streams = environment.streams
    let isTerminal = forErrors ? streams.errorIsTerminal : streams.outputIsTerminal
    let color =
      switch settings.color {
      case .always: true
      case .never: false
      case .automatic:
        isTerminal && environment.variables.find("NO_COLOR")?.isEmpty ?? true
          && environment.variables.find("TERM") != "dumb"
      }
    return Style(color: color, unicode: streams.isUnicode, width: isTerminal ? streams.width : nil)
  }

  /// How text looks that is put to the person as part of a question, which is cleaned of colours.
  var questionStyle: Style {
    var style = style(forErrors: true)
    style.color = false
    return style
  }

  /// A moment in the place's own time, with its date.
  func moment(_ time: WallTime) -> String { engine.moment(time) }

  /// A path as seen from the working directory.
  func display(_ path: String) -> String { library.display(path) }

  /// The same, clean.
  func shown(_ path: String) -> String { display(path).cleaned(.line) }

  mutating func write(_ text: String) { outcome.output += text.utf8 }

  mutating func writeError(_ text: String) { outcome.errors += text.utf8 }

  mutating func print(_ text: String) { write(text + "\n") }

  /// Says a sentence in the language of the caller, unless quiet is wanted.
  mutating func tell(_ words: String, _ values: ValueObject = [:]) {
    if !settings.isQuiet { print(text(words, values)) }
  }

  /// Says what became of a thing, unless quiet is wanted.
  mutating func note(_ name: String, _ done: String) { if !settings.isQuiet { print("\(name): \(done)") } }

  mutating func write(_ columns: Columns) { columns.write(to: &outcome.output) }

  mutating func write(_ result: IntentResult) {
    write(ResultRenderer(style: style(), text: text).text(result))
  }

  /// Writes an object as one line of JSON, with the version of its form.
  mutating func write(json members: ValueObject) {
    write(line: .object(ValueObject(uniqueMembers: [("schemaVersion", 1)] + members.members)))
  }

  /// Writes a value as one line of JSON.
  mutating func write(line value: Value) {
    outcome.output.appendJSON(value)
    outcome.output.append(UInt8(ascii: "\n"))
  }

  /// Writes rows for programs, in one object under a name or one a line; false where people read.
  mutating func write(_ name: String, _ rows: @autoclosure () -> [Value]) -> Bool {
    switch settings.output {
    case .json: write(json: [name: .array(rows())])
    case .jsonl: for row in rows() { write(line: row) }
    case .text, .value, .waybar: return false
    }
    return true
  }

  /// Writes a list: rows for programs; with `--output value` the names, where it has any; else columns, or a sentence
  /// where it is empty.
  mutating func list(
    _ name: String, _ rows: [Value], names: [String]? = nil, _ cells: [[String]], in columns: Columns,
    none: String
  ) {
    if write(name, rows) { return }
    if let names, settings.output == .value { return write(names.map { $0 + "\n" }.joined()) }
    if cells.isEmpty {
      if !settings.isQuiet { print(none) }
      return
    }
    var columns = columns
    for row in cells { columns.append(row) }
    write(columns)
  }

  /// Shows faults on standard error; the status is the first failure's.
  mutating func report(_ failure: Failure) {
    writeError(faults(failure))
    if outcome.status == .done { outcome.status = failure.status }
  }

  /// Ends a command that could not do its work; a program that asked for JSON gets the faults as such.
  mutating func refuse(_ failure: Failure) {
    if settings.isJSON { write(json: ["errors": json(failure.faults)]) }
    report(failure)
  }

  /// Shows warnings, each once.
  mutating func warn(_ faults: [Fault]) {
    let faults = settings.isQuiet ? [] : faults.filter { !warned.contains($0) }
    if faults.isEmpty { return }
    warned += faults
    writeError(self.faults(Failure(faults)))
  }

  /// Faults as standard error shows them, or in another style.
  func faults(_ failure: Failure, _ style: Style? = nil) -> String {
    FaultRenderer(style: style ?? self.style(forErrors: true), text: text).text(failure)
  }

  /// Faults as programs read them.
  func json(_ faults: [Fault]) -> Value {
    let messages = Messages(text: text)
    return .array(faults.map { messages.json($0, isListed: true) })
  }
}

extension Snippet.Block {
  /// Fields, without those that have no text.
  static func fields(_ rows: [(label: String, text: String?)]) -> Self {
    .fields(rows.compactMap { row in row.text.map { Snippet.Field(row.label, $0) } })
  }

  static func table(_ titles: [String], _ rows: [[String]]) -> Self {
    .table(Snippet.Table(columns: titles.map { Snippet.Column($0) }, rows: rows))
  }
}

extension Snippet {
  /// The text beneath a heading.
  func text(under heading: String, _ session: Session) -> String {
    var bytes = Array("\(heading.cleaned(.line))\n".utf8)
    SnippetRenderer(style: session.style()).write(self, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

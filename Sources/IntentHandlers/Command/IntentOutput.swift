internal import IntentCore

/// What a program prints to answer by itself:
/// `{"dialog": …, "snippet": …, "value": …, "next": [{"title": …, "command": […]}]}`, each part optional.
///
/// The snippet is text, or an object of `text`, `fields` (an object, or a list of `{label, text}`), `table`
/// (`{columns, rows}`), `icon` (or `symbol`) and `tint`.
struct IntentOutput {
  var dialog: String?
  var snippet = Snippet()
  var value = Value.null
  var next: [IntentResult.NextStep] = []
  var symbolName: String?
  var tint: Tint?

  /// Strict: an unknown key or a wrong type is a fault with its place in the output.
  static func read(_ bytes: [UInt8]) throws(Failure) -> IntentOutput {
    let document = try JSONDocument(bytes: bytes, file: "output", limits: .data)
    var reader = IntentOutputReader(source: document.source)
    let output = reader.read(document.root)
    if !reader.faults.isEmpty { throw Failure(reader.faults) }
    return output
  }

  /// The reason with its place, as in `line 1, column 2: unknown key "dialgo"`.
  static func placedReason(_ fault: Fault) -> String {
    guard let place = fault.location else { return reason(fault) }
    return "line \(String(place.line)), column \(String(place.column)): \(reason(fault))"
  }

  /// Why the output could not be read, as a part of a sentence.
  static func reason(_ fault: Fault) -> String {
    if case .text(let reason)? = fault["reason"] { return reason }
    if case .text(let expected)? = fault["expected"], case .text(let found)? = fault["found"],
      fault.code == .jsonSyntax
    {
      return "expected \(expected), found \(found)"
    }
    switch fault.code {
    case .jsonEmpty: return "there is no output"
    case .jsonEncoding: return "it is not UTF-8"
    case .jsonDuplicateKey: return "a key stands twice"
    case .jsonDepth: return "it is nested too deep"
    case .jsonNul: return "it holds a NUL character"
    case .jsonSurrogate: return "it holds half of a surrogate pair"
    case .jsonByteOrderMark: return "it begins with a byte order mark"
    case .jsonNumber: return "a number is not one of JSON's"
    case .fileTooLarge: return "it is too large"
    default: return fault.code.id
    }
  }
}

/// Reads the parts of an answer that a program printed and collects what is wrong with them.
struct IntentOutputReader {
  let source: JSONSource
  private(set) var faults: [Fault] = []

  mutating func read(_ root: JSONNode) -> IntentOutput {
    var output = IntentOutput()
    for member in members(root, "", ["dialog", "snippet", "value", "next"]) {
      switch member.key {
      case "dialog": output.dialog = text(member.node, "dialog")
      case "snippet": snippet(member.node, &output)
      case "value": output.value = member.node.value
      default: output.next = steps(member.node)
      }
    }
    return output
  }

  private mutating func snippet(_ node: JSONNode, _ output: inout IntentOutput) {
    switch node.kind {
    case .null: return
    case .string(let text): output.snippet = Snippet(text.isEmpty ? [] : [.text(text)])
    case .object:
      var blocks: [(place: Int, block: Snippet.Block)] = []
      for member in members(node, "snippet", ["text", "fields", "table", "icon", "symbol", "tint"]) {
        switch member.key {
        case "text": if let text = text(member.node, "snippet.text") { blocks.append((0, .text(text))) }
        case "fields": blocks.append((1, .fields(fields(member.node))))
        case "table": if let table = table(member.node) { blocks.append((2, .table(table))) }
        case "tint": output.tint = tint(member.node)
        default: output.symbolName = text(member.node, "snippet.\(member.key)")
        }
      }
      output.snippet = Snippet(blocks.sorted { $0.place < $1.place }.map(\.block))
    default: wrong(node, "snippet", "text or an object")
    }
  }

  private mutating func tint(_ node: JSONNode) -> Tint? {
    guard let name = text(node, "snippet.tint") else { return nil }
    if let tint = Tint(rawValue: name) { return tint }
    wrong(node, "snippet.tint", "one of \(Tint.allCases.map(\.rawValue).joined(separator: ", "))")
    return nil
  }

  private mutating func fields(_ node: JSONNode) -> [Snippet.Field] {
    if case .object(let members) = node.kind {
      return members.map { Snippet.Field($0.key, word($0.node, "snippet.fields.\($0.key)")) }
    }
    return list(node, "snippet.fields", "an object or a list").map { item in
      var field = Snippet.Field("", "")
      for member in members(item, "snippet.fields", ["label", "text"]) {
        let word = word(member.node, "snippet.fields.\(member.key)")
        if member.key == "label" { field.label = word } else { field.text = word }
      }
      return field
    }
  }

  private mutating func table(_ node: JSONNode) -> Snippet.Table? {
    var columns: [String] = []
    var rows: [(node: JSONNode, cells: [String])] = []
    for member in members(node, "snippet.table", ["columns", "rows"]) {
      if member.key == "columns" {
        columns = words(member.node, "snippet.table.columns")
      } else {
        rows = list(member.node, "snippet.table.rows").map { ($0, words($0, "snippet.table.rows")) }
      }
    }
    for row in rows where row.cells.count != columns.count {
      wrong(row.node, "snippet.table.rows", "as many cells as there are columns")
    }
    return Snippet.Table(columns: columns.map { Snippet.Column($0) }, rows: rows.map(\.cells))
  }

  private mutating func steps(_ node: JSONNode) -> [IntentResult.NextStep] {
    list(node, "next").map { item in
      var step = IntentResult.NextStep("", [])
      for member in members(item, "next", ["title", "command"]) {
        if member.key == "title" {
          step.title = text(member.node, "next.title") ?? ""
        } else {
          step.command = words(member.node, "next.command")
        }
      }
      if step.command.isEmpty { wrong(item, "next", "a command, a list of words") }
      return step
    }
  }

  /// The members of an object, those whose key is known.
  private mutating func members(_ node: JSONNode, _ path: String, _ known: [String]) -> [JSONMember] {
    guard case .object(let members) = node.kind else {
      wrong(node, path, "an object")
      return []
    }
    return members.filter { member in
      if known.contains(where: { $0.utf8.elementsEqual(member.key.utf8) }) { return true }
      let near = Suggestion.nearest(to: member.key, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
      let place = path.isEmpty ? member.key : "\(path).\(member.key)"
      record("unknown key \"\(member.key)\"\(near)", member.keySpan, place)
      return false
    }
  }

  private mutating func words(_ node: JSONNode, _ path: String) -> [String] {
    list(node, path).map { word($0, path) }
  }

  private mutating func list(_ node: JSONNode, _ path: String, _ expected: String = "a list") -> [JSONNode] {
    if case .array(let items) = node.kind { return items }
    wrong(node, path, expected)
    return []
  }

  /// Text, or a number or a boolean written out.
  private mutating func word(_ node: JSONNode, _ path: String) -> String {
    if let word = node.value.plainText { return word }
    if case .null = node.kind { return "" }
    wrong(node, path, "text")
    return ""
  }

  private mutating func text(_ node: JSONNode, _ path: String) -> String? {
    if case .string(let text) = node.kind { return text }
    wrong(node, path, "text")
    return nil
  }

  private mutating func wrong(_ node: JSONNode, _ path: String, _ expected: String) {
    record("\(path.isEmpty ? "the output" : "\"\(path)\"") must be \(expected)", node.span, path)
  }

  private mutating func record(_ reason: String, _ span: JSONSpan, _ path: String) {
    faults.append(
      Fault(.commandOutput, ["reason": .text(reason)], at: source.location(of: span, keyPath: path)))
  }
}

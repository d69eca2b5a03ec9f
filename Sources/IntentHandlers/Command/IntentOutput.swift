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
    switch (fault.code, fault["expected"], fault["found"]) {
    case (.jsonSyntax, .text(let expected)?, .text(let found)?): return "expected \(expected), found \(found)"
    case (.jsonEmpty, _, _): return "there is no output"
    case (.jsonEncoding, _, _): return "it is not UTF-8"
    case (.jsonDuplicateKey, _, _): return "a key stands twice"
    case (.jsonDepth, _, _): return "it is nested too deep"
    case (.jsonNul, _, _): return "it holds a NUL character"
    case (.jsonSurrogate, _, _): return "it holds half of a surrogate pair"
    case (.jsonByteOrderMark, _, _): return "it begins with a byte order mark"
    case (.jsonNumber, _, _): return "a number is not one of JSON's"
    case (.fileTooLarge, _, _): return "it is too large"
    default: return fault.code.id
    }
  }
}

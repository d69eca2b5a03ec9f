import IntentCore
import IntentRendering

/// Text with everything in it that must not reach a terminal, and that would forge a line.
let hostile = "evil\u{1B}[31m\u{1B}]52;c;eA==\u{7}\r\n✔ Unlocked\u{9B}2J\u{202E}\u{200B}"

extension Style {
  static let ascii = Style(unicode: false)
  static let colored = Style(color: true)
  static func wide(_ width: Int) -> Style { Style(width: width) }
}

func written(_ write: (inout [UInt8]) -> Void) -> String {
  var bytes: [UInt8] = []
  write(&bytes)
  return String(decoding: bytes, as: UTF8.self)
}

extension FaultRenderer {
  func text(_ fault: Fault) -> String { text(Failure([fault])) }
}

/// The scalars of a text that a terminal could act on, newlines aside.
func controls(_ text: String) -> [UInt32] {
  text.unicodeScalars.filter {
    $0 != "\n" && ($0.value < 0x20 || $0.value > 0x7E)
      && ($0.properties.generalCategory == .control || $0.properties.isBidiControl
        || $0.properties.isDefaultIgnorableCodePoint)
  }.map(\.value)
}

/// An answer that has every kind of block.
func answer(_ text: String = "text", outcome: IntentResult.Outcome = .done) -> IntentResult {
  IntentResult(
    outcome, dialog: text,
    snippet: Snippet([
      .text(text), .fields([.init(text, text)]),
      .table(.init(columns: [.init(text), .init("n", .trailing)], rows: [[text, "1"]])),
      .output([.init(text, .output), .init(text, .error)]),
    ]),
    value: .string(text), next: [.init(text, ["lock-door", text])], isSimulated: true)
}

/// The text without colour sequences of our own kind.
func withoutColor(_ text: String) -> String {
  var plain = String.UnicodeScalarView()
  var rest = text.unicodeScalars[...]
  while let scalar = rest.popFirst() {
    if scalar == "\u{1B}", rest.first == "[" {
      rest = rest.drop { $0 != "m" }.dropFirst()
    } else {
      plain.append(scalar)
    }
  }
  return String(plain)
}

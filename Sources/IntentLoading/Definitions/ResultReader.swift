internal import IntentCore

/// Reads how the answer of a handler is shaped.
struct ResultReader: KeyedObject {
  /// `nil` when the handler is unknown.
  private let descriptor: HandlerDescriptor?
  private let templates: TemplateReader
  private(set) var shape = ResultShape()

  init(parameters: [Parameter], descriptor: HandlerDescriptor?) {
    self.descriptor = descriptor
    templates = TemplateReader(scope: TemplateScope(parameters: parameters, allowsResult: true))
  }

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row(
      "parse", "Parse", "How the output of the program is read.",
      .choice(ResultShape.Parse.allCases, default: ResultShape.Parse.text) {
        switch $0 {
        case .text: "As it is."
        case .lines: "As a list of lines."
        case .json: "As one JSON value."
        case .intent: "The program prints dialog, snippet, value and next as JSON: it is the whole handler."
        }
      }
    ) {
      $0.shape.parse = $2.word($1) ?? .text
      if let descriptor = $0.descriptor, !descriptor.hasOutput {
        $2.misplacedKey($1, hint: "the handler \(descriptor.name) starts no program to read from")
      }
    }
    row(
      "dialog", "Dialog",
      "One sentence for people; ${result.text}, ${result.value…}, ${result.count} and parameters fit in.",
      .text(["examples": ["Backed up ${folder} to ${archive}."]])
    ) { $0.shape.dialog = $0.templates.text($1, &$2) }
    row(
      "snippet", "Snippet", "What stands beneath the dialog: text, a list of lines, or an object of fields.",
      [:]
    ) { $0.shape.snippet = $0.templates.template($1.node, &$2) }
    row("value", "Value", "The value that scripts get; a text that is one placeholder keeps its type.", [:]) {
      $0.shape.value = $0.templates.template($1.node, &$2)
    }
  }
}

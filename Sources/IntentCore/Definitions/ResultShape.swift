/// How a handler's answer is shaped: the `result` part of a definition.
package struct ResultShape: Sendable {
  /// How the output of a program is read.
  package enum Parse: String, Sendable, CaseIterable { case text, lines, json, intent }

  package var parse: Parse
  package var dialog: Template?
  package var snippet: Template?
  package var value: Template?

  package init(
    parse: Parse = .text, dialog: Template? = nil, snippet: Template? = nil, value: Template? = nil
  ) {
    self.parse = parse
    self.dialog = dialog
    self.snippet = snippet
    self.value = value
  }
}

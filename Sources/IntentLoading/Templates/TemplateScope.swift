internal import IntentCore

/// What the placeholders of one place may name.
struct TemplateScope {
  var parameters: [Parameter]
  /// `${result.…}` stands for what the handler answered.
  var allowsResult = false
  /// `${applicationName}` stands for the program's name, as in phrases.
  var allowsApplicationName = false

  func parameter(_ name: String) -> Parameter? {
    parameters.first { $0.name == name }
  }

  var names: [String] {
    parameters.map(\.name) + (allowsResult ? ["result"] : [])
      + (allowsApplicationName ? ["applicationName"] : [])
  }
}

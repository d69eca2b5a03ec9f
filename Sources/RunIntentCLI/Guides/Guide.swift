internal import IntentCore
internal import IntentPlatform
internal import IntentRendering

/// A guide that travels inside the program, by the topic that it explains.
enum Guide: String, CaseIterable {
  case definitions, permissions, secrets, vpn, doors, automations, workflows, phrases, keys, configuration
  case json, sharing, installing, protection, choices

  /// The Markdown of the page that leads to the guides.
  static var frontPage: MarkdownText { MarkdownText(EmbeddedTexts.guides[0]) }

  static let topics = allCases.map(\.rawValue)

  var text: MarkdownText {
    MarkdownText(EmbeddedTexts.guides[1 + (Guide.topics.firstIndex(of: rawValue) ?? 0)])
  }

  /// The guide as `help` shows it.
  func shown(_ style: Style) -> String { text.terminal(style) { "runintent help \($0.lowercased())" } }

  /// The failure for a name that help does not know, with a topic as what was probably meant where one is near.
  static func suggesting(_ name: String, _ failure: Failure) -> Failure {
    guard let fault = failure.faults.first, fault.code == .intentUnknown else { return failure }
    var names = topics
    if case .text(let near)? = fault["suggestion"], !near.isEmpty { names.insert(near, at: 0) }
    guard let near = Suggestion.nearest(to: name, among: names) else { return failure }
    return Failure(.intentUnknown, ["intent": .text(name), "suggestion": .text(near)])
  }
}

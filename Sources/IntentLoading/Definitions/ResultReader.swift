internal import IntentCore
internal import JSON

/// Reads how the answer of a handler is shaped.
struct ResultReader {
  static let keys = ["parse", "dialog", "snippet", "value"]

  let parameters: [Parameter]
  /// `nil` when the handler is unknown.
  let descriptor: HandlerDescriptor?

  func read(_ member: JSONMember, _ log: inout ReadingLog) -> ResultShape {
    let templates = TemplateReader(scope: TemplateScope(parameters: parameters, allowsResult: true))
    var shape = ResultShape()
    for key in log.members(member.key, member.node) {
      switch key.key {
      case "parse":
        shape.parse = log.word(key.key, key.node, ResultShape.Parse.self) ?? .text
        if let descriptor, !descriptor.hasOutput {
          log.unknownKey(
            key, among: [], hint: "the handler \(descriptor.name) starts no program to read from")
        }
      case "dialog": shape.dialog = templates.text(key.key, key.node, &log)
      case "snippet": shape.snippet = templates.template(key.node, &log)
      case "value": shape.value = templates.template(key.node, &log)
      default: log.unknownKey(key, among: Self.keys)
      }
    }
    return shape
  }
}

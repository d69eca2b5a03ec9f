internal import IntentCore
internal import JSON

/// Reads `defaults`: by the ids of intents, values for the parameters that a caller leaves out.
///
/// Whether there are such intents and parameters depends on where one is, and is for `check` to say.
enum DefaultsReader {
  static func read(
    _ member: JSONMember, _ log: inout ReadingLog
  ) -> [(intent: String, values: ValueObject)] {
    var defaults: [(intent: String, values: ValueObject)] = []
    for intent in log.members(member.key, member.node) {
      if !Names.isIdentifier(intent.key) { log.badName(intent.key, of: "intent", at: intent.keySpan) }
      var values: [(key: String, value: Value)] = []
      for parameter in log.members(intent.key, intent.node) {
        if Names.isParameterName(parameter.key) {
          values.append((parameter.key, parameter.node.value))
        } else {
          log.badName(parameter.key, of: "parameter", at: parameter.keySpan)
        }
      }
      defaults.append((intent.key, ValueObject(uniqueMembers: values)))
    }
    return defaults
  }
}

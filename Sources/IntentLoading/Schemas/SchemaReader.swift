internal import IntentCore
internal import JSON
internal import JSONSchema

/// Reads JSON Schemas; every keyword is known or refused.
enum SchemaReader {
  /// A schema that stands where JSON Schema has one: an object or a boolean.
  static func schema(_ key: String, _ node: JSONNode, _ log: inout ReadingLog) -> Schema {
    switch node.kind {
    case .boolean(true): return .anything
    case .boolean(false): return .nothing
    case .object(let members):
      var builder = SchemaBuilder()
      for member in members where !builder.take(member, &log) {
        log.unknownKey(member, among: SchemaBuilder.keywords, hint: SchemaBuilder.refusal(member.key))
      }
      return builder.schema
    default:
      log.wrongType(key, node, expected: "a schema: an object, true or false")
      return .anything
    }
  }

  static func schemas(_ member: JSONMember, _ log: inout ReadingLog) -> [Schema] {
    log.items(member, of: "a list of schemas").map { schema(member.key, $0, &log) }
  }
}

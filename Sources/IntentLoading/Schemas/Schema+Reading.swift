package import IntentCore
package import JSON
internal import JSONSchema

extension Schema {
  /// Reads a schema that stands at `node` of a document; the failure holds all that is wrong with it.
  package init(_ node: JSONNode, of document: JSONDocument) throws(Failure) {
    var log = ReadingLog(document: document)
    var node = node
    if case .object(let members) = node.kind {
      node.kind = .object(members.filter { $0.key != "$schema" })
    }
    self = SchemaReader.schema("schema", node, &log)
    if !log.errors.isEmpty { throw Failure(log.sorted(log.errors)) }
  }
}

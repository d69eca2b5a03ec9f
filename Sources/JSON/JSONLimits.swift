/// How large and how deep a JSON document may be.
package struct JSONLimits: Sendable {
  package var bytes: Int
  package var depth: Int

  package init(bytes: Int, depth: Int) {
    self.bytes = bytes
    self.depth = depth
  }

  package static let definition = JSONLimits(bytes: 256 << 10, depth: 64)
  package static let data = JSONLimits(bytes: 16 << 20, depth: 256)
}

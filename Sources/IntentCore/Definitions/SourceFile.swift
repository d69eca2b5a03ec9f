/// A file that was opened once and read whole, with what is worrying about who may change it.
package struct SourceFile: Sendable, Equatable {
  /// The path as people see it in messages.
  package var displayPath: String
  /// The absolute path with links resolved.
  package var path: String
  package var bytes: [UInt8]
  /// `file.owner` and `file.writable` faults: they warn for harmless intents and deny everything else.
  package var concerns: [Fault]

  package init(displayPath: String, path: String, bytes: [UInt8], concerns: [Fault] = []) {
    self.displayPath = displayPath
    self.path = path
    self.bytes = bytes
    self.concerns = concerns
  }
}

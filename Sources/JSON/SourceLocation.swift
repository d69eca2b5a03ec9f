/// A place in a file: 1-based line, 1-based column counted in Unicode scalars, and the line itself.
package struct SourceLocation: Sendable, Equatable {
  package var file: String
  package var line: Int
  package var column: Int
  /// How many scalars the place covers, at least one.
  package var length: Int
  /// The text of the line, without its end; of a long line, the part around the place.
  package var text: String
  /// The column at which `text` begins: 1, or more in a long line.
  package var textColumn = 1
  /// The path of keys that leads there, as in `parameters.state.default`; empty at the top.
  package var keyPath: String

  package init(file: String, line: Int, column: Int, length: Int = 1, text: String = "", keyPath: String = "")
  {
    self.file = file
    self.line = line
    self.column = column
    self.length = length
    self.text = text
    self.keyPath = keyPath
  }
}

internal import StringCatalogs
internal import IntentRendering

extension Columns {
  /// So many untitled columns, the last of which is shortened where the terminal is narrow.
  init(plain count: Int, style: Style) {
    self.init((1...count).map { Column(isShrinkable: $0 == count) }, style: style)
  }

  var text: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Session {
  mutating func write(_ columns: Columns) { columns.write(to: &outcome.output) }
}

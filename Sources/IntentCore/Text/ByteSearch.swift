extension [UInt8] {
  /// Whether the bytes of `sequence` stand in these, one after another.
  package func contains(sequence: some Collection<UInt8>) -> Bool { place(of: sequence, from: 0) != nil }

  /// The bytes with every `mark` replaced by `text`.
  package func replacing(_ mark: String, with text: String) -> [UInt8] {
    var (from, filled) = (0, [UInt8]())
    while let at = place(of: mark.utf8, from: from) {
      filled += self[from..<at] + Array(text.utf8)
      from = at + mark.utf8.count
    }
    return filled + self[from...]
  }

  private func place(of sequence: some Collection<UInt8>, from: Int) -> Int? {
    indices[from...].first { self[$0...].starts(with: sequence) }
  }
}

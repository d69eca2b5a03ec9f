extension Collection where Element == UInt8 {
  /// Whether the bytes of `sequence` stand in these, one after another.
  package func contains(sequence: some Collection<UInt8>) -> Bool {
    guard let first = sequence.first else { return true }
    var rest = self[...]
    while let at = rest.firstIndex(of: first) {
      if rest[at...].starts(with: sequence) { return true }
      rest = rest[index(after: at)...]
    }
    return false
  }
}

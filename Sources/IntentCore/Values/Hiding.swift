extension String {
  /// The text with every occurrence of a secret, byte for byte, replaced by `***`.
  package func hiding(_ secret: String) -> String {
    let wanted = Array(secret.utf8)
    let bytes = Array(utf8)
    guard !wanted.isEmpty, bytes.count >= wanted.count else { return self }
    var shown: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if index + wanted.count <= bytes.count, bytes[index..<(index + wanted.count)].elementsEqual(wanted) {
        shown += "***".utf8
        index += wanted.count
      } else {
        shown.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: shown, as: UTF8.self)
  }
}

package import IntentCore

/// A call as a person would type it.
package enum CallWords {
  /// - Parameter definition: Tells which values stand without their names.
  package static func words(
    _ intent: String, _ values: ValueObject, _ definition: IntentDefinition?
  ) -> [String] {
    var words = ["runintent", intent]
    var bare: [(position: Int, words: [String])] = []
    for (name, value) in values.members {
      let parameter = definition?.parameter(named: name)
      let texts = (value.arrayValue ?? [value]).map { $0.plainText ?? $0.json() }
      if let position = parameter?.position, !texts.contains(where: { $0.utf8.first == UInt8(ascii: "-") }) {
        bare.append((position, texts))
      } else if case .boolean(let flag) = value, parameter?.isBoolean ?? false {
        words.append(flag ? "--\(name)" : "--no-\(name)")
      } else {
        for text in texts {
          words += text.utf8.starts(with: "--".utf8) ? ["--\(name)=\(text)"] : ["--\(name)", text]
        }
      }
    }
    // Bare words count from the first, so that none may be missing before another.
    var next = 1
    for (position, texts) in bare.sorted(by: { $0.position < $1.position }) {
      if position == next {
        words.insert(contentsOf: texts, at: 2 + next - 1)
        next += texts.count
      } else if let name = definition?.parameters.first(where: { $0.position == position })?.name {
        for text in texts { words += ["--\(name)", text] }
      }
    }
    return words
  }
}

/// Commands as a person can copy them into a shell.
package enum ShellWords {
  /// The words of a command, each quoted where a shell would read it otherwise.
  package static func join(_ words: [String]) -> String { words.map(quote).joined(separator: " ") }

  /// One word: plain where that is safe, in single quotes where not, and as `$'…'` with octal escapes
  /// (POSIX.1-2024, 2.2.4) where it holds something that must not be printed.
  package static func quote(_ word: String) -> String {
    var isPlain = !word.isEmpty && word.utf8.first != UInt8(ascii: "=")
    for scalar in word.unicodeScalars {
      if scalar.hides() { return escaped(word) }
      isPlain = isPlain && isSafe(scalar)
    }
    return isPlain ? word : "'" + replacingQuotes(word) + "'"
  }

  private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "@", "%", "+", "=", ":", ",", ".", "/", "-": true
    default: scalar.value >= 0x80 && !scalar.properties.isWhitespace
    }
  }

  private static func replacingQuotes(_ word: String) -> String {
    guard word.utf8.contains(UInt8(ascii: "'")) else { return word }
    return word.unicodeScalars.reduce(into: "") { $0 += $1 == "'" ? #"'\''"# : String($1) }
  }

  private static func escaped(_ word: String) -> String {
    var text = "$'"
    for scalar in word.unicodeScalars {
      switch scalar {
      case "\n": text += #"\n"#
      case "\t": text += #"\t"#
      case "\r": text += #"\r"#
      case "'", "\\": text += "\\" + String(scalar)
      case _ where scalar.hides():
        for byte in String(scalar).utf8 {
          let digits = String(byte, radix: 8)
          text += "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "'"
  }
}

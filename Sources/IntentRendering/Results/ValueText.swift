package import IntentCore

/// Writes the value of an answer alone, for `--output value`.
package enum ValueText {
  /// A string as it is and a newline, nothing for null, and anything else as JSON on one line. Strings are
  /// cleaned only for a terminal: a script gets exact bytes.
  package static func write(_ value: Value, isTerminal: Bool, to bytes: inout [UInt8]) {
    switch value {
    case .null: return
    case .string(let text):
      if isTerminal { bytes.appendClean(text, .block) } else { bytes += text.utf8 }
    default:
      var json = JSONText()
      json.value(value)
      bytes += json.bytes
    }
    bytes.appendNewline()
  }
}

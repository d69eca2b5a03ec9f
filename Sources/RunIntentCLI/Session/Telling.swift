internal import IntentCore

extension Session {
  /// Says a sentence in the language of the caller, unless quiet is wanted.
  mutating func tell(_ words: String, _ values: ValueObject = [:]) {
    if !settings.isQuiet { print(text(words, values)) }
  }

  /// Writes rows for programs, in one object under a name or one a line; false where people read.
  mutating func write(_ name: String, _ rows: @autoclosure () -> [Value]) -> Bool {
    switch settings.output {
    case .json: write(json: .object(["schemaVersion": 1, name: .array(rows())]))
    case .jsonl: for row in rows() { write(json: row) }
    case .text, .value, .waybar: return false
    }
    return true
  }
}

extension Value {
  /// The value as a word: strings as they are, numbers and booleans written out; `nil` for the rest.
  package var plainText: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .number(let number): number.isFinite ? JSONNumber.text(number) : number.description
    case .boolean(let flag): flag ? "true" : "false"
    case .null, .array, .object: nil
    }
  }
}

package import JSON

/// One way in which a value does not fit a schema, and where in the value.
package struct SchemaViolation: Error, Sendable, Equatable {
  package enum Problem: Sendable, Equatable {
    case nothingAllowed
    /// The allowed types and the value's own, in words.
    case type(expected: String, found: String)
    /// The allowed values as text.
    case enumeration(allowed: [String])
    case constant(expected: String)
    case minimum(Value)
    case maximum(Value)
    case exclusiveMinimum(Value)
    case exclusiveMaximum(Value)
    case multipleOf(Value)
    case minLength(Int, found: Int)
    case maxLength(Int, found: Int)
    case pattern(String)
    case format(Format)
    case minItems(Int, found: Int)
    case maxItems(Int, found: Int)
    /// The 0-based places of two equal items, and the item as it is shown.
    case uniqueItems(Int, Int, shown: String)
    case contains(found: Int, minimum: Int, maximum: Int?)
    /// A member whose key is not allowed, and the keys that the schema names.
    case property(String, known: [String])
    case requiredProperty(String)
    case minProperties(Int, found: Int)
    case maxProperties(Int, found: Int)
    /// How many of the schemas of `anyOf`, `oneOf` or `not` fit.
    case combination(String, matches: Int)
  }

  package var problem: Problem
  /// The keys and indices that lead to the place.
  package var path: [String]
  /// What stands there.
  package var value: Value

  /// A value as a message shows it, cut when long.
  package static func shown(_ value: Value) -> String {
    let text = value.plainText ?? value.json()
    guard text.utf8.count > 80 else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(60))) + "…"
  }
}

extension Schema {
  /// Everything that keeps the value from fitting.
  package func violations(of value: Value) -> [SchemaViolation] {
    if assertions.isEmpty { return [] }
    var checker = SchemaChecker(collects: true)
    checker.check(value, self)
    return checker.violations
  }

  /// Whether the value fits.
  package func accepts(_ value: Value) -> Bool {
    if assertions.isEmpty { return true }
    var checker = SchemaChecker(collects: false)
    checker.check(value, self)
    return !checker.hasFailed
  }
}

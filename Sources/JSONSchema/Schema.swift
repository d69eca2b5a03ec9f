package import JSON

/// What a value must be: the assertions of one JSON Schema (draft 2020-12), all of which must hold.
package struct Schema: Sendable {
  package var assertions: [Assertion]

  package init(_ assertions: [Assertion] = []) { self.assertions = assertions }

  package static let anything = Schema()
  package static let nothing = Schema([.nothing])

  /// One assertion; keywords that only mean something together are one case.
  package indirect enum Assertion: Sendable {
    case nothing
    case type([ValueType])
    case enumeration([Value])
    case constant(Value)
    case minimum(Value)
    case maximum(Value)
    case exclusiveMinimum(Value)
    case exclusiveMaximum(Value)
    case multipleOf(Value)
    case minLength(Int)
    case maxLength(Int)
    case pattern(Pattern)
    case format(Format)
    case minItems(Int)
    case maxItems(Int)
    case uniqueItems
    /// `prefixItems` and `items`.
    case items(prefix: [Schema], rest: Schema)
    /// `contains`, `minContains` and `maxContains`.
    case contains(Schema, minimum: Int, maximum: Int?)
    /// `properties`, `patternProperties` and `additionalProperties`.
    case properties(Properties)
    case propertyNames(Schema)
    case required([String])
    case minProperties(Int)
    case maxProperties(Int)
    case allOf([Schema])
    case anyOf([Schema])
    case oneOf([Schema])
    case not(Schema)
  }
}

extension Schema {
  /// What the members of an object must be, by their keys.
  package struct Properties: Sendable {
    package var named: [(key: String, schema: Schema)]
    package var patterns: [(pattern: Pattern, schema: Schema)]
    /// What no name and no pattern covers; `nil` lets it be anything.
    package var additional: Schema?

    package init(
      named: [(key: String, schema: Schema)] = [], patterns: [(pattern: Pattern, schema: Schema)] = [],
      additional: Schema? = nil
    ) {
      (self.named, self.patterns, self.additional) = (named, patterns, additional)
    }

    func named(_ key: String) -> Schema? { named.first { $0.key.utf8.elementsEqual(key.utf8) }?.schema }
  }
}

/// The types of JSON Schema.
package enum ValueType: String, Sendable, CaseIterable {
  case null, boolean, integer, number, string, array, object
}

extension Schema {
  /// The types that `type` allows, `nil` when it says nothing.
  package var types: [ValueType]? {
    for case .type(let types) in assertions { return types }
    return nil
  }

  /// The closed list of values that `enum`, `const` or `type: boolean` leave, `nil` when it is open.
  package var enumeratedValues: [Value]? {
    for assertion in assertions {
      switch assertion {
      case .enumeration(let values): return values
      case .constant(let value): return [value]
      default: continue
      }
    }
    return types == [.boolean] ? [true, false] : nil
  }

  /// The schema of the items beyond the prefix, for arrays.
  package var itemSchema: Schema? {
    for case .items(_, let rest) in assertions { return rest }
    return nil
  }

  /// The stated least length in scalars, `nil` when the schema does not say.
  package var minLength: Int? {
    for case .minLength(let length) in assertions { return length }
    return nil
  }
}

extension Schema {
  /// The stated format of a text, `nil` when the schema does not say.
  package var format: Format? {
    for case .format(let format) in assertions { return format }
    return nil
  }

  /// The stated members of an object, in the order of the definition.
  package var memberSchemas: [(key: String, schema: Schema)] {
    for case .properties(let properties) in assertions { return properties.named }
    return []
  }

  /// What the member of a key must be, as far as the schema says.
  package func memberSchema(_ key: String) -> Schema {
    for case .properties(let properties) in assertions {
      if let named = properties.named(key) { return named }
      if let pattern = properties.patterns.first(where: { $0.pattern.matches(key) }) { return pattern.schema }
      return properties.additional ?? .anything
    }
    return .anything
  }
}

extension Schema {
  /// Whether nothing at all fits, as with `false`.
  var isNothing: Bool { if case .nothing? = assertions.first { true } else { false } }
}

extension ValueType {
  package init(of value: Value) {
    self =
      switch value {
      case .null: .null
      case .boolean: .boolean
      case .integer: .integer
      case .number: .number
      case .string: .string
      case .array: .array
      case .object: .object
      }
  }

  func includes(_ value: Value) -> Bool {
    let type = ValueType(of: value)
    return type == self || (self == .number && type == .integer)
      || (self == .integer && Self.isLargeWhole(value))
  }

  /// Whole numbers beyond 64 bits are integers too; a double this large has no fraction.
  private static func isLargeWhole(_ value: Value) -> Bool {
    if case .number(let number) = value { number.magnitude >= 0x1p53 && number.isFinite } else { false }
  }

  /// The type in words, as in "expected a whole number".
  package var words: String {
    switch self {
    case .null: "null"
    case .boolean: "true or false"
    case .integer: "a whole number"
    case .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

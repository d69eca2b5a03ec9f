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
    case minItems(Int)
    case maxItems(Int)
    case uniqueItems
    /// `prefixItems` and `items`.
    case items(prefix: [Schema], rest: Schema)
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

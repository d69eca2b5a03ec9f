package import JSON

/// A condition or computation in JsonLogic (jsonlogic.com), ready to be worked out over data.
package indirect enum Logic: Sendable {
  case literal(Value)
  case list([Logic])
  case operation(Operator, Arguments)

  /// What an operator was given.
  package struct Arguments: Sendable {
    package var items: [Logic]
    /// Whether they were written as a list; `{"!": true}` is not.
    package var isList: Bool
  }

  package enum Operator: String, Sendable, CaseIterable {
    case variable = "var"
    case missing
    case missingSome = "missing_some"
    case choice = "if"
    case ternary = "?:"
    case and, or
    case not = "!"
    case truth = "!!"
    case equal = "=="
    case unequal = "!="
    case same = "==="
    case different = "!=="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
    case min, max
    case contains = "in"
    case join = "cat"
    case substring = "substr"
    case merge, map, filter, reduce, all, none, some
    // Ours: moments and durations compared as what they are, never as text.
    case before, after, shorter, longer
  }
}

extension Logic {
  /// Takes a value as logic: an object with one member is an operator with its arguments, anything else stands for
  /// itself.
  package init(_ value: Value) throws(LogicError) {
    switch value {
    case .array(let items): self = .list(try Self.each(items))
    case .object(let object) where object.count == 1:
      let (name, argument) = object.members[0]
      guard let known = Operator(rawValue: name) else { throw .unknownOperator(name) }
      if case .array(let items) = argument {
        self = .operation(known, Arguments(items: try Self.each(items), isList: true))
      } else {
        self = .operation(known, Arguments(items: [try Logic(argument)], isList: false))
      }
    default: self = .literal(value)
    }
  }

  private static func each(_ items: [Value]) throws(LogicError) -> [Logic] {
    var all: [Logic] = []
    all.reserveCapacity(items.count)
    for item in items { all.append(try Logic(item)) }
    return all
  }

  /// The paths of variables that are written out and not computed; those of an element of a list, as in `map`, are
  /// left out.
  package var variables: [String] {
    switch self {
    case .literal: []
    case .list(let items): items.flatMap(\.variables)
    case .operation(.variable, let arguments):
      if case .literal(let path)? = arguments.items.first {
        [path.plainText ?? ""] + arguments.items.dropFirst().flatMap(\.variables)
      } else {
        arguments.items.flatMap(\.variables)
      }
    case .operation(let name, let arguments):
      name.givesElements
        ? arguments.items.prefix(1).flatMap(\.variables)
          + (name == .reduce ? arguments.items.dropFirst(2).flatMap(\.variables) : [])
        : arguments.items.flatMap(\.variables)
    }
  }
}

extension Logic.Operator {
  /// Whether its second argument is worked out over each element of its first.
  var givesElements: Bool {
    switch self {
    case .map, .filter, .reduce, .all, .none, .some: true
    default: false
    }
  }
}

/// Why logic cannot be read or worked out.
package enum LogicError: Error, Sendable, Equatable {
  case unknownOperator(String)
  /// The operator was given too few arguments, or such as it cannot take.
  case arguments(Logic.Operator)
  /// What the operator needed, and the value that it was given, as text.
  case value(Logic.Operator, expected: String, found: String)
}

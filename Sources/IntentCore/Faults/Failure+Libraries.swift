package import JSONLogic
package import JSONSchema

// What the libraries find wrong, as the faults that callers know.

extension Failure {
  package init(_ error: JSONError) { self.init(error.faults.map { Fault($0) }) }

  package init(_ error: StringCatalogError) {
    switch error {
    case .json(let error): self.init(error)
    case .type(let key, let expected, let location):
      self.init(.definitionType, ["key": .text(key), "expected": .text(expected)], at: location)
    }
  }

  package init(_ error: LogicError) {
    switch error {
    case .unknownOperator(let name):
      let near = Suggestion.nearest(to: name, among: Logic.Operator.allCases.map(\.rawValue))
      self.init(.conditionOperator, ["name": .text(name), "suggestion": .text(near ?? "")])
    case .arguments(let name): self.init(.conditionArguments, ["name": .text(name.rawValue)])
    case .value(let name, let expected, let found):
      self.init(
        .conditionValue, ["name": .text(name.rawValue), "expected": .text(expected), "value": .text(found)])
    }
  }
}

extension Fault {
  package init(_ fault: JSONFault) {
    let (code, facts): (FaultCode, KeyValuePairs<String, FaultArgument>) =
      switch fault.problem {
      case .syntax(let found, let expected?, let hint?):
        (.jsonSyntax, ["found": .text(found), "expected": .text(expected), "hint": .text(hint)])
      case .syntax(let found, let expected?, nil):
        (.jsonSyntax, ["found": .text(found), "expected": .text(expected)])
      case .syntax(let found, nil, let hint):
        (.jsonSyntax, ["found": .text(found), "hint": .text(hint ?? "")])
      case .word(let word, let found, let meant):
        (.jsonSyntax, ["found": .text(found), "expected": "a value", "hint": .text(Self.hint(word, meant))])
      case .number(let found, let hint): (.jsonNumber, ["found": .text(found), "hint": .text(hint)])
      case .encoding(let byte, let offset):
        (.jsonEncoding, ["byte": .text(byte), "offset": .integer(offset)])
      case .byteOrderMark(let encoding): (.jsonByteOrderMark, ["encoding": .text(encoding)])
      case .surrogate(let found, let hint): (.jsonSurrogate, ["found": .text(found), "hint": .text(hint)])
      case .duplicateKey(let key): (.jsonDuplicateKey, ["key": .text(key)])
      case .depth(let limit): (.jsonDepth, ["limit": .integer(limit)])
      case .size(let size, let limit):
        (
          .fileTooLarge,
          ["path": .text(fault.location.file), "size": .integer(size), "limit": .integer(limit)]
        )
      case .nul: (.jsonNul, [:])
      case .empty: (.jsonEmpty, [:])
      }
    self.init(code, facts, at: fault.location)
  }

  private static func hint(_ word: String, _ meant: String?) -> String {
    let near = meant ?? Suggestion.nearest(to: word, among: ["true", "false", "null"])
    return near.map { "write \($0)" } ?? "text is written in double quotes"
  }
}

extension Schema {
  /// Everything that keeps the value from fitting; `name` is how the caller knows the value.
  package func faults(for value: Value, name: String) -> [Fault] {
    violations(of: value).map { violation in
      let (code, arguments) = violation.meaning
      var fault = Fault(
        code, ["name": .text(([name] + violation.path).joined(separator: "."))], parameter: name)
      fault.arguments += arguments
      return fault
    }
  }
}

extension SchemaViolation {
  fileprivate typealias Meaning = (FaultCode, [(name: String, value: FaultArgument)])

  /// The code, and what its wording needs besides the place.
  fileprivate var meaning: Meaning {
    let shown = (name: "value", value: FaultArgument.text(Self.shown(value)))
    func limit(_ code: FaultCode, _ limit: Value) -> Meaning {
      if case .integer(let whole) = limit { return (code, [shown, ("limit", .integer(whole))]) }
      return (code, [shown, ("limit", .text(Self.shown(limit)))])
    }
    func count(_ code: FaultCode, _ limit: Int, _ found: Int) -> Meaning {
      (code, [("limit", .integer(limit)), ("found", .integer(found))])
    }
    switch problem {
    case .nothingAllowed: return (.valueNothingAllowed, [shown])
    case .type(let expected, let found):
      return (.valueType, [("expected", .text(expected)), ("found", .text(found)), shown])
    case .enumeration(let allowed):
      let near = value.stringValue.flatMap { Suggestion.nearest(to: $0, among: allowed) }
      return (.valueEnum, [shown, ("allowed", .list(allowed)), ("suggestion", .text(near ?? ""))])
    case .constant(let expected): return (.valueConst, [shown, ("expected", .text(expected))])
    case .minimum(let least): return limit(.valueMinimum, least)
    case .maximum(let most): return limit(.valueMaximum, most)
    case .exclusiveMinimum(let bound): return limit(.valueExclusiveMinimum, bound)
    case .exclusiveMaximum(let bound): return limit(.valueExclusiveMaximum, bound)
    case .multipleOf(let unit): return limit(.valueMultipleOf, unit)
    case .minLength(let least, let found):
      return (.valueMinLength, [shown, ("limit", .integer(least)), ("found", .integer(found))])
    case .maxLength(let most, let found):
      return (.valueMaxLength, [shown, ("limit", .integer(most)), ("found", .integer(found))])
    case .pattern(let source): return (.valuePattern, [shown, ("expected", .text(source))])
    case .format(let format):
      let expected = "\(format.words) such as \(format.example)"
      return (.valueFormat, [shown, ("format", .text(format.rawValue)), ("expected", .text(expected))])
    case .minItems(let least, let found): return count(.valueMinItems, least, found)
    case .maxItems(let most, let found): return count(.valueMaxItems, most, found)
    case .uniqueItems(let first, let second, let item):
      return (
        .valueUniqueItems,
        [("value", .text(item)), ("first", .integer(first + 1)), ("second", .integer(second + 1))]
      )
    case .contains(let found, let minimum, let maximum):
      let most = maximum.map(FaultArgument.integer) ?? ""
      return (
        .valueContains, [("found", .integer(found)), ("minimum", .integer(minimum)), ("maximum", most)]
      )
    case .property(let key, let known):
      let near = Suggestion.nearest(to: key, among: known)
      return (.valueProperty, [("key", .text(key)), ("suggestion", .text(near ?? ""))])
    case .requiredProperty(let key): return (.valueRequiredProperty, [("key", .text(key))])
    case .minProperties(let least, let found): return count(.valueMinProperties, least, found)
    case .maxProperties(let most, let found): return count(.valueMaxProperties, most, found)
    case .combination(let keyword, let matches):
      return (.valueCombination, [("keyword", .text(keyword)), ("matches", .integer(matches)), shown])
    }
  }
}

extension StringCatalog {
  /// Fails with what is wrong with the JSON, `file.too-large`, or `definition.type` for what is no catalog.
  package init(bytes: [UInt8], file: String) throws(Failure) {
    self = try Result { () throws(StringCatalogError) in try StringCatalog(parsing: bytes, file: file) }
      .mapError(Failure.init).get()
  }
}

extension Logic {
  /// Takes a value as logic; fails with `condition.operator` for an operator that nobody knows.
  package init(reading value: Value) throws(Failure) {
    self = try Result { () throws(LogicError) in try Logic(value) }.mapError(Failure.init).get()
  }

  /// Works it out over data; fails with `condition.arguments` or `condition.value`.
  package func evaluate(over data: Value) throws(Failure) -> Value {
    try Result { () throws(LogicError) in try evaluate(data) }.mapError(Failure.init).get()
  }

  /// Whether it holds over data.
  package func holds(over data: Value) throws(Failure) -> Bool { try evaluate(over: data).isTruthy }
}

extension JSONDocument {
  /// Reads the bytes; the failure holds every fault that reading could go past, at most twenty.
  package init(bytes: [UInt8], file: String, limits: JSONLimits) throws(Failure) {
    do throws(JSONError) {
      self = try JSONDocument(parsing: bytes, file: file, limits: limits)
    } catch {
      throw Failure(error)
    }
  }
}

extension Value {
  /// Reads one JSON document (RFC 8259, strict); `file` names it in the faults.
  package init(json bytes: [UInt8], file: String, limits: JSONLimits = .data) throws(Failure) {
    self = try JSONDocument(bytes: bytes, file: file, limits: limits).root.value
  }
}

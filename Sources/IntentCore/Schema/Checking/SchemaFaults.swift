extension Schema {
  /// Everything that keeps the value from fitting; `name` is how the caller knows the value.
  package func faults(for value: Value, name: String) -> [Fault] {
    if assertions.isEmpty { return [] }
    var checker = SchemaChecker(name: name, collects: true)
    checker.check(value, self)
    return checker.faults
  }

  /// Whether the value fits.
  package func accepts(_ value: Value) -> Bool {
    if assertions.isEmpty { return true }
    var checker = SchemaChecker(name: "", collects: false)
    checker.check(value, self)
    return !checker.hasFailed
  }
}

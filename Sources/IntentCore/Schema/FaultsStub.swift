extension Schema {
  package func faults(for value: Value, name: String) -> [Fault] { [] }
}

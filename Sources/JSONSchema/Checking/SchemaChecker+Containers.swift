internal import JSON

extension SchemaChecker {
  mutating func checkArray(_ value: Value, _ assertion: Schema.Assertion) {
    guard case .array(let items) = value else { return }
    switch assertion {
    case .minItems(let limit):
      if items.count < limit { fail(.minItems(limit, found: items.count), value) }
    case .maxItems(let limit):
      if items.count > limit { fail(.maxItems(limit, found: items.count), value) }
    case .uniqueItems:
      if let (first, second) = EqualItems.find(in: items) {
        fail(.uniqueItems(first, second, shown: SchemaViolation.shown(items[first])), value)
      }
    case .items(let prefix, let rest):
      for (index, item) in items.enumerated() {
        descend(String(index), item, index < prefix.count ? prefix[index] : rest)
        if hasFailed && !collects { return }
      }
    case .contains(let schema, let minimum, let maximum):
      let matches = items.count { schema.accepts($0) }
      if matches < minimum || matches > maximum ?? .max {
        fail(.contains(found: matches, minimum: minimum, maximum: maximum), value)
      }
    default: break
    }
  }

  mutating func checkObject(_ value: Value, _ assertion: Schema.Assertion) {
    guard case .object(let object) = value else { return }
    switch assertion {
    case .minProperties(let limit):
      if object.count < limit { fail(.minProperties(limit, found: object.count), value) }
    case .maxProperties(let limit):
      if object.count > limit { fail(.maxProperties(limit, found: object.count), value) }
    case .required(let keys):
      for key in keys where object[key] == nil {
        fail(.requiredProperty(key), value)
      }
    case .propertyNames(let schema):
      for key in object.keys where !schema.accepts(.string(key)) {
        fail(.property(key, known: []), value)
      }
    case .properties(let properties):
      for member in object.members {
        check(member.key, member.value, properties)
        if hasFailed && !collects { return }
      }
    default: break
    }
  }

  private mutating func check(_ key: String, _ value: Value, _ properties: Schema.Properties) {
    var isCovered = false
    if let schema = properties.named(key) {
      isCovered = true
      descend(key, value, schema)
    }
    for (pattern, schema) in properties.patterns where pattern.matches(key) {
      isCovered = true
      descend(key, value, schema)
    }
    guard !isCovered, let additional = properties.additional else { return }
    if additional.isNothing {
      fail(.property(key, known: properties.named.map(\.key)), value)
    } else {
      descend(key, value, additional)
    }
  }
}

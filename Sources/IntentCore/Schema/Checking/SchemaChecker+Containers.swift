extension SchemaChecker {
  mutating func checkArray(_ value: Value, _ assertion: Schema.Assertion) {
    guard case .array(let items) = value else { return }
    switch assertion {
    case .minItems(let limit):
      if items.count < limit { failCount(.valueMinItems, limit, items.count) }
    case .maxItems(let limit):
      if items.count > limit { failCount(.valueMaxItems, limit, items.count) }
    case .uniqueItems:
      if let (first, second) = EqualItems.find(in: items) {
        fail(
          .valueUniqueItems,
          [
            ("value", .text(Self.shown(items[first]))), ("first", .integer(first + 1)),
            ("second", .integer(second + 1)),
          ])
      }
    case .items(let prefix, let rest):
      for (index, item) in items.enumerated() {
        descend(String(index), item, index < prefix.count ? prefix[index] : rest)
        if hasFailed && !collects { return }
      }
    case .contains(let schema, let minimum, let maximum):
      let matches = items.count { schema.accepts($0) }
      if matches < minimum || matches > maximum ?? .max {
        fail(
          .valueContains,
          [
            ("found", .integer(matches)), ("minimum", .integer(minimum)),
            ("maximum", maximum.map(FaultArgument.integer) ?? ""),
          ])
      }
    default: break
    }
  }

  mutating func checkObject(_ value: Value, _ assertion: Schema.Assertion) {
    guard case .object(let object) = value else { return }
    switch assertion {
    case .minProperties(let limit):
      if object.count < limit { failCount(.valueMinProperties, limit, object.count) }
    case .maxProperties(let limit):
      if object.count > limit { failCount(.valueMaxProperties, limit, object.count) }
    case .required(let keys):
      for key in keys where object[key] == nil {
        fail(.valueRequiredProperty, [("key", .text(key))])
      }
    case .propertyNames(let schema):
      for key in object.keys where !schema.accepts(.string(key)) {
        fail(.valueProperty, [("key", .text(key)), ("suggestion", "")])
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
      let near = Suggestion.nearest(to: key, among: properties.named.lazy.map(\.key))
      fail(.valueProperty, [("key", .text(key)), ("suggestion", .text(near ?? ""))])
    } else {
      descend(key, value, additional)
    }
  }

  private mutating func failCount(_ code: FaultCode, _ limit: Int, _ count: Int) {
    fail(code, [("limit", .integer(limit)), ("found", .integer(count))])
  }
}

internal import IntentCore
internal import JSONSchema

/// Puts an object together from members that were given one by one.
struct MemberReading {
  /// A member as the caller gave it.
  struct Given {
    var path: [String]
    var text: String
  }

  let texts: TextReading
  let name: String

  /// The members set in `base`; a member given more than once is a list.
  func value(_ members: [Given], in base: Value?) throws(Failure) -> Value {
    guard let base = (base ?? .object(ValueObject())).objectValue else {
      throw Failure(.parameterRepeated, ["name": .text(name)], parameter: texts.parameter.name)
    }
    return .object(
      try object(members[...].map { ($0.path[...], $0.text) }, base, texts.parameter.schema, name))
  }

  private func object(
    _ members: [(path: ArraySlice<String>, text: String)], _ base: ValueObject, _ schema: Schema,
    _ name: String
  ) throws(Failure) -> ValueObject {
    var object = base
    var faults: [Fault] = []
    var keys: [String] = []
    for (path, _) in members {
      if let key = path.first, !keys.contains(where: { $0.utf8.elementsEqual(key.utf8) }) { keys.append(key) }
    }
    for key in keys {
      let own = members.filter { $0.path.first.map { $0.utf8.elementsEqual(key.utf8) } ?? false }
      do throws(Failure) {
        object[key] = try member(own, object[key], schema.memberSchema(key), "\(name).\(key)")
      } catch {
        faults += error.faults
      }
    }
    if !faults.isEmpty { throw Failure(faults) }
    return object
  }

  private func member(
    _ members: [(path: ArraySlice<String>, text: String)], _ base: Value?, _ schema: Schema, _ name: String
  ) throws(Failure) -> Value {
    let whole = members.filter { $0.path.count == 1 }.map(\.text)
    let parts = members.filter { $0.path.count > 1 }.map { (path: $0.path.dropFirst(), text: $0.text) }
    let value = whole.isEmpty ? base : try texts.value(of: whole, schema, name: name)
    if parts.isEmpty, let value { return value }
    guard let object = (value ?? .object(ValueObject())).objectValue else {
      throw Failure(.parameterRepeated, ["name": .text(name)])
    }
    return .object(try self.object(parts, object, schema, name))
  }
}

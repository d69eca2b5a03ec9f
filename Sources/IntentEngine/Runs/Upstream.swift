package import IntentCore
package import IntentPipeline
internal import JSONSchema

/// What stands before an intent, in a pipe or in a chain.
package enum Upstream: Sendable {
  /// The value that the intent before answered.
  case answer(Value)
  /// Text of another program.
  case text(String)

  /// Reads what was piped in: the JSON of a run, or any text; `nil` when there is none. Fails with
  /// `run.upstream-failed` and the status of that run when it did not end well.
  package static func read(
    _ bytes: [UInt8], for intent: String, evenIfFailed: Bool
  ) throws(Failure) -> Upstream? {
    if bytes.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) { return nil }
    if let envelope = Self.envelope(bytes) {
      if !evenIfFailed { try Self.refuseFailed(envelope, for: intent) }
      return .answer(envelope["value"] ?? .null)
    }
    // Without the newline at its end.
    var line = bytes[...]
    if line.last == 0x0A { line.removeLast() }
    if line.last == 0x0D, line.count < bytes.count { line.removeLast() }
    guard let text = String(validating: line, as: UTF8.self) else {
      throw Failure(.jsonEncoding, ["path": "standard input", "name": "standard input"])
    }
    return .text(text)
  }

  /// The one object of `--output json`, or the last of `--output jsonl`.
  private static func envelope(_ bytes: [UInt8]) -> ValueObject? {
    guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return nil }
    var text = bytes[...]
    while let last = text.last, last <= 0x20 { text.removeLast() }
    let lastLine = text.lastIndex(of: 0x0A).map { text[($0 + 1)...] } ?? text
    for candidate in [text, lastLine] {
      if case .object(let object)? = try? Value(json: Array(candidate), file: "standard input"),
        object["schemaVersion"] != nil, object["status"] != nil || object["errors"] != nil
      {
        return object
      }
    }
    return nil
  }

  private static func refuseFailed(_ envelope: ValueObject, for intent: String) throws(Failure) {
    let errors = envelope["errors"]?.arrayValue ?? []
    let code = envelope["exitCode"]?.integerValue
    let hasFailed = envelope["status"]?.stringValue.map { !$0.utf8.elementsEqual("done".utf8) } ?? false
    guard hasFailed || (code.map { $0 != 0 } ?? !errors.isEmpty) else { return }
    let first = errors.first?.objectValue
    let known = first?["code"]?.stringValue.flatMap { FaultCode(id: $0) }
    // A status is a byte; one that no run has is a failure all the same.
    let status = code.map { (1...255).contains($0) ? $0 : 1 } ?? Int(known?.status.code ?? 1)
    throw Failure(
      .upstreamFailed,
      [
        "intent": .text(intent), "name": .text(envelope["intent"]?.stringValue ?? ""),
        "status": .integer(status), "hint": .text(envelope["dialog"]?.stringValue ?? ""),
      ])
  }

  /// The arguments that it gives to parameters which take input and were not given.
  ///
  /// One such parameter gets the whole value, or where that does not fit its member of the same name; several get
  /// the members of their names, and of a value without members the first gets it.
  package func arguments(for definition: IntentDefinition, given: [SuppliedArgument]) -> [SuppliedArgument] {
    let takers = definition.parameters.filter { parameter in
      parameter.input != .never && !given.contains { $0.name == parameter.name }
    }
    switch self {
    case .text(let text):
      guard let first = takers.first(where: { $0.input == .auto }) else { return [] }
      return [SuppliedArgument(name: first.name, content: .text(text))]
    case .answer(.null): return []
    case .answer(let value):
      guard let first = takers.first else { return [] }
      if case .object(let object) = value,
        takers.count > 1 || !first.schema.accepts(value) || first.takesOther
      {
        return takers.compactMap { parameter in
          object[parameter.name].flatMap { $0 == .null ? nil : parameter.taking($0) }
        }
      }
      return [first.taking(value)]
    }
  }
}

extension Parameter {
  /// A value as it is where it fits; else the text of it, read as on the command line.
  fileprivate func taking(_ value: Value) -> SuppliedArgument {
    let fits = schema.types == nil || schema.accepts(value)
    let text = fits ? nil : value.plainText
    return SuppliedArgument(name: name, content: text.map { .text($0) } ?? .value(value))
  }

  /// A thing that is picked from a list is never an object.
  fileprivate var takesOther: Bool { entity != nil || choices != nil }
}

internal import IntentCore

/// Keys that several kinds of lock providers read, and their values.
extension SettingKey {
  static let address = text(
    "url", "URL", "Where it is, without user and password.",
    expected: "an address such as \"https://house.example:8123\", without user and password",
    ["pattern": "^https?://[^/?#@]+(?:/.*)?$", "examples": ["http://homeassistant.local:8123"]],
    mayBeEmpty: true, isHidden: true, required: true
  ) { HTTPAddress($0) != nil }

  static let certificates = text(
    "certificates", "Certificates", "A file of certificates to trust instead of the system's.",
    expected: "an absolute path", ["pattern": "^/"]
  ) { text in text.utf8.first == UInt8(ascii: "/") && !text.utf8.contains { $0 < 0x20 } }

  static let pointer = text(
    "pointer", "Pointer", "The way to the state in JSON (RFC 6901).",
    expected: "a JSON Pointer such as \"/state\"",
    ["pattern": "^(?:/(?:[^/~]|~[01])*)*$", "examples": ["/state"]], mayBeEmpty: true
  ) { JSONPointer($0) != nil }

  static let states = SettingKey(
    "states", "States", "What states are called there.", .words(["locked", "unlocked", "open", "jammed"]))

  /// A key whose text must fit.
  static func text(
    _ name: String, _ title: String, _ help: String, expected: String, _ schema: ValueObject,
    mayBeEmpty: Bool = false, isHidden: Bool = false, required: Bool = false,
    fits: @escaping @Sendable (String) -> Bool
  ) -> SettingKey {
    let form = TextForm(
      expected: expected, schema: schema, mayBeEmpty: mayBeEmpty, isHidden: isHidden, fits: fits)
    return SettingKey(name, title, help, .text(form), required: required)
  }
}

extension ValueObject {
  func text(_ key: String) -> String? { self[key]?.stringValue }

  func pointer(_ key: String) -> JSONPointer? { text(key).flatMap { JSONPointer($0) } }

  func words(_ key: String) -> [(word: String, value: Value)] {
    guard case .object(let words)? = self[key] else { return [] }
    return words.members.map { ($0.key, $0.value) }
  }
}

extension Door.State {
  /// The state that a value stands for by words of the configuration; `nil` where they do not have it.
  init?(_ value: Value, by words: [(word: String, value: Value)]) {
    guard let word = words.first(where: { $0.value == value })?.word else { return nil }
    self = Door.State(rawValue: word) ?? .unknown
  }
}

extension Value {
  /// The value with `${code}` replaced in its texts by the door's code.
  func naming(code: String?) -> Value {
    switch self {
    case .string(let text):
      guard let code else { return self }
      return .string(String(decoding: Array(text.utf8).replacing("${code}", with: code), as: UTF8.self))
    case .array(let items): return .array(items.map { $0.naming(code: code) })
    case .object(let members):
      return .object(
        ValueObject(uniqueMembers: members.members.map { ($0.key, $0.value.naming(code: code)) }))
    default: return self
    }
  }
}

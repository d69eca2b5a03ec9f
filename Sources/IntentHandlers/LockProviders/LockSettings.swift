internal import IntentCore

/// Keys that several kinds of lock providers read, and their values.
extension SettingKey {
  static var address: SettingKey {
    .init(
      "url", "URL", "Where it is, without user and password.",
      .text(
        .init(
          expected: "an address such as \"https://house.example:8123\", without user and password",
          schema: [
            "pattern": "^https?://[^/?#@]+(?:/.*)?$", "examples": ["http://homeassistant.local:8123"],
          ], mayBeEmpty: true, isHidden: true
        ) { HTTPAddress($0) != nil }), required: true)
  }

  static var certificates: SettingKey {
    .init(
      "certificates", "Certificates", "A file of certificates to trust instead of the system's.",
      .text(
        .init(expected: "an absolute path", schema: ["pattern": "^/"]) { text in
          text.utf8.first == UInt8(ascii: "/") && !text.utf8.contains { $0 < 0x20 }
        }))
  }

  static var pointer: SettingKey {
    .init(
      "pointer", "Pointer", "The way to the state in JSON (RFC 6901).",
      .text(
        .init(
          expected: "a JSON Pointer such as \"/state\"",
          schema: ["pattern": "^(?:/(?:[^/~]|~[01])*)*$", "examples": ["/state"]], mayBeEmpty: true
        ) { JSONPointer($0) != nil }))
  }

  static var states: SettingKey {
    .init(
      "states", "States", "What states are called there.", .words(["locked", "unlocked", "open", "jammed"]))
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
      let mark = "${code}".utf8
      var (rest, filled) = (text.utf8[...], [UInt8]())
      while let byte = rest.first {
        let isMark = rest.starts(with: mark)
        if isMark { filled += code.utf8 } else { filled.append(byte) }
        rest = rest.dropFirst(isMark ? mark.count : 1)
      }
      return .string(String(decoding: filled, as: UTF8.self))
    case .array(let items): return .array(items.map { $0.naming(code: code) })
    case .object(let members):
      return .object(
        ValueObject(uniqueMembers: members.members.map { ($0.key, $0.value.naming(code: code)) }))
    default: return self
    }
  }
}

/// A JSON Pointer (RFC 6901): the way from a document to one value in it.
package struct JSONPointer: Sendable, Equatable {
  package let text: String
  private let steps: [String]

  /// `nil` when the text is no pointer: not empty and without a slash at its start, or with a `~` that escapes nothing.
  package init?(_ text: String) {
    self.text = text
    guard !text.utf8.isEmpty else {
      steps = []
      return
    }
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    var steps: [String] = []
    for part in text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let step = Self.unescaped(part) else { return nil }
      steps.append(step)
    }
    self.steps = steps
  }

  /// The value that it leads to, `nil` where there is none.
  package func value(in document: Value) -> Value? {
    var current = document
    for step in steps {
      switch current {
      case .object(let members):
        guard let next = members[step] else { return nil }
        current = next
      case .array(let items):
        guard let index = Self.index(step), index < items.count else { return nil }
        current = items[index]
      default: return nil
      }
    }
    return current
  }

  /// RFC 6901, section 4: digits without a leading zero.
  private static func index(_ step: String) -> Int? {
    let digits = step.utf8
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }),
      digits.count == 1 || digits.first != 0x30
    else { return nil }
    return Int(step)
  }

  private static func unescaped(_ part: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in part {
      switch (isEscaped, byte) {
      case (true, UInt8(ascii: "0")): bytes.append(UInt8(ascii: "~"))
      case (true, UInt8(ascii: "1")): bytes.append(UInt8(ascii: "/"))
      case (true, _): return nil
      case (false, UInt8(ascii: "~")): break
      case (false, _): bytes.append(byte)
      }
      isEscaped = !isEscaped && byte == UInt8(ascii: "~")
    }
    return isEscaped ? nil : String(decoding: bytes, as: UTF8.self)
  }
}

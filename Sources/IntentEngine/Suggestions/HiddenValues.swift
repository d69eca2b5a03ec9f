package import IntentCore
internal import Redaction

extension ValueObject {
  /// Whether something that was hidden stands in a value.
  package var holdsMark: Bool { members.contains { $0.value.holdsMark } }

  /// The members in which nothing was hidden.
  package var withoutMarks: ValueObject { ValueObject(uniqueMembers: members.filter { !$0.value.holdsMark }) }
}

extension Value {
  fileprivate var holdsMark: Bool {
    switch self {
    case .string(let text):
      text.utf8.indices.contains { text.utf8[$0...].starts(with: Redactor.mark.utf8) }
    case .array(let items): items.contains(where: \.holdsMark)
    case .object(let object): object.holdsMark || object.keys.contains { Value.string($0).holdsMark }
    case .null, .boolean, .integer, .number: false
    }
  }
}

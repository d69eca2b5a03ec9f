/// The members of a JSON object in the order they were written.
package struct ValueObject: Sendable {
  package private(set) var members: [(key: String, value: Value)]

  package init() { members = [] }

  /// Makes an object of members whose keys the caller knows to differ.
  package init(uniqueMembers: [(key: String, value: Value)]) { members = uniqueMembers }

  /// The value of the member at a place.
  package subscript(place place: Int) -> Value {
    get { members[place].value }
    set { members[place].value = newValue }
  }

  package var isEmpty: Bool { members.isEmpty }
  package var count: Int { members.count }
  package var keys: [String] { members.map(\.key) }

  package subscript(key: String) -> Value? {
    get { members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value }
    set {
      let index = members.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append((key, value))
      case (nil, nil): break
      }
    }
  }
}

extension ValueObject: Equatable {
  package static func == (left: ValueObject, right: ValueObject) -> Bool {
    left.count == right.count && left.members.allSatisfy { right[$0.key] == $0.value }
  }
}

extension ValueObject: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, Value)...) {
    members = elements.map { ($0.0, $0.1) }
  }
}

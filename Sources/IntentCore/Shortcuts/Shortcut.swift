internal import Phrases

/// A saved call of an intent under a name of its own, with values that stay as they are.
package struct Shortcut: Sendable, Equatable {
  package var name: String
  package var intent: String
  /// The absolute path of the intent's definition.
  package var path: String
  package var parameters: ValueObject
  package var phrases: [String]

  package init(
    name: String, intent: String, path: String, parameters: ValueObject = ValueObject(),
    phrases: [String] = []
  ) {
    (self.name, self.intent, self.path) = (name, intent, path)
    (self.parameters, self.phrases) = (parameters, phrases)
  }

  /// By what the shortcut is found.
  package var key: String { Self.key(name) }

  /// A name as it is looked up: letters' case and width do not count, and blanks, `-` and `_` are the same.
  package static func key(_ name: String) -> String {
    var key = String.UnicodeScalarView()
    for scalar in FoldedText(name).scalars { key.append(scalar == " " || scalar == "_" ? "-" : scalar) }
    return String(key)
  }

  /// Whether a text can name a shortcut: something that one can say, which is neither an option nor a path.
  package static func isName(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard scalars.count <= 64, scalars.first != "-", !key(text).utf8.isEmpty else { return false }
    return scalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
      default: scalar != "/"
      }
    }
  }
}

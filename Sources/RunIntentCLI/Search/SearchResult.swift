internal import IntentCore
internal import JSON
internal import StringCatalogs

/// One thing that a search found.
struct SearchResult {
  enum Target {
    case intent(IntentDefinition)
    case shortcut(Shortcut)
  }

  var target: Target
  var score: Int
  /// How often it ran well of late.
  var uses: Int
  /// The translation in which a word was found, and its language; empty where the definition's own words were enough.
  var match: String
  var language: String

  /// By what it is run.
  var name: String {
    switch target {
    case .intent(let definition): definition.id
    case .shortcut(let shortcut): shortcut.name
    }
  }

  func title(_ session: Session) -> String {
    switch target {
    case .intent(let definition): definition.title
    case .shortcut(let shortcut): session.text("Shortcut for ${intent}", ["intent": .string(shortcut.intent)])
    }
  }

  /// The words in another language that it was found by.
  var foreign: String { language.utf8.isEmpty ? "" : "\(match) (\(language))" }

  func json(_ session: Session) -> Value {
    var object: ValueObject = ["kind": "intent", "name": .string(name), "title": .string(title(session))]
    if case .shortcut = target { object["kind"] = "shortcut" }
    object["score"] = .integer(score)
    object["uses"] = .integer(uses)
    object["match"] = language.utf8.isEmpty ? .null : .string(match)
    object["language"] = language.utf8.isEmpty ? .null : .string(language)
    return .object(object)
  }
}

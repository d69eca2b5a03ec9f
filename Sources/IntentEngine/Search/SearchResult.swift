package import IntentCore

/// One thing that a search found.
package struct SearchResult: Sendable {
  package enum Target: Sendable {
    case intent(IntentDefinition)
    case shortcut(Shortcut)
  }

  package var target: Target
  package var score: Int
  /// How often it ran well of late.
  package var uses: Int
  /// The translation in which a word was found, and its language; empty where the definition's own words were enough.
  package var match: String
  package var language: String

  /// By what it is run.
  package var name: String {
    switch target {
    case .intent(let definition): definition.id
    case .shortcut(let shortcut): shortcut.name
    }
  }
}

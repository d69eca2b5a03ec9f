import Foundation
import IntentCore
import TestSupport
import Testing

/// Counts what the sources say without a translation into each language of ours.
@Suite struct TranslationTests {
  static let languages = ["ru", "ja", "sr", "uz"]

  @Test func whatHandlersSayIsTranslated() throws {
    let catalog = try Self.catalog("Sources/IntentHandlers/Resources/Handlers.xcstrings")
    try Self.expect(Self.texts(below: "Sources/IntentHandlers"), in: [catalog], atLeast: 40)
  }

  @Test func whatTheCommandLineSaysIsTranslated() throws {
    let messages = try Self.catalog("Sources/IntentRendering/Resources/Messages.xcstrings")
    let handlers = try Self.catalog("Sources/IntentHandlers/Resources/Handlers.xcstrings")
    try Self.expect(Self.texts(below: "Sources/RunIntentCLI"), in: [handlers, messages], atLeast: 80)
  }

  /// What has no translation stays English: a warning, and no failure.
  @Test func bothCatalogsHaveAllLanguages() throws {
    for file in ["IntentHandlers/Resources/Handlers", "IntentRendering/Resources/Messages"] {
      let entries = try Self.catalog("Sources/\(file).xcstrings").entries
      for language in try Self.languages.map({ try #require(LanguageTag($0)) }) {
        Self.warn(entries.filter { !$0.isTranslated(into: language) }.map(\.key), "\(file), \(language.text)")
      }
    }
  }

  private static func expect(_ texts: Set<String>, in catalogs: [StringCatalog], atLeast count: Int) throws {
    #expect(texts.count >= count)
    warn(texts.sorted().filter { text in !catalogs.contains { $0.entry(text) != nil } }, "any language")
  }

  private static func warn(_ missing: [String], _ place: String) {
    guard let first = missing.first else { return }
    print("warning: \(missing.count) texts are not translated (\(place)), such as: \(first)")
  }

  private static func catalog(_ path: String) throws -> StringCatalog {
    let bytes = try Data(contentsOf: Repository.root.appending(path: path))
    return try StringCatalog(bytes: Array(bytes), file: path)
  }

  /// The literals that stand where a text is looked up, and the helps of commands and options.
  private static func texts(below folder: String) throws -> Set<String> {
    var texts: Set<String> = []
    let root = Repository.root.appending(path: folder)
    for name in Repository.files(below: root, ending: ".swift") {
      let source = try String(contentsOf: root.appending(path: name), encoding: .utf8)
      let literal = #""((?:[^"\\\n]|\\.)*)""#
      for lead in [
        #"(?:\btext|\bsay|\bnamed|\bsentence|self\.text)\(\s*"#, #"OptionSpec\([^)]*?,\s*"#,
        #"\bCommand\([^)]*?summary:\s*"#,
      ] {
        let pattern = try Regex(lead + literal + #"\s*[,)]"#, as: (Substring, Substring).self)
        for match in source.matches(of: pattern) where !match.1.isEmpty && !match.1.contains(#"\("#) {
          texts.insert(String(match.1).replacing(#"\""#, with: "\"").replacing(#"\n"#, with: "\n"))
        }
      }
    }
    return texts.filter { $0.contains(" ") || $0.contains("$") || $0.first?.isUppercase == true }
  }
}

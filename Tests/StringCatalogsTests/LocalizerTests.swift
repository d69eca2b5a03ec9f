import JSON
import StringCatalogs
import Testing

@Suite struct LocalizerTests {
  static let catalog = """
    { "sourceLanguage": "en", "strings": {
      "Connected": { "localizations": { "ru": { "stringUnit": { "state": "translated", "value": "Подключено" } } } },
      "${n} doors of ${house}": { "localizations": {
        "ru": { "variations": { "plural": {
          "one": { "stringUnit": { "state": "translated", "value": "${house}: ${n} дверь" } },
          "few": { "stringUnit": { "state": "translated", "value": "${house}: ${n} двери" } },
          "many": { "stringUnit": { "state": "translated", "value": "${house}: ${n} дверей, 100 %d" } } } } },
        "ja": { "stringUnit": { "state": "translated", "value": "${house}の%#@n@" },
          "substitutions": { "n": { "variations": { "plural": {
            "other": { "stringUnit": { "state": "translated", "value": "ドア%arg枚" } } } } } } } } }
    } }
    """

  @Test func fillsTheEnglishTextItself() {
    #expect(Localizer.english("Connected") == "Connected")
    #expect(Localizer.english("${n} doors of ${house}", ["n": 2, "house": "Ana"]) == "2 doors of Ana")
    #expect(Localizer.english("$5 for ${x} ${", ["x": "y"]) == "$5 for y ${")
  }

  @Test func englishReadsNoCatalog() {
    let english = Localizer(.english) {
      Issue.record("a catalog was read")
      return nil
    }
    #expect(english("Connected") == "Connected")
    #expect(english.unit("Connected") == nil)
  }

  static let texts: [(language: String, n: Value, text: String)] = [
    ("ru", 1, "Ана: 1 дверь"), ("ru-RU", 3, "Ана: 3 двери"), ("ru", 5, "Ана: 5 дверей, 100 %d"),
    ("ja", 3, "Анаのドア3枚"), ("sr", 3, "3 doors of Ана"),
  ]

  @Test(arguments: texts) func speaksTheLanguage(_ item: (language: String, n: Value, text: String)) throws {
    let catalog = try StringCatalog(parsing: Array(Self.catalog.utf8), file: "x")
    let text = Localizer(try #require(LanguageTag(item.language)), { nil }, { catalog })
    #expect(text("${n} doors of ${house}", ["n": item.n, "house": "Ана"]) == item.text)
  }
}

import Foundation
import IntentCore
import IntentRendering
import Testing

/// Translations of faults have the placeholders of their rows; those that are missing are counted.
@Suite struct MessageTranslationTests {
  static let languages = ["ru", "ja", "sr", "uz"]

  static let catalog: StringCatalog? = {
    var place = URL(filePath: #filePath)
    while place.lastPathComponent != "Tests" { place.deleteLastPathComponent() }
    let file = place.deletingLastPathComponent().appending(
      path: "Sources/IntentRendering/Resources/Messages.xcstrings")
    return (try? Data(contentsOf: file)).flatMap {
      try? StringCatalog(bytes: Array($0), file: "Messages.xcstrings")
    }
  }()

  /// The English texts that the catalog has under codes.
  static let rows: [String: String] = {
    var rows: [String: String] = [:]
    for code in FaultCode.allCases {
      rows[code.id] = code.rawValue.message
      for (index, hint) in code.rawValue.hints.enumerated() { rows["\(code.id)#\(index + 1)"] = hint }
      for (keyword, text) in code.rawValue.variants { rows["\(code.id)#\(keyword)"] = text }
    }
    return rows
  }()

  /// What has no translation stays English, which is no fault.
  @Test(arguments: languages) func countsWhatIsNotTranslated(_ language: String) throws {
    let catalog = try #require(Self.catalog)
    let tag = try #require(LanguageTag(language))
    let missing = Self.rows.keys.filter { catalog.entry($0)?.isTranslated(into: tag) != true }.sorted()
    if !missing.isEmpty {
      print("warning: \(missing.count) messages are not translated into \(language), such as \(missing[0])")
    }
  }

  @Test func noTranslationIsOfAFaultThatIsGone() throws {
    for entry in try #require(Self.catalog).entries {
      let isCode = entry.key.wholeMatch(of: /[a-z]+\.[a-z0-9-]+(#[a-zA-Z0-9-]+)?/) != nil
      #expect(!isCode || Self.rows[entry.key] != nil, "\(entry.key)")
    }
  }

  @Test(arguments: languages) func translationsKeepThePlaceholders(_ language: String) throws {
    let catalog = try #require(Self.catalog)
    let tag = try #require(LanguageTag(language))
    for entry in catalog.entries {
      guard entry.isTranslated(into: tag), let text = entry.text(in: tag, source: .english) else { continue }
      let source = Self.rows[entry.key] ?? entry.key
      for unit in Self.units(text.content) {
        #expect(Self.placeholders(unit) == Self.placeholders(source), "\(language): \(unit)")
        #expect(unit.count { $0 == "[" } == unit.count { $0 == "]" }, "\(language): \(unit)")
        for forms in Self.countedForms(unit) {
          #expect(forms == PluralRules(tag).wholeCategories.count, "\(language): \(unit)")
        }
      }
    }
  }

  @Test(arguments: languages, FaultCode.allCases)
  func readsWellWithoutArguments(_ language: String, _ code: FaultCode) throws {
    let sentence = Messages(text: try Self.text(language)).text(Fault(code))
    for trace in ["${", "[", "]", "|", "  ", " ,", " :", "::"] where !sentence.contains("{\"") {
      #expect(!sentence.contains(trace), "\(language): \(sentence)")
    }
    #expect(sentence.utf8.count > 5)
  }

  static let sentences: [(language: String, fault: Fault, text: String)] = [
    (
      "ru", Fault(.valueEnum, ["name": "--state", "value": "да", "allowed": .list(["on", "off"])]),
      "--state: \"on\" или \"off\", а не «да»"
    ),
    (
      "ja", Fault(.valueEnum, ["name": "--state", "value": "x", "allowed": .list(["on", "off"])]),
      "--stateは \"on\"か\"off\" です（「x」ではなく）"
    ),
    ("ru", Fault(.valueMinLength, ["name": "--n", "limit": .integer(21)]), "--n: нужно не менее 21 символа"),
    ("ja", Fault(.valueMinLength, ["name": "--n", "limit": .integer(3)]), "--nには 3文字以上 が必要です"),
    ("uz", Fault(.valueMinLength, ["name": "--n", "limit": .integer(3)]), "--n: kamida 3 ta belgi kerak"),
    (
      "ru", Fault(.valueType, ["name": "--n", "value": "x", "expected": "a whole number"]),
      "--n: нужно целое число, а дано «x»"
    ),
    ("sr-Latn", Fault(.jsonEmpty), "датотека је празна"),
    ("de", Fault(.jsonEmpty), "the file is empty"),
    (
      "ru",
      Fault(
        .permissionDenied,
        [
          "intent": "backup", "missing": .capabilities([.execute(.exact("/usr/bin/rsync"))]),
          "source": "script",
        ]), "не разрешено: backup не может запускать /usr/bin/rsync (источник: скрипт)"
    ),
  ]

  @Test(arguments: sentences) func wordsFaults(_ item: (language: String, fault: Fault, text: String)) throws
  {
    #expect(Messages(text: try Self.text(item.language)).text(item.fault) == item.text)
  }

  @Test func wordsThatAreCodesStayWhatTheyAre() throws {
    let fault = Fault(.jsonSyntax, ["found": "file.exists", "reason": "file.exists#1"])
    #expect(Messages(text: try Self.text("ru")).text(fault).contains("file.exists"))
    #expect(!Messages(text: try Self.text("ru")).text(fault).contains("${"))
  }

  @Test func labelsAreTranslatedToo() throws {
    let text = try Self.text("ru")
    let warning = Fault(.jsonEmpty, severity: .warning)
    #expect(
      FaultRenderer(style: .plain, text: text).text(warning) == "runintent: предупреждение: файл пуст\n")
    let result = IntentResult(dialog: "Подключено", isSimulated: true)
    #expect(ResultRenderer(style: .plain, text: text).text(result) == "✔ Подключено (демо)\n")
  }

  /// Japanese takes two columns a character, and fields still stand beneath each other.
  @Test func japaneseFieldsAreAligned() {
    let snippet = Snippet([.fields([.init("使用済み", "1 GiB"), .init("Disk /", "2 GiB"), .init("負荷", "0.5")])])
    let text = ResultRenderer(style: .plain).text(IntentResult(dialog: "", snippet: snippet))
    #expect(text == "  使用済み  1 GiB\n  Disk /    2 GiB\n  負荷      0.5\n")
  }

  private static func text(_ language: String) throws -> Localizer {
    Localizer(try #require(LanguageTag(language)), { catalog })
  }

  private static func units(_ content: CatalogText.Content) -> [String] {
    switch content {
    case .unit(let text): [text]
    case .plural(let forms): forms.flatMap { units($0.form) }
    }
  }

  /// The names within each placeholder, without its form and what it falls back to.
  private static func placeholders(_ template: String) -> Set<String> {
    Set(template.matches(of: /\$\{([^}:|]*)/).map { String($0.1) })
  }

  private static func countedForms(_ template: String) -> [Int] {
    template.matches(of: /:count ([^}|]*)/).map { $0.1.split(separator: ",").count }
  }
}

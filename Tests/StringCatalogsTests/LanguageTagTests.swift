import StringCatalogs
import Testing

@Suite struct LanguageTagTests {
  static let wellFormed: [(written: String, tag: String)] = [
    ("ru", "ru"), ("PT-br", "pt-BR"), ("SR-LATN-rs", "sr-Latn-RS"), ("uz-cyrl", "uz-Cyrl"),
    ("es-419", "es-419"), ("sl-rozaj-biske", "sl-rozaj-biske"), ("de-1996", "de-1996"),
    ("zh-yue-HK", "zh-yue-HK"), ("de-DE-u-co-phonebk", "de-DE-u-co-phonebk"),
    ("en-x-us", "en-x-us"), ("x-whatever", "x-whatever"), ("i-klingon", "i-klingon"),
    ("en-GB-oed", "en-GB-oed"),
  ]

  @Test(arguments: wellFormed) func readsTags(_ item: (written: String, tag: String)) {
    #expect(LanguageTag(item.written)?.text == item.tag)
  }

  @Test(arguments: [
    "", "-", "r", "ru-", "-ru", "ru--RU", "ru_RU", "русский", "en-a", "en-u", "x", "abcdefghi", "de-DE-",
    "en-US-US", "1a", "ru-\u{0}", "en-abcdefghi", "ру",
  ]) func refusesWhatIsNoTag(_ text: String) {
    #expect(LanguageTag(text) == nil)
  }

  static let lookups: [(tag: String, lookup: [String])] = [
    ("pt-BR", ["pt-BR", "pt"]), ("sr-Latn-RS", ["sr-Latn-RS", "sr-Latn", "sr"]),
    (
      "zh-Hant-CN-x-private1-private2",
      [
        "zh-Hant-CN-x-private1-private2", "zh-Hant-CN-x-private1", "zh-Hant-CN", "zh-Hant", "zh",
      ]
    ),
    ("de-DE-u-co-phonebk", ["de-DE-u-co-phonebk", "de-DE-u-co", "de-DE", "de"]), ("ja", ["ja"]),
  ]

  @Test(arguments: lookups) func takesSubtagsAway(_ item: (tag: String, lookup: [String])) {
    #expect(LanguageTag(item.tag)?.lookup.map(\.text) == item.lookup)
  }

  static let locales: [(name: String, tag: String?)] = [
    ("ru_RU.UTF-8@euro", "ru-RU"), ("C", "en"), ("POSIX", "en"), ("C.UTF-8", "en"), ("ja_JP.eucJP", "ja-JP"),
    ("sr_RS@latin", "sr-Latn-RS"), ("sr_RS.UTF-8", "sr-RS"), ("uz_UZ@cyrillic", "uz-Cyrl-UZ"), ("uz", "uz"),
    ("de_AT@euro", "de-AT"), ("no such locale", nil), ("../../etc", nil), ("@", nil),
  ]

  @Test(arguments: locales) func readsLocaleNames(_ item: (name: String, tag: String?)) {
    #expect(LanguageTag(locale: item.name)?.text == item.tag)
  }

  static let environments: [(variables: [String: String], tag: String?)] = [
    ([:], nil), (["LANG": "C.UTF-8"], nil), (["LANG": "POSIX"], nil), (["LANG": ""], nil),
    (["LANG": "ru_RU.UTF-8"], "ru-RU"),
    (["LANG": "ru_RU.UTF-8", "LC_MESSAGES": "ja_JP.UTF-8"], "ja-JP"),
    (["LANG": "ru_RU.UTF-8", "LC_MESSAGES": "ja_JP.UTF-8", "LC_ALL": "C"], nil),
    (["LANG": "uz_UZ", "LC_ALL": "", "LC_MESSAGES": ""], "uz-UZ"), (["LC_ALL": "?", "LANG": "ru"], "en"),
  ]

  @Test(arguments: environments) func prefersTheFirstThatIsSet(
    _ item: (variables: [String: String], tag: String?)
  ) {
    #expect(LanguageTag.named(by: { item.variables[$0] })?.text == item.tag)
  }
}

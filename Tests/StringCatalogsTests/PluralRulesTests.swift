import Foundation
import JSON
import PythonOracle
import StringCatalogs
import Testing

@Suite struct PluralRulesTests {
  static let known: [(language: String, forms: [String: PluralCategory])] = [
    ("en", ["0": .other, "1": .one, "2": .other, "21": .other, "1.0": .other]),
    ("ru", ["0": .many, "1": .one, "2": .few, "5": .many, "11": .many, "21": .one, "1.5": .other]),
    ("ja", ["0": .other, "1": .other]), ("uz-UZ", ["1": .one, "1.0": .one, "21": .other]),
    ("sr-Latn", ["1": .one, "3": .few, "5": .other, "0.1": .one, "0.12": .other, "0.3": .few]),
    ("ar", ["0": .zero, "1": .one, "2": .two, "3": .few, "11": .many, "100": .other, "1.5": .other]),
    ("pl", ["1": .one, "2": .few, "5": .many, "12": .many, "21": .many, "1.5": .other]),
    ("fr", ["0": .one, "1.9": .one, "2": .other, "1000000": .many]), ("es", ["1000000": .many, "1": .one]),
    ("uk", ["1": .one]), ("de", ["1": .one]), ("tlh", ["1": .other]),
  ]

  @Test(arguments: known) func choosesTheForm(_ item: (language: String, forms: [String: PluralCategory]))
    throws
  {
    let rules = PluralRules(try #require(LanguageTag(item.language)))
    for (number, form) in item.forms {
      #expect(rules.category(of: try #require(PluralOperands(decimal: number))) == form, "\(number)")
    }
  }

  @Test func numbersOfEverySizeHaveAForm() throws {
    for language in PluralRules.languages {
      let rules = PluralRules(try #require(LanguageTag(language)))
      for value: Value in [
        .integer(.min), .integer(.max), .number(1e300), .number(-0.5), .string("2"), .null,
      ] {
        _ = rules.category(of: value)
      }
      #expect(PluralOperands(decimal: String(repeating: "9", count: 400)) != nil)
    }
  }

  @Test(arguments: ["", "-", ".", "1.", ".5", "1.2.3", "１", "1e3", " 1"])
  func whatIsNoDecimalHasNoOperands(_ text: String) {
    #expect(PluralOperands(decimal: text) == nil)
  }

  /// Compares with babel's copy of the rules in CLDR: 0 to 200, a thousand, a million, and 0.0 to 10.0.
  @Test func agreesWithBabel() throws {
    guard let python = Python.babel else {
      print("skipped: no babel (python3 with venv and a package index is needed)")
      return
    }
    let numbers =
      (0...200).map(String.init) + ["1000", "1000000"] + (0...100).map { "\($0 / 10).\($0 % 10)" }
    let answers = try Babel.categories(python, PluralRules.languages, numbers)
    var compared = 0
    for language in PluralRules.languages {
      let rules = PluralRules(try #require(LanguageTag(language)))
      let expected = try #require(answers[language])
      try #require(expected.count == numbers.count)
      for (number, form) in zip(numbers, expected) {
        let own = rules.category(of: try #require(PluralOperands(decimal: number)))
        #expect(own.rawValue == form, "\(language) \(number)")
        compared += 1
      }
    }
    print("plural forms compared with babel \(answers["version"]?.first ?? "?"): \(compared)")
  }
}

/// What babel says, which knows the rules of CLDR.
private enum Babel {
  static func categories(
    _ python: URL, _ languages: [String], _ numbers: [String]
  ) throws -> [String: [String]] {
    let script = """
      import babel, json, sys
      from decimal import Decimal
      languages, numbers = json.loads(sys.argv[1])
      out = {l: [babel.Locale.parse(l).plural_form(Decimal(n)) for n in numbers] for l in languages}
      out['version'] = [babel.__version__]
      print(json.dumps(out))
      """
    let input = try JSONEncoder().encode([languages, numbers])
    let output = try #require(Python.run(python, ["-c", script, String(decoding: input, as: UTF8.self)]))
    return try JSONDecoder().decode([String: [String]].self, from: output)
  }
}

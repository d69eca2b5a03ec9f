internal import CivilTime
package import JSON

/// The cardinal plural rules of a language, as CLDR 47 has them (`supplemental/plurals.xml`).
///
/// A language that is not in the table has one form, `other`.
package struct PluralRules: Sendable, Equatable {
  private enum Rule: Sendable {
    case single, germanic, slavicEast, slavicSouth, polish, turkic, french, spanish, arabic
  }

  private let rule: Rule

  package init(_ language: LanguageTag) {
    switch language.lookup.last?.text {
    case "en", "de": rule = .germanic
    case "ru", "uk": rule = .slavicEast
    case "sr": rule = .slavicSouth
    case "pl": rule = .polish
    case "uz": rule = .turkic
    case "fr": rule = .french
    case "es": rule = .spanish
    case "ar": rule = .arabic
    default: rule = .single
    }
  }

  /// The languages whose rules are known besides those with one form.
  package static let languages = ["en", "ru", "ja", "sr", "uz", "de", "fr", "es", "pl", "uk", "ar"]

  package func category(of value: Value) -> PluralCategory {
    PluralOperands(value).map { category(of: $0) } ?? .other
  }

  package func category(of number: PluralOperands) -> PluralCategory {
    switch rule {
    case .single: .other
    case .germanic: number.i == 1 && number.v == 0 ? .one : .other
    case .turkic: number.isNumber(1) ? .one : .other
    case .slavicEast: Self.slavicEast(number)
    case .slavicSouth: Self.slavicSouth(number)
    case .polish: Self.polish(number)
    case .french: number.i <= 1 ? .one : Self.isMillions(number) ? .many : .other
    case .spanish: number.isNumber(1) ? .one : Self.isMillions(number) ? .many : .other
    case .arabic: Self.arabic(number)
    }
  }

  /// The forms that whole numbers take, in the order of ``PluralCategory``.
  package var wholeCategories: [PluralCategory] {
    switch rule {
    case .single: [.other]
    case .germanic, .turkic: [.one, .other]
    case .slavicEast, .polish: [.one, .few, .many]
    case .slavicSouth: [.one, .few, .other]
    case .french, .spanish: [.one, .many, .other]
    case .arabic: PluralCategory.allCases
    }
  }

  private static func isMillions(_ number: PluralOperands) -> Bool {
    number.i != 0 && number.i.isMultiple(of: 1_000_000) && number.v == 0
  }

  private static func isOne(_ number: UInt64) -> Bool { number % 10 == 1 && number % 100 != 11 }

  private static func isFew(_ number: UInt64) -> Bool {
    (2...4).contains(number % 10) && !(12...14).contains(number % 100)
  }

  private static func slavicEast(_ number: PluralOperands) -> PluralCategory {
    if number.v != 0 { return .other }
    return isOne(number.i) ? .one : isFew(number.i) ? .few : .many
  }

  private static func slavicSouth(_ number: PluralOperands) -> PluralCategory {
    let deciding = number.v == 0 ? number.i : number.f
    return isOne(deciding) ? .one : isFew(deciding) ? .few : .other
  }

  private static func polish(_ number: PluralOperands) -> PluralCategory {
    if number.v != 0 { return .other }
    return number.i == 1 ? .one : isFew(number.i) ? .few : .many
  }

  private static func arabic(_ number: PluralOperands) -> PluralCategory {
    guard number.isWhole else { return .other }
    switch (number.i, number.i % 100) {
    case (0, _): return .zero
    case (1, _): return .one
    case (2, _): return .two
    case (_, 3...10): return .few
    case (_, 11...): return .many
    default: return .other
    }
  }
}

/// The forms that a language may have for a counted thing (Unicode TR 35, part 3).
package enum PluralCategory: String, Sendable, CaseIterable {
  case zero, one, two, few, many, other
}

extension PluralCategory {
  /// What stands for the category among forms: its own, else that for `other`, else the last.
  package static func choose<Form>(
    _ category: PluralCategory, among forms: [(category: PluralCategory, form: Form)]
  ) -> Form? {
    (forms.first { $0.category == category } ?? forms.first { $0.category == .other } ?? forms.last)?.form
  }
}

/// The properties of a written number that plural rules look at (Unicode TR 35, part 3, "Operands").
package struct PluralOperands: Sendable, Equatable {
  /// The whole part without its sign.
  package var i: UInt64
  /// How many digits stand after the point, with and without those zeros that end them.
  package var v = 0
  package var w = 0
  /// The digits after the point as a number, with and without those zeros.
  package var f: UInt64 = 0
  package var t: UInt64 = 0

  package init(_ number: Int) { i = UInt64(number.magnitude) }

  /// Reads a decimal such as `1.50`; a whole number whose digits do not fit counts by the last of them.
  package init?(decimal text: some StringProtocol) {
    var isWhole = true
    var hasDigits = false
    i = 0
    var rest = text.utf8[...]
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    for byte in rest {
      switch byte {
      case 0x30...0x39:
        hasDigits = true
        let digit = UInt64(byte - 0x30)
        if isWhole {
          i = Self.appended(i, digit)
        } else if v < 18 {
          v += 1
          f = f * 10 + digit
        }
      case UInt8(ascii: ".") where isWhole && hasDigits: isWhole = false
      default: return nil
      }
    }
    guard hasDigits, isWhole || v > 0 else { return nil }
    (w, t) = (v, f)
    while w > 0, t.isMultiple(of: 10) { (w, t) = (w - 1, t / 10) }
  }

  /// The operands of a value that is a number, `nil` for any other.
  package init?(_ value: Value) {
    switch value {
    case .integer(let number): self.init(number)
    case .number(let number):
      if let operands = PluralOperands(decimal: number.description) {
        self = operands
      } else {
        guard number.isFinite, number.magnitude < 1e19 else { return nil }
        self.init(Int(clamping: UInt64(number.magnitude)))
      }
    default: return nil
    }
  }

  /// Keeps the digits that rules can see: they look at no more than the last million's.
  private static func appended(_ number: UInt64, _ digit: UInt64) -> UInt64 {
    let limit: UInt64 = 1_000_000_000_000
    let next = number * 10 + digit
    return next < limit * 10 ? next : limit + next % limit
  }

  /// Whether the number is whole, whatever zeros it is written with.
  var isWhole: Bool { t == 0 }
  func isNumber(_ number: UInt64) -> Bool { isWhole && i == number }
}

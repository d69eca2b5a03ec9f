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

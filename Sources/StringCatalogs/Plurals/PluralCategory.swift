internal import CivilTime

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

internal import JSON

/// Writes pieces with the arguments of one text.
struct PieceWriter {
  let rules: PluralRules
  var arguments: [Value] = []
  var named = ValueObject()

  func text(_ pieces: [TextPiece]) -> String {
    var text = ""
    append(pieces, to: &text)
    return text
  }

  private func append(_ pieces: [TextPiece], to text: inout String) {
    for piece in pieces {
      switch piece {
      case .literal(let part): text += part
      case .placeholder(let name):
        if let value = named[name] { text += value.plainText ?? (value == .null ? "" : value.json()) }
      case .conversion(let conversion, let place, let written):
        text += arguments.indices.contains(place) ? conversion.text(arguments[place]) : written
      case .plural(let chooser, let forms):
        let category = number(chooser).map { rules.category(of: $0) } ?? .other
        if let form = PluralCategory.choose(category, among: forms) { append(form, to: &text) }
      }
    }
  }

  private func number(_ chooser: PluralChooser) -> Value? {
    switch chooser {
    case .firstNumber:
      arguments.first { $0.doubleValue != nil } ?? named.members.first { $0.value.doubleValue != nil }?.value
    case .place(let place): arguments.indices.contains(place) ? arguments[place] : nil
    case .name(let name): named[name]
    }
  }
}

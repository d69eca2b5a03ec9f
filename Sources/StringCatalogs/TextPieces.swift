internal import JSON

/// A piece of a text: written out, an argument, or forms among which an argument chooses.
package indirect enum TextPiece: Sendable {
  case literal(String)
  /// What stands between `${` and `}`.
  case placeholder(String)
  /// A conversion of `printf`, the 0-based argument that it writes, and how it was written.
  case conversion(FormatConversion, Int, written: String)
  case plural(PluralChooser, [(category: PluralCategory, form: [TextPiece])])
}

/// Which argument chooses a plural form.
package enum PluralChooser: Sendable, Equatable {
  case firstNumber
  /// A 0-based place.
  case place(Int)
  case name(String)
}

/// Takes a text of a catalog apart.
package struct TextPieces {
  package enum Style: Sendable {
    /// Arguments are `%@`, `%lld`, `%2$@`…
    case format
    /// Arguments are `${name}`, in the order in which the key names them; a `%` is a percent sign.
    case template([String])
  }

  let text: CatalogText
  let style: Style
  /// The arguments that substitutions without a number of their own have got.
  private var places: [String: Int] = [:]

  package init(of text: CatalogText, style: Style) {
    (self.text, self.style) = (text, style)
  }

  package var pieces: [TextPiece] {
    var reader = self
    var next = 0
    return reader.pieces(text.content, .init(), &next)
  }

  /// Where a text stands: within which substitutions, and what `%arg` is there.
  private struct Surroundings {
    var open: [String] = []
    var argument: TextPiece?
    var chooser = PluralChooser.firstNumber
  }

  private mutating func pieces(
    _ content: CatalogText.Content, _ place: Surroundings, _ next: inout Int
  ) -> [TextPiece] {
    switch content {
    case .unit(let text): return pieces(text, place, &next)
    case .plural(let forms):
      let start = next
      let read = forms.map { category, form in
        var own = start
        let pieces = pieces(form, place, &own)
        next = max(next, own)
        return (category: category, form: pieces)
      }
      return [.plural(place.chooser, read)]
    }
  }

  private mutating func pieces(_ text: String, _ place: Surroundings, _ next: inout Int) -> [TextPiece] {
    let isTemplate = if case .template = style { true } else { false }
    var scanner = TextScanner(text, readsPlaceholders: isTemplate)
    var pieces: [TextPiece] = []
    while let token = scanner.next() {
      switch token {
      case .literal(let text): pieces.append(.literal(text))
      case .placeholder(let name): pieces.append(.placeholder(name))
      case .conversion(let conversion, let number, let written):
        pieces.append(.conversion(conversion, number.map { $0 - 1 } ?? next, written: written))
        if number == nil { next += 1 }
      case .argument(let written): pieces.append(place.argument ?? .literal(written))
      case .substitution(let name, let number, let written):
        pieces += substitution(name, number, place, &next) ?? [.literal(written)]
      }
    }
    return pieces
  }

  /// `nil` for a name that the text does not define, or that is being written already.
  private mutating func substitution(
    _ name: String, _ number: Int?, _ place: Surroundings, _ next: inout Int
  ) -> [TextPiece]? {
    guard !place.open.contains(name), place.open.count < 4,
      let part = text.substitutions.first(where: { $0.name == name })
    else { return nil }
    var inner = Surroundings(open: place.open + [name])
    switch style {
    case .format:
      let index = (number ?? part.argument).map { $0 - 1 } ?? places[name] ?? next
      if number ?? part.argument == nil, places[name] == nil { next += 1 }
      places[name] = index
      inner.argument = .conversion(FormatConversion(part.format) ?? .object, index, written: "%arg")
      inner.chooser = .place(index)
    case .template(let names):
      let index =
        (number ?? part.argument).map { $0 - 1 } ?? names.firstIndex(of: name) ?? places[name] ?? next
      if number ?? part.argument == nil, !names.contains(name), places[name] == nil { next += 1 }
      places[name] = index
      guard names.indices.contains(index) else { return nil }
      inner.argument = .placeholder(names[index])
      inner.chooser = .name(names[index])
    }
    return pieces(part.content, inner, &next)
  }
}

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

/// Cuts a text of a catalog into tokens; whatever is no well-formed one is literal.
struct TextScanner {
  enum Token {
    case literal(String)
    case placeholder(String)
    /// `%@`, `%2$lld`…, with how it was written.
    case conversion(FormatConversion, number: Int?, String)
    /// `%arg`, with how it was written.
    case argument(String)
    /// `%#@name@` or `%1$#@name@`, with how it was written.
    case substitution(String, number: Int?, String)
  }

  private let bytes: [UInt8]
  /// Whether arguments are `${name}`, and a `%` before anything but a substitution is itself.
  private let readsPlaceholders: Bool
  private var at = 0

  init(_ text: String, readsPlaceholders: Bool) {
    bytes = Array(text.utf8)
    self.readsPlaceholders = readsPlaceholders
  }

  mutating func next() -> Token? {
    guard at < bytes.count else { return nil }
    var literal: [UInt8] = []
    while at < bytes.count {
      let start = at
      let isEscaped = readsPlaceholders && begins("$${")
      let token =
        switch bytes[at] {
        case UInt8(ascii: "%"): percent()
        case UInt8(ascii: "$") where readsPlaceholders && !isEscaped: placeholder()
        default: nil as Token?
        }
      if let token {
        if literal.isEmpty { return token }
        at = start
        break
      }
      at = start
      if isEscaped {
        literal += "${".utf8
        at += 3
      } else if !readsPlaceholders, begins("%%") {
        literal.append(bytes[at])
        at += 2
      } else {
        literal.append(bytes[at])
        at += 1
      }
    }
    return .literal(String(decoding: literal, as: UTF8.self))
  }

  private func begins(_ text: StaticString) -> Bool {
    let wanted = text.description.utf8
    return at + wanted.count <= bytes.count && bytes[at..<at + wanted.count].elementsEqual(wanted)
  }

  private mutating func placeholder() -> Token? {
    guard begins("${"), let end = bytes[at...].firstIndex(of: UInt8(ascii: "}")) else { return nil }
    defer { at = end + 1 }
    return .placeholder(String(decoding: bytes[(at + 2)..<end], as: UTF8.self))
  }

  private mutating func percent() -> Token? {
    let start = at
    at += 1
    if begins("arg") {
      at += 3
      return .argument("%arg")
    }
    let number = argumentNumber()
    if begins("#@") {
      at += 2
      let name = at
      while at < bytes.count, bytes[at] != UInt8(ascii: "@"), bytes[at] != UInt8(ascii: " ") { at += 1 }
      guard at < bytes.count, bytes[at] == UInt8(ascii: "@"), at > name else { return nil }
      at += 1
      let written = String(decoding: bytes[start..<at], as: UTF8.self)
      return .substitution(String(decoding: bytes[name..<at - 1], as: UTF8.self), number: number, written)
    }
    guard !readsPlaceholders, let (conversion, length) = FormatConversion.read(bytes[at...]) else {
      return nil
    }
    at += length
    return .conversion(conversion, number: number, String(decoding: bytes[start..<at], as: UTF8.self))
  }

  /// The `1$` of a positional form; goes back when there is none.
  private mutating func argumentNumber() -> Int? {
    let start = at
    var number = 0
    while at < bytes.count, case 0x30...0x39 = bytes[at], at - start < 4 {
      number = number * 10 + Int(bytes[at] - 0x30)
      at += 1
    }
    if number > 0, at < bytes.count, bytes[at] == UInt8(ascii: "$") {
      at += 1
      return number
    }
    at = start
    return nil
  }
}

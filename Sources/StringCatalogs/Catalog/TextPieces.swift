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
    self.text = text
    self.style = style
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

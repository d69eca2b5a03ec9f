/// One word of a command line, told apart from the others.
struct Word {
  enum Kind {
    case operand(String)
    case long(name: String, value: String?)
    /// The letters after a single dash.
    case short(String)
    /// `--`: what follows are operands.
    case end
  }

  let text: String
  let kind: Kind

  init(_ text: String) {
    self.text = text
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "-"), bytes.count > 1 else {
      kind = .operand(text)
      return
    }
    let second = bytes[bytes.index(after: bytes.startIndex)]
    if second != UInt8(ascii: "-") {
      kind = .short(String(decoding: bytes.dropFirst(), as: UTF8.self))
    } else if bytes.count == 2 {
      kind = .end
    } else {
      let body = bytes.dropFirst(2)
      if let equals = body.firstIndex(of: UInt8(ascii: "=")) {
        kind = .long(
          name: String(decoding: body[..<equals], as: UTF8.self),
          value: String(decoding: body[body.index(after: equals)...], as: UTF8.self))
      } else {
        kind = .long(name: String(decoding: body, as: UTF8.self), value: nil)
      }
    }
  }

  var isEnd: Bool { if case .end = kind { true } else { false } }
  fileprivate var isOperand: Bool { if case .operand = kind { true } else { false } }
}

extension [Word] {
  /// The word at the index as the value of an option, unless it is an option itself; moves the index on.
  func value(after index: inout Int) -> String? {
    guard index < count else { return nil }
    switch self[index].kind {
    case .long, .end: return nil
    case .operand, .short:
      defer { index += 1 }
      return self[index].text
    }
  }

  /// How many words at the beginning are options of a run with their values.
  var leadingCount: Int {
    var index = 0
    while index < count, !self[index].isOperand {
      if case .long(let name, nil) = self[index].kind, RunOptions.all.named(name)?.takesValue ?? false {
        index += 1
      }
      index += 1
    }
    return Swift.min(index, count)
  }
}

/// A call of a command: the options before its name, and the words after it, each told apart once.
struct Invocation {
  var leading = ParsedOptions()
  var words: [Word]

  /// The first word, unless it is an option.
  var operand: String? { if case .operand(let text)? = words.first?.kind { text } else { nil } }

  /// The words after the first.
  var following: [Word] { Array(words.dropFirst()) }

  /// Whether a command's words ask what it does.
  var asksForHelp: Bool { words.prefix { !$0.isEnd }.contains { $0.text == "--help" || $0.text == "-h" } }
}

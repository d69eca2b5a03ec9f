/// A phrase as definitions write it: words, `[optional]`, `(one|other)`, `{slot}` or `${slot}`.
package struct PhraseTemplate: Sendable {
  package indirect enum Part: Sendable {
    case text(String)
    case slot(Slot)
    /// One of several; a part that may be left out has an empty one among them.
    case choice([[Part]])
  }

  /// A place that a parameter's value fills, `${user.name}` a member of it.
  package struct Slot: Sendable, Equatable {
    package var name: String
    package var path: [String] = []

    /// The program's own name, which is no parameter.
    package var isApplicationName: Bool { name == "applicationName" && path.isEmpty }
  }

  package let source: String
  package let parts: [Part]

  /// A phrase longer than this is none, in bytes.
  package static let limit = 1000
  static let depthLimit = 16
  package static let slotLimit = 16

  package init(_ text: String) throws(PhraseProblem) {
    var reader = PhraseReading(text)
    parts = try reader.phrase()
    source = text
  }

  package var slots: [Slot] {
    var slots: [Slot] = []
    Self.collect(parts, &slots)
    return slots
  }

  private static func collect(_ parts: [Part], _ slots: inout [Slot]) {
    for part in parts {
      switch part {
      case .text: break
      case .slot(let slot): if !slot.isApplicationName, !slots.contains(slot) { slots.append(slot) }
      case .choice(let options): for option in options { collect(option, &slots) }
      }
    }
  }

  /// The phrase as somebody would say it: first alternatives, no optional words; `nil` where a slot has no words.
  package func spoken(_ words: (Slot) -> String?) -> String? {
    guard let text = Self.spoken(parts, words) else { return nil }
    return text.utf8.split(separator: 0x20).map { String(Substring($0)) }.joined(separator: " ")
  }

  /// Some ways to say the phrase, at most so many, for whoever looks for one that is like something.
  package func samples(_ limit: Int, _ words: (Slot) -> String) -> [String] {
    Self.samples(parts, limit, words).map { text in
      text.utf8.split(separator: 0x20).map { String(Substring($0)) }.joined(separator: " ")
    }
  }

  private static func samples(_ parts: [Part], _ limit: Int, _ words: (Slot) -> String) -> [String] {
    var texts = [""]
    for part in parts {
      var ways: [String] = []
      switch part {
      case .text(let text): ways = [text]
      case .slot(let slot): ways = [slot.isApplicationName ? "runintent" : words(slot)]
      case .choice(let options):
        for option in options {
          ways += samples(option, limit, words)
          if ways.count >= limit { break }
        }
      }
      texts = Array(texts.lazy.flatMap { text in ways.lazy.map { text + $0 } }.prefix(limit))
    }
    return texts
  }

  private static func spoken(_ parts: [Part], _ words: (Slot) -> String?) -> String? {
    var text = ""
    for part in parts {
      switch part {
      case .text(let words): text += words
      case .slot(let slot):
        guard let word = slot.isApplicationName ? "runintent" : words(slot) else { return nil }
        text += word
      case .choice(let options):
        if options.contains(where: \.isEmpty) { continue }
        guard let first = options.first, let chosen = spoken(first, words) else { return nil }
        text += chosen
      }
    }
    return text
  }
}

/// What is wrong with a phrase, and where, in bytes of its text.
package struct PhraseProblem: Error, Sendable, Equatable {
  /// The raw value selects the wording.
  package enum Kind: String, Sendable {
    case unclosed, unopened, bar, empty, deep, long, slots, slot, silent
  }

  package var kind: Kind
  package var start: Int
  package var end: Int

  package init(kind: Kind, start: Int, end: Int) {
    (self.kind, self.start, self.end) = (kind, start, end)
  }
}

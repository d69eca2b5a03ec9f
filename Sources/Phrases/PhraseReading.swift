/// Reads the notation of phrases.
struct PhraseReading {
  private let bytes: [UInt8]
  private var at = 0
  private var slots = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func phrase() throws(PhraseProblem) -> [PhraseTemplate.Part] {
    guard bytes.count <= PhraseTemplate.limit else { throw problem(.long, 0, bytes.count) }
    let parts = try sequence(depth: 0)
    if at < bytes.count { throw problem(bytes[at] == UInt8(ascii: "|") ? .bar : .unopened, at, at + 1) }
    guard !Self.mayBeSilent(parts) else { throw problem(.silent, 0, bytes.count) }
    return parts
  }

  /// Parts up to what closes the group that they are in.
  private mutating func sequence(depth: Int) throws(PhraseProblem) -> [PhraseTemplate.Part] {
    var parts: [PhraseTemplate.Part] = []
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "["), UInt8(ascii: "("): parts.append(try group(depth: depth + 1))
      case UInt8(ascii: "{"): parts.append(.slot(try slot(from: at)))
      case UInt8(ascii: "$") where begins("$${"):
        parts.append(.text("${"))
        at += 3
      case UInt8(ascii: "$") where begins("${"):
        at += 1
        parts.append(.slot(try slot(from: at - 1)))
      case UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: "|"): return parts
      case UInt8(ascii: "}"): throw problem(.unopened, at, at + 1)
      default: parts.append(.text(text()))
      }
    }
    return parts
  }

  private mutating func group(depth: Int) throws(PhraseProblem) -> PhraseTemplate.Part {
    let start = at
    guard depth <= PhraseTemplate.depthLimit else { throw problem(.deep, start, start + 1) }
    let isOptional = bytes[at] == UInt8(ascii: "[")
    let close = isOptional ? UInt8(ascii: "]") : UInt8(ascii: ")")
    at += 1
    var options: [[PhraseTemplate.Part]] = []
    while true {
      options.append(try sequence(depth: depth))
      guard at < bytes.count else { throw problem(.unclosed, start, start + 1) }
      at += 1
      if bytes[at - 1] == UInt8(ascii: "|") { continue }
      guard bytes[at - 1] == close else { throw problem(.unopened, at - 1, at) }
      break
    }
    guard !options.allSatisfy(Self.mayBeSilent) else { throw problem(.empty, start, at) }
    if isOptional { options.append([]) }
    return .choice(options)
  }

  /// Reads `{name}` or `{name.key}`.
  private mutating func slot(from start: Int) throws(PhraseProblem) -> PhraseTemplate.Slot {
    at += 1
    guard let end = bytes[at...].firstIndex(of: UInt8(ascii: "}")) else {
      throw problem(.unclosed, start, start + 1)
    }
    let inside = bytes[at..<end]
    at = end + 1
    let steps = inside.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard steps.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isNameByte) }) else {
      throw problem(.slot, start, at)
    }
    slots += 1
    guard slots <= PhraseTemplate.slotLimit else { throw problem(.slots, start, at) }
    let words = steps.map { String(decoding: $0, as: UTF8.self) }
    return PhraseTemplate.Slot(name: words[0], path: Array(words.dropFirst()))
  }

  private mutating func text() -> String {
    let start = at
    while at < bytes.count, !Self.isSyntax(bytes[at]), !begins("${"), !begins("$${") { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private func begins(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { wanted in
      at + wanted.count <= bytes.count && bytes[at..<at + wanted.count].elementsEqual(wanted)
    }
  }

  static func isSyntax(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "|"),
      UInt8(ascii: "{"), UInt8(ascii: "}"):
      true
    default: false
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Whether the parts can come to nothing but blanks and marks.
  private static func mayBeSilent(_ parts: [PhraseTemplate.Part]) -> Bool {
    parts.allSatisfy { part in
      switch part {
      case .text(let text): FoldedText(text).isEmpty
      case .slot: false
      case .choice(let options): options.contains(where: mayBeSilent)
      }
    }
  }

  private func problem(_ kind: PhraseProblem.Kind, _ start: Int, _ end: Int) -> PhraseProblem {
    PhraseProblem(kind: kind, start: start, end: end)
  }
}

import Foundation
import Phrases
import PythonOracle
import Testing

/// Compares with hassil, which reads the same notation, over phrases and texts that mean the same to both.
@Suite struct HassilOracleTests {
  private struct Pair: Codable {
    var phrase: String
    var text: String
    var matches: Bool
  }

  static let doors = ["front", "back", "shed door", "the gate"]

  @Test func agreesWithHassil() throws {
    guard let python = Python.hassil else {
      #expect(ProcessInfo.processInfo.environment["RUNINTENT_REQUIRE_REAL"] == nil, "no hassil")
      print("skipped: no hassil (python3 with venv and a package index is needed)")
      return
    }
    var random = SplitMix(state: 20_261_130)
    var pairs: [Pair] = []
    for _ in 0..<Python.cases(700) {
      let parts = Self.sequence(&random, depth: 0)
      let phrase = Self.phrase(parts)
      for _ in 0..<3 {
        let said = Self.said(parts, &random)
        let text = said.split(separator: " ").joined(separator: " ")
        let twisted = Self.twisted(text, &random)
        for text in [text, twisted] where !text.isEmpty {
          pairs.append(Pair(phrase: phrase, text: text, matches: false))
        }
      }
    }
    let script = """
      import json, sys
      from hassil import parse_sentence, is_match
      from hassil.intents import TextSlotList
      doors = TextSlotList.from_strings(json.loads(sys.argv[1]), name='door')
      pairs = json.load(sys.stdin)
      known = {}
      for pair in pairs:
          phrase = pair['phrase']
          if phrase not in known: known[phrase] = parse_sentence(phrase)
          pair['matches'] = is_match(pair['text'], known[phrase], slot_lists={'door': doors}) is not None
      print(json.dumps(pairs))
      """
    let list = String(decoding: try JSONEncoder().encode(Self.doors), as: UTF8.self)
    let output = try #require(
      Python.run(python, ["-c", script, list], input: try JSONEncoder().encode(pairs)))
    let answers = try JSONDecoder().decode([Pair].self, from: output)
    let wrong = try answers.filter { try Self.matches($0.phrase, $0.text) != $0.matches }
    for pair in wrong.prefix(10) {
      Issue.record(
        "hassil says \(pair.matches): \(pair.phrase.debugDescription) \(pair.text.debugDescription)")
    }
    let yes = answers.count { $0.matches }
    #expect(answers.count >= Python.cases(3000) && min(yes, answers.count - yes) > Python.cases(1000))
    // A matcher that forgets what may be left out must be found out.
    let forgetful = try answers.count { pair in
      let phrase = pair.phrase.replacing("[", with: "(").replacing("]", with: ")")
      return try Self.matches(phrase, pair.text) != pair.matches
    }
    #expect(forgetful > Python.cases(100))
    print(
      "pairs compared with hassil: \(answers.count) (\(yes) match), different: \(wrong.count), of a seeded fault: \(forgetful)"
    )
  }

  private static func matches(_ phrase: String, _ text: String) throws -> Bool {
    let text = FoldedText(text)
    let words = doors.map { FoldedText($0) }
    return PhraseGraph(try PhraseTemplate(phrase)).match(text) { _, start in
      words.filter { text.hasWords($0, at: start) }.map { start + $0.count }
    } != nil
  }

  private indirect enum Part {
    case word(String)
    case slot
    case group([[Part]], isOptional: Bool)
  }

  private static let vocabulary = ["open", "the", "door", "now", "please", "light", "on", "off", "a", "an"]

  private static func sequence(_ random: inout SplitMix, depth: Int) -> [Part] {
    var hasWord = false
    var parts: [Part] = []
    for _ in 0..<Int.random(in: 1...(depth == 0 ? 5 : 3), using: &random) {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...1 where depth < 3:
        parts.append(.group([sequence(&random, depth: depth + 1)], isOptional: true))
      case 2...3 where depth < 3:
        let options = (0..<Int.random(in: 2...3, using: &random)).map { _ in
          sequence(&random, depth: depth + 1)
        }
        parts.append(.group(options, isOptional: false))
        hasWord = true
      case 4 where depth < 2:
        parts.append(.slot)
        hasWord = true
      default:
        parts.append(.word(vocabulary.randomElement(using: &random)!))
        hasWord = true
      }
    }
    if !hasWord { parts.append(.word(vocabulary.randomElement(using: &random)!)) }
    return parts
  }

  private static func phrase(_ parts: [Part]) -> String {
    parts.map { part in
      switch part {
      case .word(let word): word
      case .slot: "{door}"
      case .group(let options, true): "[" + options.map(phrase).joined(separator: "|") + "]"
      case .group(let options, false): "(" + options.map(phrase).joined(separator: "|") + ")"
      }
    }.joined(separator: " ")
  }

  private static func said(_ parts: [Part], _ random: inout SplitMix) -> String {
    parts.map { part -> String in
      switch part {
      case .word(let word): return Bool.random(using: &random) ? word : word.uppercased()
      case .slot: return doors.randomElement(using: &random)!
      case .group(let options, let isOptional):
        if isOptional, Bool.random(using: &random) { return "" }
        return said(options.randomElement(using: &random)!, &random)
      }
    }.joined(separator: " ")
  }

  /// The text with a word more, a word less, or two in each other's place.
  private static func twisted(_ text: String, _ random: inout SplitMix) -> String {
    var words = text.split(separator: " ").map(String.init)
    guard !words.isEmpty else { return text }
    let place = Int.random(in: 0..<words.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: words.remove(at: place)
    case 1: words.insert(vocabulary.randomElement(using: &random)!, at: place)
    case 2: words[place] = vocabulary.randomElement(using: &random)!
    default: words.swapAt(place, Int.random(in: 0..<words.count, using: &random))
    }
    return words.joined(separator: " ")
  }
}

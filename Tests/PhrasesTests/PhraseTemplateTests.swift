import Phrases
import Testing

@Suite struct PhraseTemplateTests {
  /// Whether the text is a way to say the phrase, given any words in its slots; with what fills them.
  static func fillings(_ phrase: String, _ text: String) throws -> [String]? {
    let folded = FoldedText(text)
    let graph = PhraseGraph(try PhraseTemplate(phrase))
    return graph.match(folded) { folded.wordEnds(after: $1) }.map {
      $0.fillings.map { "\(graph.slots[$0.slot].name)=\(folded.original($0.range))" }
    }
  }

  @Test(
    arguments: [
      ("open the door", "Open the DOOR!", []), ("open [the] door", "open door", []),
      ("open [the] door", "open the door", []), ("open [the] door", "open the", nil),
      ("open[ing] door", "opening door", []), ("(open|unlock) it", "unlock it", []),
      ("(open|unlock) it", "lock it", nil),
      ("[please] (turn|switch) [the] vpn (on|off) [now]", "switch vpn on", []),
      ("[please] (turn|switch) [the] vpn (on|off) [now]", "please turn the vpn off now", []),
      ("open[| up| wide] now", "open up now", []), ("open[ up| wide] now", "open now", []),
      ("open (|the) door", "open door", []), ("[[very] fast] go", "very fast go", []),
      ("[[very] fast] go", "very go", nil), ("unlock ${door}", "unlock the front", ["door=the front"]),
      ("unlock {door}", "unlock Front", ["door=Front"]), ("unlock ${door}", "unlock", nil),
      ("back up ${a} to ${b}", "back up x to y to z", ["a=x", "b=y to z"]),
      ("back up ${a} to ${b}", "back up to y", nil), ("${a} をバックアップ", "写真をバックアップ", ["a=写真"]),
      ("VPN を (切り替えて|オン)", "ｖｐｎをオン", []), ("${door} あけるん", "玄関あけるん", ["door=玄関"]),
      ("hello ${applicationName}", "hello RunIntent", []), ("a b", "ab", nil), ("ab", "a b", nil),
      ("is ${host} up", "is example.com up?", ["host=example.com"]), ("${a}:${b}", "x:y", nil),
      ("costs $5", "costs $5", []), ("hello, ${name}", "hello Ana", ["name=Ana"]),
    ] as [(String, String, [String]?)])
  func `a phrase matches what can be said for it`(phrase: String, text: String, fillings: [String]?) throws {
    #expect(try Self.fillings(phrase, text) == fillings)
  }

  @Test(
    arguments: [
      ("open [the door", .unclosed, 5, 6), ("open (a|b", .unclosed, 5, 6), ("open ${door", .unclosed, 5, 6),
      ("open the] door", .unopened, 8, 9), ("open (a] door", .unopened, 7, 8),
      ("open } door", .unopened, 5, 6),
      ("open | close", .bar, 5, 6), ("open () now", .empty, 5, 7), ("open [ ] now", .empty, 5, 8),
      ("open {a b}", .slot, 5, 10), ("open {}", .slot, 5, 7), ("[please]", .silent, 0, 8),
      ("", .silent, 0, 0),
      ("...", .silent, 0, 3), (String(repeating: "[", count: 4000), .long, 0, 4000),
      (String(repeating: "[", count: 100) + "a" + String(repeating: "]", count: 100), .deep, 16, 17),
      (String(repeating: "${a} ", count: 17), .slots, 80, 84),
    ] as [(String, PhraseProblem.Kind, Int, Int)])
  func `a broken phrase says where it is`(phrase: String, kind: PhraseProblem.Kind, start: Int, end: Int) {
    #expect(throws: PhraseProblem(kind: kind, start: start, end: end)) { try PhraseTemplate(phrase) }
  }

  @Test func `thirty alternatives do not blow up`() throws {
    let phrase = (0..<30).map { "(a\($0)|b\($0)|[c]d\($0))" }.joined(separator: " ")
    let text = (0..<30).map { "cd\($0)" }.joined(separator: " ")
    let began = ContinuousClock.now
    #expect(try Self.fillings(phrase, text) == [])
    #expect(try Self.fillings(phrase, text + "x") == nil)
    let slots = Array(repeating: "[(a|a a|${x})]", count: 14).joined(separator: " ") + " end"
    #expect(try Self.fillings(slots, String(repeating: "a ", count: 200) + "end") != nil)
    #expect(try Self.fillings(slots, String(repeating: "a ", count: 200) + "ent") == nil)
    let graph = PhraseGraph(try PhraseTemplate(phrase))
    #expect(graph.overlaps(graph) { _, _ in true })
    #expect(ContinuousClock.now - began < .seconds(5))
  }

  @Test(
    arguments: [
      ("open the door", "Open the door.", true), ("open [the] door", "open door", true),
      ("open [the] door", "open (a|the) door", true), ("open [the] door", "open a door", false),
      ("unlock ${door}", "(open|unlock) [the] ${door}", true), ("unlock ${door}", "unlock the", false),
      ("VPN を切って", "vpnを切って", true), ("[please] go", "go [now]", true), ("go fast", "go fa", false),
    ] as [(String, String, Bool)])
  func `two phrases can share words`(one: String, other: String, overlap: Bool) throws {
    let (one, other) = (PhraseGraph(try PhraseTemplate(one)), PhraseGraph(try PhraseTemplate(other)))
    #expect(one.overlaps(other) { _, _ in true } == overlap)
    #expect(other.overlaps(one) { _, _ in true } == overlap)
  }

  @Test func `a phrase can be spoken`() throws {
    let template = try PhraseTemplate("[please] (unlock|open) [the] ${door} with ${applicationName}")
    #expect(template.spoken { _ in "front door" } == "unlock front door with runintent")
    #expect(template.spoken { _ in nil } == nil)
  }
}

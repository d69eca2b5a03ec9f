import IntentCore
import IntentLoading
import Testing

@Suite struct BadDefinitionCorpusTests {
  static let samples = [
    DefinitionReadingTests.full,
    #"{"title": "Hi", "handler": "dialog", "with": {"text": "Hello, ${name}!"}, "required": ["name"], "#
      + #""parameters": {"name": {"type": "string", "pattern": "^[a-z]+$", "position": 1}}}"#,
    Reading.definition(
      parameters: #""a": {"type": "object", "properties": {"b": {"anyOf": [{"type": "null"}, true]}}}"#,
      #""limits": {"timeout": "PT5S"}, "phrases": ["do ${a}"]"#),
  ]

  /// Every refusal names a place, whatever happened to the file, and nothing crashes.
  @Test(arguments: Mutation.allCases) func everyRefusalHasAPlace(_ mutation: Mutation) {
    var random = SplitMix(seed: 2026)
    var refused = 0
    let rounds = 120
    for sample in Self.samples {
      for _ in 0..<rounds {
        let bytes = mutation.apply(to: Array(sample.utf8), using: &random)
        let faults = Reading.faults(bytes).filter { $0.severity == .error }
        if !faults.isEmpty { refused += 1 }
        for fault in faults {
          guard let place = fault.location else {
            Issue.record("no place: \(fault.code) in \(String(decoding: bytes, as: UTF8.self))")
            continue
          }
          #expect(place.line >= 1 && place.column >= 1 && place.length >= 1)
          #expect(place.text.unicodeScalars.count <= 200)
          #expect(place.column - place.textColumn <= place.text.unicodeScalars.count)
        }
      }
    }
    print("\(mutation): \(refused) of \(rounds * Self.samples.count) refused")
    #expect(refused > rounds, "the corpus breaks nothing")
  }

  /// The control: what the corpus is made of is good, so that refusals come from the mutations.
  @Test(arguments: samples) func theSamplesAreGood(_ sample: String) {
    #expect(Reading.faults(sample).isEmpty)
  }

  /// Cutting a definition anywhere before its last brace never leaves a valid one.
  @Test func noPrefixIsADefinition() {
    let bytes = Array(Self.samples[1].utf8)
    for count in 0..<bytes.count {
      let faults = Reading.faults(Array(bytes[..<count]))
      #expect(!faults.isEmpty && faults.allSatisfy { $0.location != nil }, "\(count) bytes")
    }
  }
}

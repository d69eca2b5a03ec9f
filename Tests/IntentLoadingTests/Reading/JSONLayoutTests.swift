import IntentCore
import IntentLoading
import Testing

@Suite struct JSONLayoutTests {
  @Test func `what fits stands on one line`() {
    let value: Value = .object([
      "title": "T", "with": .object(["run": ["df", "-h"]]), "none": [], "empty": .object([:]),
      "long": .object(["a": "one two three four", "b": "five six seven eight"]),
    ])
    #expect(
      value.laidOut(width: 40) == """
        {
          "title": "T",
          "with": { "run": ["df", "-h"] },
          "none": [],
          "empty": {},
          "long": {
            "a": "one two three four",
            "b": "five six seven eight"
          }
        }
        """)
  }

  @Test func `short items of a long list share lines`() {
    let value: Value = .object(["list": .array((1...12).map { .string("word\($0)") })])
    #expect(
      value.laidOut(width: 40) == """
        {
          "list": [
            "word1", "word2", "word3", "word4",
            "word5", "word6", "word7", "word8",
            "word9", "word10", "word11",
            "word12"
          ]
        }
        """)
  }

  @Test func `it is read back as it was`() throws {
    let value: Value = .object([
      "text": "a \"b\" \\ \n \u{1} é", "number": 1.5, "flag": true, "null": .null,
      "deep": [[[.object(["x": [1, 2, 3]])]]],
    ])
    #expect(try Value(json: Array(value.laidOut(width: 10).utf8), file: "") == value)
  }
}

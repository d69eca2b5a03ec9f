import IntentCore
import Testing

@Suite struct FileRuleTests {
  @Test(arguments: [
    ("*.txt", "notes.txt", true), ("*.txt", "NOTES.TXT", true), ("*.txt", "notes.txt.gz", false),
    ("*.txt", ".txt", true), (".json", "a.json", true), (".json", "json", false), ("??.c", "ab.c", true),
    ("??.c", "a.c", false), ("*", "", true), ("a*b*c", "aXbXc", true), ("a*b*c", "aXbX", false),
    ("*.tar.gz", "x.tar.tar.gz", true), ("?", "é", true), ("*ä", "Ä", false),
  ]) func `a name fits`(pattern: String, name: String, fits: Bool) throws {
    #expect(try #require(FileRule.Accepted(text: pattern)).matches(name: name) == fits)
  }

  @Test(arguments: ["", "txt", "a/b*", ".", "Folder", "*\u{0}"]) func `is no rule`(text: String) {
    #expect(FileRule.Accepted(text: text) == nil)
  }

  @Test func `many stars end soon`() throws {
    let rule = try #require(FileRule.Accepted(text: String(repeating: "a*", count: 100) + "b"))
    #expect(!rule.matches(name: String(repeating: "a", count: 255)))
  }
}

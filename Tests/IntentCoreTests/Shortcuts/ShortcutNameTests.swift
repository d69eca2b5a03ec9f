import IntentCore
import Testing

@Suite struct ShortcutNameTests {
  @Test(
    arguments: [
      ("Evening", "evening"), ("Good Night", "good-night"), ("good_night", "good-night"), ("ＶＰＮ", "vpn"),
      ("Вечер", "вечер"), ("unlock-door", "unlock-door"),
    ] as [(String, String)])
  func `names of shortcuts are found without regard to how they are written`(name: String, key: String) {
    #expect(Shortcut.key(name) == key)
  }

  @Test(
    arguments: [
      ("Evening", true), ("おやすみ", true), ("", false), ("  ", false), ("-x", false), ("a/b", false),
      ("a\nb", false), ("a\u{1B}[1m", false), ("a\u{202E}b", false), ("!?", false),
      (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
    ] as [(String, Bool)])
  func `what can name a shortcut`(name: String, isName: Bool) {
    #expect(Shortcut.isName(name) == isName)
  }
}

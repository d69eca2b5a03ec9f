import Phrases
import Testing

@Suite struct FoldedTextTests {
  @Test(
    arguments: [
      ("Open the Front Door", "open the front door"), ("  open \t the   door ", "open the door"),
      ("Open, please!", "open please"), ("is example.com up?", "is example.com up"),
      ("at 12:30.", "at 12:30"), ("¿Qué?", "qué"), ("ＯＰＥＮ　ＶＰＮ", "open vpn"),
      ("ﾄﾞｱをｱｹﾙ", "ドアをアケル"), ("ﾊﾟﾝ", "パン"), ("か\u{3099}", "が"), ("Ёлка", "елка"),
      ("Straße", "strasse"), ("oʻchir", "o'chir"), ("o‘chir", "o'chir"), ("ПРИВЕТ", "привет"),
      ("VPN を 切り替えて", "vpnを切り替えて"), ("VPNを切り替えて。", "vpnを切り替えて"), ("「玄関」 を", "玄関を"),
      ("a\u{200B}b", "ab"), ("...", ""), ("", ""), ("ΣΊΣΥΦΟΣ", "σίσυφοσ"), ("Σίσυφος", "σίσυφοσ"),
    ] as [(String, String)])
  func `what does not count is folded away`(text: String, folded: String) {
    #expect(FoldedText(text).text == folded)
  }

  @Test func `the text itself can be had back`() {
    let text = FoldedText("Remind me of  Fresh MILK, please!")
    let start = "remind me of ".count
    #expect(text.original(start..<text.count) == "Fresh MILK, please")
    #expect(FoldedText("ﾊﾟﾝ").original(0..<1) == "ﾊﾟ")
    #expect(text.original(0..<0) == "")
  }
}

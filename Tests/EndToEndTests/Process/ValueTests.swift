import Foundation
import TestSupport
import Testing

/// A value is read by one rule, whichever way it comes, and a plan refuses what the run would.
@Suite struct ValueTests {
  private func home(_ parameter: String) -> TestHome {
    let home = TestHome()
    home.define(
      "tell",
      #"{ "title": "Say", "handler": "dialog", "with": { "text": "${v}" }, "parameters": { "v": \#(parameter) } }"#
    )
    return home
  }

  private func both(_ home: TestHome, _ word: String, _ json: String) async -> [String] {
    var piped = home.command(["tell", "--input", "-"])
    piped.input = .pipe(Array(#"{"v": \#(json)}"#.utf8))
    let words = home.command(["tell", "--", word])
    return [await words.run(), await piped.run()].map { $0.status == 0 ? $0.text : String($0.status) }
  }

  @Test(arguments: [
    (#"{ "type": "integer", "position": 1 }"#, "12", #""12""#, "✔ 12\n"),
    (#"{ "type": "boolean", "position": 1 }"#, "yes", #""yes""#, "✔ true\n"),
    (#"{ "type": "string", "enum": ["Red", "Blue"], "position": 1 }"#, "red", #""red""#, "✔ Red\n"),
    (
      #"{ "type": "string", "enum": ["Gr\u00fcn"], "position": 1 }"#, "Gru\u{308}n", "\"Gru\u{308}n\"",
      "✔ Gr\u{fc}n\n"
    ),
  ])
  func `words and JSON are read alike`(parameter: String, word: String, json: String, answer: String) async {
    let said = await both(home(parameter), word, json)
    #expect(said.map { Array($0.utf8) } == [answer, answer].map { Array($0.utf8) }, "\(said)")
  }

  @Test(arguments: ["18446744073709551615", "-9223372036854775809", "1e400"])
  func `a number is never another one`(number: String) async {
    #expect(await both(home(#"{ "type": "integer", "position": 1 }"#), number, number) == ["65", "65"])
    let defined = home(#"{ "type": "number", "default": \#(number) }"#)
    #expect(await defined.run("check", "intents/tell.json").status == 78)
  }

  @Test func `a plan refuses a value that is too long for a program`() async {
    let home = TestHome()
    home.define(
      "print",
      #"""
      { "title": "Print", "handler": "command", "with": { "run": ["echo", "${text}"] },
        "parameters": { "text": { "type": "string", "input": "auto" } } }
      """#)
    await home.trust("print")
    for more in [[], ["--dry-run"]] {
      var call = home.command(["print", "--output", "json"] + more)
      call.input = .pipe([UInt8](repeating: UInt8(ascii: "a"), count: 200_000))
      let ended = await call.run()
      #expect(ended.status == 65)
      #expect(ended.errorCodes == ["value.too-long"], "\(ended.text.prefix(300))")
    }
  }

  @Test func `a plan refuses what may not list its choices, and a duration that no clock knows`() async {
    let home = TestHome()
    home.folder.write("echo '\"a\"'\n", to: "work/intents/list.sh")
    home.define(
      "pick",
      #"""
      { "title": "Pick", "handler": "dialog", "with": { "text": "${v}" },
        "parameters": { "v": { "position": 1, "choices": { "command": ["sh", "./list.sh"] } } } }
      """#)
    home.define(
      "open",
      #"""
      { "title": "Open", "handler": "lock.set", "with": { "door": "front", "state": "unlocked", "for": "${for}" },
        "parameters": { "for": { "type": "string", "format": "duration" } } }
      """#)
    await home.trust("open")
    for more in [[], ["--dry-run"]] {
      #expect(await home.command(["pick", "a"] + more).run().status == 77)
      #expect(await home.command(["open", "--for", "1mo"] + more).run().status == 65)
    }
    #expect(await home.run("why", "open", "--for", "1mo").status == 65)
  }
}

import IntentCore
import IntentRendering
import Testing

@Suite struct MessageTests {
  @Test(arguments: FaultCode.allCases) func everyRowIsWhole(_ code: FaultCode) {
    let row = code.rawValue
    #expect(code.id.wholeMatch(of: /[a-z]+\.[a-z0-9-]+/) != nil)
    #expect(FaultCode(id: code.id) == code)
    #expect(code.status != .internalError || code == .internalError)
    #expect(!row.message.isEmpty)
    for text in [row.message] + row.hints + row.variants.map(\.text) { #expect(balanced(text), "\(text)") }
    for (keyword, _) in row.variants {
      #expect(keyword.wholeMatch(of: /[a-zA-Z-]+/) != nil)
      #expect(row.variants.count { $0.keyword == keyword } == 1)
    }
  }

  @Test(arguments: FaultCode.allCases) func readsWellWithoutArguments(_ code: FaultCode) {
    let sentence = Messages().text(Fault(code))
    #expect(sentence.utf8.count > 8)
    expectTidy(sentence)
    for hint in Messages().hints(Fault(code)) { expectTidy(hint) }
  }

  @Test(arguments: FaultCode.allCases) func readsWellWithEachArgumentAlone(_ code: FaultCode) {
    let names = [
      "name", "value", "allowed", "suggestion", "limit", "found", "expected", "path", "reason", "repair",
      "kind",
      "signal", "seconds", "resource", "intent", "capability", "source", "command", "searchPath", "program",
      "status", "key", "handler", "count", "option", "missing", "hint", "within", "position", "other",
      "cause",
    ]
    let row = code.rawValue
    let wording = ([row.message] + row.hints + row.variants.map(\.text)).joined()
    for name in names where wording.contains(name) || ["suggestion", "hint", "repair"].contains(name) {
      for value in [FaultArgument.text("x"), .text(""), .integer(3), .list(["a", "b"]), .list([])] {
        let fault = Fault(code, KeyValuePairs(dictionaryLiteral: (name, value)))
        expectTidy(Messages().text(fault))
        for hint in Messages().hints(fault) { expectTidy(hint) }
      }
    }
  }

  @Test func anUnknownLanguageFallsBackToEnglish() {
    let text = Localizer(LanguageTag("tlh") ?? .english, { nil })
    #expect(Messages(text: text).text(Fault(.jsonEmpty)) == Messages().text(Fault(.jsonEmpty)))
  }

  static let phrases: [(capability: Capability, text: String)] = [
    (.execute(.exact("/usr/bin/rsync")), "run /usr/bin/rsync"),
    (.elevate(.exact("/bin/sh")), "run code through /bin/sh"),
    (.network(scheme: "https", host: .exact("host"), port: 443), "reach host:443 (https)"),
    (.network(scheme: "http", host: .exact("::1"), port: 80), "reach [::1]:80 (http)"),
    (.network(scheme: "https", host: .any, port: 443), "reach any host at port 443 (https)"),
    (.read(.exact("/etc/x")), "read /etc/x"), (.write(.any), "write any file"),
    (.vpn(.up, provider: "nm", profile: .exact("Work VPN")), "bring Work VPN up (nm)"),
    (.vpn(.down, provider: "demo", profile: .any), "take any VPN down (demo)"),
    (.lock(.unlock, provider: "demo", door: .exact("front")), "unlock front (demo)"),
    (.lock(.open, provider: "demo", door: .any), "open any door (demo)"),
  ]

  @Test(arguments: phrases) func saysWhatACapabilityAllows(_ item: (capability: Capability, text: String)) {
    #expect(CapabilityPhrase.text(item.capability) == item.text)
  }

  private func expectTidy(_ sentence: String) {
    for trace in ["${", "[", "]", "}", "|", "  ", " ,", " :", "::", "\"\"\"", " ;"]
    where !sentence.contains("{\"") {
      #expect(!sentence.contains(trace), "\(sentence)")
    }
    #expect(!sentence.hasPrefix(" ") && !sentence.hasSuffix(" "), "\(sentence)")
    #expect(!sentence.hasSuffix(",") && !sentence.hasSuffix(":"), "\(sentence)")
  }

  private func balanced(_ template: String) -> Bool {
    template.count { $0 == "[" } == template.count { $0 == "]" }
  }
}

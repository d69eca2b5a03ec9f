import IntentCore
import IntentRendering
import StringCatalogs
import Testing

@Suite struct MessageTests {
  @Test(arguments: FaultCode.allCases) func everyCodeHasAWording(_ code: FaultCode) {
    let template = Messages.message(for: code)
    #expect(!template.message.isEmpty)
    #expect(!template.message.contains("something is wrong"), "\(code.rawValue) has no wording")
    #expect(balanced(template.message))
    #expect(template.hints.allSatisfy(balanced))
    #expect(template.variants.values.allSatisfy(balanced))
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
    let template = Messages.message(for: code)
    let wording = ([template.message] + template.hints + template.variants.values).joined()
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

import IntentCore
import Testing

@testable import IntentEngine

@Suite struct ConfigurationEditTests {
  private static let edits: [(before: String?, after: String?)] = [
    (nil, "{ \"vpn\": { \"profile\": \"nm:1\" } }\n"),
    ("{}", "{ \"vpn\": { \"profile\": \"nm:1\" } }"),
    ("{ \"language\": \"ru\" }\n", "{ \"vpn\": { \"profile\": \"nm:1\" }, \"language\": \"ru\" }\n"),
    (
      "{\r\n\t\"language\": \"ru\"\r\n}",
      "{\r\n\t\"vpn\": { \"profile\": \"nm:1\" },\r\n\t\"language\": \"ru\"\r\n}"
    ),
    ("{\"vpn\":{}}", "{\"vpn\":{ \"profile\": \"nm:1\" }}"),
    (
      "{\n  \"vpn\": {\n    \"exclude\": []\n  }\n}\n",
      "{\n  \"vpn\": {\n    \"profile\": \"nm:1\",\n    \"exclude\": []\n  }\n}\n"
    ),
    ("{ \"vpn\": { \"profile\": \"nm:2\" } }", nil), ("{ \"vpn\": 1 }", nil), ("[]", nil),
  ]

  @Test(arguments: edits)
  func `adds one member and keeps every other byte`(before: String?, after: String?) throws {
    let bytes = try ConfigurationEdit.naming("nm:1", in: before.map { Array($0.utf8) }, file: "config.json")
    #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == after)
  }

  @Test(arguments: [
    ("LANG=\"ru_RU.UTF-8\"\n", [["LANG", "ru_RU.UTF-8"]]), (" PATH = /a:/b \n# X=1\n", [["PATH", "/a:/b"]]),
    ("0 3 * * * X=1 true\n=y\n1\n", []), ("A='b c'\nB=\n", [["A", "b c"], ["B", ""]]),
  ])
  func `reads what a crontab sets`(text: String, found: [[String]]) {
    #expect(TimerEnvironment.assignments(Array(text.utf8)).map { [$0.name, $0.value] } == found)
  }
}

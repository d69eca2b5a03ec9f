import Foundation
import Glibc
import TestSupport
import Testing

/// Definitions from elsewhere, on the real command.
@Suite struct SharingTests {
  private let home = TestHome()
  private var intents: String { "\(home.path)/home/.config/runintent/intents" }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test func `what is imported is its owner's alone, and untrusted`() async {
    home.folder.write(
      #"{ "title": "Touch", "handler": "command", "with": { "run": ["touch", "started"] } }"#,
      to: "work/touch.json")
    #expect(await home.run("import", "touch.json").status == 77)
    #expect(mode(intents) == 0)
    #expect(await home.run("import", "touch.json", "--yes").status == 0)
    #expect(mode(intents) == 0o700)
    #expect(mode("\(intents)/touch.json") == 0o600)
    #expect(await home.run("touch").status == 77)
    #expect(home.folder.read("work/started") == nil)
  }

  @Test func `bytes that were trusted once are not trusted again by an import`() async {
    home.folder.write(
      #"{ "title": "Touch", "handler": "command", "with": { "run": ["touch", "started"] } }"#,
      to: "work/touch.json")
    await home.run("import", "touch.json", "--yes")
    await home.trust("touch")
    #expect(await home.run("touch").status == 0)
    unlink("\(intents)/touch.json")
    await home.run("import", "touch.json", "--yes")
    #expect(await home.run("touch").status == 77)
  }

  @Test func `what is exported comes back byte for byte, with its strings`() async {
    let text =
      "\r\n{ \"title\" : \"Hello\",\t\"handler\":\"dialog\",\r\n \"with\":{\"text\":\"Hi \\u00e9\"}}\r\n\r\n"
    home.define("hello", text)
    home.folder.write(
      """
      { "sourceLanguage": "en", "strings": {
        "Hello": { "localizations": { "ru": { "stringUnit": { "state": "translated", "value": "Привет" } } } } } }
      """, to: "work/intents/Localizable.xcstrings")
    let shared = await home.run("export", "hello")
    #expect(shared.status == 0)
    home.folder.write(shared.output, to: "work/shared.json")
    #expect(await home.run("import", "shared.json", "--name", "greeting", "--yes").status == 0)
    let own = home.folder.read("home/.config/runintent/intents/greeting.json")
    #expect(own == text.trimmingCharacters(in: .whitespacesAndNewlines) + "\n")
    #expect(await home.run("show", "greeting", "--language", "ru").text.hasPrefix("Привет"))
    #expect(mode("\(intents)/Localizable.xcstrings") == 0o600)
  }

  @Test func `strings of one's own stay, and the rest of their file as it is`() async {
    let own =
      "{\n  \"sourceLanguage\": \"en\", \"strings\": {\"Hello\": {\"comment\": \"mine\"} }, \"version\": \"1.0\" }"
    home.folder.write(own, to: "home/.config/runintent/intents/Localizable.xcstrings")
    home.folder.write(
      """
      { "runintent": 1, "id": "hello", "definition": { "title": "Hello", "description": "Greets.", "handler": "dialog",
        "with": { "text": "Hi" } }, "strings": { "sourceLanguage": "en", "strings": {
        "Hello": { "comment": "theirs" }, "Greets.": { "comment": "new" }, "Elsewhere": { "comment": "no" } } } }
      """, to: "work/hello.json")
    #expect(await home.run("import", "hello.json", "--yes").status == 0)
    let merged = home.folder.read("home/.config/runintent/intents/Localizable.xcstrings") ?? ""
    let parts = own.components(separatedBy: "\"mine\"}")
    #expect(merged.hasPrefix("\(parts[0])\"mine\"},") && merged.hasSuffix(parts[1]))
    #expect(merged.contains("Greets.") && !merged.contains("theirs") && !merged.contains("Elsewhere"))
    #expect((try? JSONSerialization.jsonObject(with: Data(merged.utf8))) != nil)
  }
}

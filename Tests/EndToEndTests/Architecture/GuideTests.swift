import Foundation
import IntentRendering
import TestSupport
import Testing

@testable import RunIntentCLI

/// Where the guides lie.
enum Guides {
  static let folder = "Sources/runintent/runintent.docc"
  /// The articles, the front page left out.
  static let files = Repository.files(below: Repository.root.appending(path: folder), ending: ".md").filter {
    $0 != "runintent.md"
  }

  static func text(_ file: String) throws -> String { try Repository.text("\(folder)/\(file)") }
}

/// What the guides say beside their commands, compared with the program and its schemas.
@Suite struct GuideTests {
  @Test func `each article is a topic of help, and the other way round`() throws {
    #expect(Set(Guides.files.map { String($0.dropLast(3)).lowercased() }) == Set(Guide.topics))
    for file in Guides.files {
      let guide = try #require(Guide(rawValue: String(file.dropLast(3)).lowercased()))
      #expect(guide.text == MarkdownText(try Guides.text(file)), "\(file)")
      #expect(guide.text.title.lowercased() == guide.rawValue)
      #expect(!CommandTable.ours.reserved.contains(guide.rawValue), "\(guide.rawValue) is a command")
      #expect(try Guides.text("runintent.md").contains("- <doc:\(file.dropLast(3))>"))
    }
  }

  @Test(arguments: Guides.files) func `links lead to guides`(_ file: String) throws {
    for match in try Guides.text(file).matches(of: /<doc:([A-Za-z]+)>/) {
      #expect(Guides.files.contains("\(match.1).md"), "\(file): \(match.0)")
    }
  }

  @Test(arguments: Guides.files) func `tables of keys are those of the schemas`(_ file: String) throws {
    for (pointer, rows) in try Self.markedTables(file, "keys: ") {
      let parts = pointer.split(separator: "#").map(String.init)
      let node = try Self.value(parts[1], of: parts[0]) as? [String: Any]
      #expect(Set(rows.map { $0[0] }) == Set(node?.keys.map { "`\($0)`" } ?? []), "\(file): \(pointer)")
    }
  }

  @Test(arguments: [
    ("intent", ["Definitions", "Workflows"]), ("config", ["Configuration", "VPN", "Doors", "Secrets"]),
    ("automation", ["Automations"]),
  ])
  func `every key is in a guide`(_ schema: String, _ guides: [String]) throws {
    let text = try guides.map { try Guides.text("\($0).md") }.joined()
    var keys: Set<String> = []
    Self.gather(try Self.value("", of: schema), &keys)
    #expect(keys.count > 10)
    for key in keys.sorted() {
      #expect(text.contains("`\(key)`") || text.contains("\"\(key)\""), "\(guides) without \(key)")
    }
  }

  @Test func `every handler has its part`() throws {
    let text = try Guides.text("Definitions.md")
    let schema = try Self.value("properties/handler/enum", of: "intent") as? [String]
    for name in try #require(schema) { #expect(text.contains("\n### \(name)\n"), "\(name)") }
  }

  @Test func `the exit statuses are those of help`() throws {
    let tables = try Self.markedTables("JSON.md", "statuses")
    #expect(tables.first?.rows.map { $0[0] } == HelpCommand.statuses.map(\.0))
  }

  @Test func `the table of commands has them all`() throws {
    let text = try Repository.text("README.md")
    let table = try #require(text.components(separatedBy: "\n## Commands\n").last)
    for command in CommandTable.ours.all { #expect(table.contains("`\(command.name)`"), "\(command.name)") }
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 221)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/groff")))
  func `pages of the manual are read without a warning`() async throws {
    let home = TestHome()
    for page in ManualPages.all(CommandTable.ours.all) {
      home.folder.write(page.bytes, to: "work/page")
      let groff = Spawn(
        program: "/usr/bin/groff", arguments: ["-K", "utf8", "-t", "-man", "-T", "utf8", "-w", "w", "page"],
        environment: home.environment, directory: home.work)
      let ended = await groff.run()
      #expect(ended.status == 0 && ended.errors.isEmpty, "\(page.path)\n\(ended.errorText)")
      #expect(ended.output.count > 500, "\(page.path)")
    }
  }

  @Test func `the picture is a real session`() async throws {
    let svg = try Repository.text("\(Guides.folder)/Resources/session.svg")
    let rows = svg.matches(of: #/<text [^>]*>(.*?)</text>/#).map { match in
      match.1.replacing(/<[^>]*>/, with: "").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        .replacing("&amp;", with: "&").replacing(/\d\d:\d\d:\d\d/, with: "…")
    }
    #expect(rows.contains { $0.hasPrefix("$ ") })
    let steps = ReadmeTests.steps((["```console"] + rows + ["```"]).joined(separator: "\n"))
    try await ReadmeTests.expect(steps, of: "session.svg", anyStatus: true)
  }

  /// The rows of cells of each table below a comment that begins so, by the rest of the comment.
  private static func markedTables(
    _ file: String, _ mark: String
  ) throws -> [(mark: String, rows: [[String]])] {
    var tables: [(mark: String, rows: [[String]])] = []
    var isTable = false
    for line in try Guides.text(file).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("<!-- \(mark)") {
        tables.append((String(line.dropFirst(5 + mark.count).dropLast(4)), []))
        isTable = true
      } else if isTable, line.hasPrefix("|") {
        let cells = line.dropFirst().split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        tables[tables.count - 1].rows.append(cells)
      } else {
        isTable = false
      }
    }
    return tables.map { ($0.mark, Array($0.rows.dropFirst(2))) }
  }

  private static func value(_ pointer: String, of schema: String) throws -> Any {
    let text = try Repository.text("intents/schema/\(schema).schema.json")
    var value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    for part in pointer.split(separator: "/").map({ String($0).replacing("%20", with: " ") }) {
      if let list = value as? [Any] {
        value = list[try #require(Int(part))]
      } else {
        value = try #require((value as? [String: Any])?[part], "\(schema)#\(pointer)")
      }
    }
    return value
  }

  /// The keys of all objects that the schema describes.
  private static func gather(_ value: Any, _ keys: inout Set<String>) {
    if let list = value as? [Any] { for item in list { gather(item, &keys) } }
    guard let object = value as? [String: Any] else { return }
    for (key, member) in object {
      if key == "properties", let properties = member as? [String: Any],
        properties.values.contains(where: { $0 is [String: Any] })
      {
        keys.formUnion(properties.keys)
        for property in properties.values { gather(property, &keys) }
      } else if !["default", "examples", "enum", "const"].contains(key) {
        gather(member, &keys)
      }
    }
  }
}

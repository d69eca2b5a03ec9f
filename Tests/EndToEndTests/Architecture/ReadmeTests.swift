import Foundation
import Testing

/// Runs every command that the README shows, in its order, and compares what it shows with what comes.
@Suite struct ReadmeTests {
  struct Command {
    var line: String
    var status: Int32
    var output: [String]
  }

  static let text = try? Repository.text("README.md")

  /// The commands of the blocks marked `console`: after `$ `, with a status behind `# status`.
  static func commands(_ text: String) -> [Command] {
    var commands: [Command] = []
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        isInside = !isInside && line.hasPrefix("```console")
      } else if isInside, line.hasPrefix("$ ") {
        let parts = line.dropFirst(2).split(separator: "# status", maxSplits: 1).map(String.init)
        let status = parts.count > 1 ? Int32(parts[1].trimmingCharacters(in: .whitespaces)) : 0
        commands.append(
          Command(line: parts[0].trimmingCharacters(in: .whitespaces), status: status ?? -1, output: []))
      } else if isInside, !commands.isEmpty {
        commands[commands.count - 1].output.append(line)
      }
    }
    return commands.map { command in
      var command = command
      while command.output.last?.isEmpty == true { command.output.removeLast() }
      return command
    }
  }

  @Test(.enabled(if: text != nil, "there is no README yet"))
  func `shows what really comes`() async throws {
    let home = TestHome()
    for name in Repository.files(below: Repository.intents, ending: "") {
      let source = Repository.intents.appending(path: name)
      guard let bytes = try? Data(contentsOf: source) else { continue }
      let isProgram = FileManager.default.isExecutableFile(atPath: source.path())
      home.folder.write(bytes, to: "work/intents/\(name)", mode: isProgram ? 0o755 : 0o644)
    }
    home.folder.makeFolder("bin")
    symlink(Binary.path, "\(home.path)/bin/runintent")
    for command in Self.commands(try #require(Self.text)) where !Self.isNotForTests(command.line) {
      var shell = Spawn(program: "/bin/sh", arguments: ["-c", "exec 2>&1; \(command.line)"])
      shell.environment = home.environment
      shell.environment["PATH"] = "\(home.path)/bin:\(home.path)/home/.local/bin:/usr/local/bin:/usr/bin:/bin"
      shell.environment["SHELL"] = "/bin/sh"
      shell.directory = home.work
      let ended = await shell.run()
      #expect(ended.status == command.status, "\(command.line)\n\(ended.text)")
      var lines = ended.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      while lines.last?.isEmpty == true { lines.removeLast() }
      #expect(
        Self.fits(lines[...], command.output[...]),
        "$ \(command.line)\n\(ended.text)--- the README shows\n\(command.output.joined(separator: "\n"))")
    }
  }

  /// Commands that build or install what the tests are part of.
  private static func isNotForTests(_ line: String) -> Bool {
    ["swift ", "sudo ", "apt", "git ", "cd "].contains { line.hasPrefix($0) }
  }

  /// Whether the lines are those expected, where `…` stands for any lines and, within one, for any text.
  static func fits(_ lines: ArraySlice<String>, _ expected: ArraySlice<String>) -> Bool {
    guard let first = expected.first else { return lines.isEmpty }
    if first.trimmingCharacters(in: .whitespaces) == "…" {
      return (lines.startIndex...lines.endIndex).contains { fits(lines[$0...], expected.dropFirst()) }
    }
    guard let line = lines.first, fitsLine(line[...], first[...]) else { return false }
    return fits(lines.dropFirst(), expected.dropFirst())
  }

  private static func fitsLine(_ line: Substring, _ expected: Substring) -> Bool {
    guard let mark = expected.firstIndex(of: "…") else { return line == expected }
    guard line.hasPrefix(expected[..<mark]) else { return false }
    let rest = line.dropFirst(expected[..<mark].count)
    let after = expected[expected.index(after: mark)...]
    return (0...rest.count).contains { fitsLine(rest.dropFirst($0), after) }
  }

  @Test(
    arguments: [
      (["a", "b"], ["a", "b"], true), (["a", "b", "c"], ["a", "…"], true), (["a"], ["a", "…"], true),
      (["a", "b", "c"], ["a", "…", "c"], true), (["a", "b"], ["a"], false),
      (["since 12:30:05"], ["since …"], true),
      (["a 1 b 2 c"], ["a … b … c"], true), (["x"], ["…y"], false), ([], [], true),
    ] as [([String], [String], Bool)])
  func `dots stand for anything`(lines: [String], expected: [String], fits: Bool) {
    #expect(Self.fits(lines[...], expected[...]) == fits)
  }

  @Test func `commands are read from console blocks`() {
    let text = "```console\n$ a b   # status 77\nout\n\n$ c\n```\n```\n$ d\n```\n"
    let commands = Self.commands(text)
    #expect(commands.map(\.line) == ["a b", "c"])
    #expect(commands.map(\.status) == [77, 0])
    #expect(commands.map(\.output) == [["out"], []])
  }
}

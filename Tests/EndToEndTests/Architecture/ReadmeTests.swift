import Foundation
import TestSupport
import Testing

/// Does what the README and each guide tell, in their order, and compares what they show with what comes.
@Suite struct ReadmeTests {
  enum Step: Equatable {
    /// A line after `$ ` in a block marked `console`, with a status behind `# status`, and what it prints.
    case command(String, status: Int32, output: [String])
    /// A block whose mark has a path after its language.
    case file(String, String)
  }

  static let documents = ["README.md"] + Guides.files.map { "\(Guides.folder)/\($0)" }

  static func steps(_ text: String) -> [Step] {
    var steps: [Step] = []
    var block: (mark: [String], lines: [String])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        if let block { steps += Self.steps(of: block.lines, marked: block.mark) }
        block = block == nil ? (line.dropFirst(3).split(separator: " ").map(String.init), []) : nil
      } else {
        block?.lines.append(line)
      }
    }
    return steps
  }

  private static func steps(of lines: [String], marked mark: [String]) -> [Step] {
    if mark.count == 2 { return [.file(mark[1], lines.joined(separator: "\n") + "\n")] }
    guard mark == ["console"] else { return [] }
    var commands: [(line: String, output: [String])] = []
    for line in lines {
      if line.hasPrefix("$ ") {
        commands.append((String(line.dropFirst(2)), []))
      } else if !commands.isEmpty {
        commands[commands.count - 1].output.append(line)
      }
    }
    return commands.map { line, output in
      let parts = line.split(separator: "# status", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      let status = parts.count > 1 ? Int32(parts[1]) ?? -1 : 0
      return .command(parts[0], status: status, output: trimmed(output))
    }
  }

  /// Without empty lines at the end.
  private static func trimmed(_ lines: [String]) -> [String] {
    Array(lines.prefix((lines.lastIndex { !$0.isEmpty } ?? -1) + 1))
  }

  @Test(arguments: documents) func `shows what really comes`(_ document: String) async throws {
    try await Self.expect(Self.steps(try Repository.text(document)), of: document)
  }

  /// Does the steps in a home that has the samples in the folder where one works.
  static func expect(_ steps: [Step], of document: String, anyStatus: Bool = false) async throws {
    let home = TestHome()
    for name in Repository.files(below: Repository.intents, ending: "") {
      let source = Repository.intents.appending(path: name)
      guard let bytes = try? Data(contentsOf: source) else { continue }
      let isProgram = FileManager.default.isExecutableFile(atPath: source.path())
      home.folder.write(bytes, to: "work/intents/\(name)", mode: isProgram ? 0o755 : 0o644)
    }
    home.folder.makeFolder("bin")
    symlink(Binary.path, "\(home.path)/bin/runintent")
    for step in steps {
      switch step {
      case .file(let path, let text):
        let place = path.hasPrefix("~/") ? "home/\(path.dropFirst(2))" : "work/\(path)"
        if text.hasPrefix("#!") {
          await home.program(place, text)
        } else {
          home.folder.write(text, to: place)
        }
      case .command(let line, let status, let output):
        if isNotForTests(line) { continue }
        var shell = Spawn(program: "/bin/sh", arguments: ["-c", "exec 2>&1; \(line)"])
        shell.environment = home.environment
        shell.environment["PATH"] = "\(home.path)/bin:\(home.environment["PATH"] ?? "")"
        shell.directory = home.work
        let ended = await shell.run()
        #expect(anyStatus || ended.status == status, "\(document): \(line)\n\(ended.text)")
        // What older kernels do not limit stands in no guide.
        let text = Ended.withoutProgress(ended.text).replacing(
          #/ \(this kernel does not limit [^)]*\)/#, with: "")
        let lines = text.split(
          separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
        #expect(
          fits(trimmed(lines)[...], output[...]),
          "$ \(line)\n\(ended.text)--- \(document) shows\n\(output.joined(separator: "\n"))")
      }
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

  @Test func `commands and files are read from marked blocks`() {
    let text = "```console\n$ a b   # status 77\nout\n\n$ c\n```\n```\n$ d\n```\n```json ~/x.json\n{}\n```\n"
    #expect(
      Self.steps(text) == [
        .command("a b", status: 77, output: ["out"]), .command("c", status: 0, output: []),
        .file("~/x.json", "{}\n"),
      ])
  }
}

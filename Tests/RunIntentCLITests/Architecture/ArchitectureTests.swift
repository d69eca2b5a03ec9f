import Foundation
import IntentCore
import IntentHandlers
import IntentLoading
import IntentPipeline
import IntentRendering
import TestSupport
import Testing

@testable import RunIntentCLI

/// The rules that hold for the sources as a whole.
@Suite struct ArchitectureTests {
  static let sources = Repository.files(below: Repository.sources, ending: ".swift")

  @Test func `nothing of Foundation or Dispatch is in the program`() throws {
    #expect(Self.sources.count > 100)
    for name in Self.sources {
      for line in try Repository.text("Sources/\(name)").split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let place = words.firstIndex(of: "import"), place + 1 < words.count else { continue }
        let module = words[place + 1].prefix { $0 != "." }
        #expect(!module.hasPrefix("Foundation") && module != "Dispatch", "\(name): \(line)")
      }
    }
  }

  @Test func `the top level has five names`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Repository.root.path())
    #expect(
      Set(names.filter { !$0.hasPrefix(".") }) == [
        "Package.swift", "README.md", "Sources", "Tests", "intents",
      ])
  }

  @Test func `no source is long`() throws {
    let tests = Repository.files(below: Repository.root.appending(path: "Tests"), ending: ".swift")
    // The rows of faults are the cases of one enumeration, which Swift has in one file.
    let tables = ["Sources/IntentCore/Faults/FaultCode.swift"]
    for path in Self.sources.map({ "Sources/\($0)" }) + tests.map({ "Tests/\($0)" })
    where !tables.contains(path) {
      let lines = try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 401, "\(path) has \(lines.count - 1) lines")
    }
  }

  @Test func `every handler has a file, a test and a line in the registry`() throws {
    let files = Repository.files(
      below: Repository.sources.appending(path: "IntentHandlers"), ending: "Handler.swift")
    let named = HandlerRegistry.live.all().map { "\(type(of: $0)).swift" }
    #expect(Set(files.filter { !$0.contains("/") }) == Set(named))
    for name in named {
      let test = "Tests/IntentHandlersTests/\(name.replacing(".swift", with: "Tests.swift"))"
      #expect(throws: Never.self, "\(test) is missing") { try Repository.text(test) }
    }
    #expect(Set(HandlerRegistry.live.all().map(\.descriptor.name)).count == named.count)
  }

  @Test func `a reserved name is a command, now or later`() async {
    #expect(CommandTable.ours.all.map(\.name) == CommandTable.ours.rows.map(\.name))
    let machine = GoldenMachine()
    for name in CommandTable.ours.later {
      machine.folder.write(
        #"{ "title": "Mine", "handler": "dialog", "with": { "text": "Mine." } }"#,
        to: "home/ana/work/intents/\(name).json")
      let outcome = await machine.run([name])
      #expect(outcome.status == .usage, "\(name)")
      #expect(String(decoding: outcome.errors, as: UTF8.self).contains(name), "\(name)")
      let run = await machine.run(["run", name])
      #expect(run.status == .done, "\(name)")
    }
  }

  /// The folder of a noun holds its command in a file and a type called after it (`trust`: `TrustCommand`), and the
  /// commands of its verbs (`key share`) beside it; no other file of the folder's bottom or top declares a command.
  @Test func `a command lies in the folder of its noun`() throws {
    var folders: [String: String] = [:]
    for path in Self.sources where path.hasPrefix("RunIntentCLI/") {
      let text = try Repository.text("Sources/\(path)")
      let steps = path.split(separator: "/").map { String($0) }
      for match in text.matches(of: /Command\(\s*name: "([^"]+)"/) {
        let name = String(match.1)
        #expect(steps.count == 3, "\(name) is declared outside of a folder: \(path)")
        #expect(!["Arguments", "Asking", "Session", "Terminal"].contains(steps[1]), "\(name): \(path)")
        #expect(folders.updateValue(steps[1], forKey: name) == nil, "\(name) is declared twice")
        guard !name.contains(" ") else { continue }
        #expect(steps[2] == "\(name.capitalized)Command.swift", "\(name): \(path)")
        #expect(text.contains("enum \(name.capitalized)Command {"), "\(name): \(path)")
      }
    }
    for command in CommandTable.ours.all {
      #expect(folders[command.name] != nil, "\(command.name)")
      for verb in command.verbs { #expect(folders[verb.name] == folders[command.name], "\(verb.name)") }
    }
    let verbs = CommandTable.ours.all.flatMap(\.verbs)
    #expect(folders.count == CommandTable.ours.all.count + verbs.count)
  }

  @Test func `a reserved option is no parameter's name`() async {
    #expect(Set(RunOptions.all.map(\.name)) == Set(Names.reservedOptions))
  }
}

import Foundation
import TestSupport
import Testing

@testable import RunIntentCLI

/// The intents that are shipped.
@Suite struct SampleTests {
  static let ids = Repository.files(below: Repository.intents, ending: ".json")
    .filter { !$0.contains("/") }.map { String($0.dropLast(".json".count)) }

  @Test func `those in the program are those in the folder`() throws {
    let files = Repository.files(below: Repository.intents, ending: "").filter {
      !Repository.intents.appending(path: $0).hasDirectoryPath && !$0.hasPrefix(".")
        && !$0.hasPrefix("schema/") && !$0.hasPrefix("automations/")
    }
    let regular = files.filter { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(
        atPath: Repository.intents.appending(path: name).path(), isDirectory: &isFolder)
      return !isFolder.boolValue
    }
    let embedded = Dictionary(uniqueKeysWithValues: SampleFiles.all.map { ($0.name, $0) })
    #expect(Set(embedded.keys) == Set(regular))
    for name in regular {
      let url = Repository.intents.appending(path: name)
      #expect(embedded[name]?.bytes == Array(try Data(contentsOf: url)), "\(name)")
      let isProgram = FileManager.default.isExecutableFile(atPath: url.path())
      #expect(embedded[name]?.isProgram == isProgram, "\(name)")
    }
  }

  @Test(arguments: ids) func `each has a golden case that runs it`(_ id: String) throws {
    let text = try String(contentsOf: GoldenCase.url("intents/\(id)"), encoding: .utf8)
    #expect(text.contains("-- samples --"))
    #expect(text.contains("$ runintent \(id)"))
  }

  @Test func `they load without a fault or a warning`() async throws {
    let machine = GoldenMachine()
    for file in SampleFiles.all {
      machine.folder.write(
        file.bytes, to: "home/ana/work/intents/\(file.name)", mode: file.isProgram ? 0o755 : 0o644)
    }
    for program in ["tar", "ss", "systemctl", "curl"] {
      machine.folder.write("", to: "usr/bin/\(program)", mode: 0o755)
    }
    let outcome = await machine.run(["check", "--strict"])
    #expect(String(decoding: outcome.errors, as: UTF8.self).isEmpty)
    #expect(
      String(decoding: outcome.output, as: UTF8.self) == "\(Self.ids.count) definitions checked, no faults\n")
  }
}

import Foundation
import TestSupport
import Testing

/// What the page for whoever changes the program says of the tree.
@Suite struct SourcesReadmeTests {
  @Test func `every file and folder that it names is there`() throws {
    let text = try Repository.text("Sources/README.md")
    let names = text.matches(of: #/`([A-Za-z+.]+/[A-Za-z0-9+./]+)`/#).map { String($0.1) }
      .filter { !$0.contains("NAME") && !$0.contains("NOUN") }
    #expect(names.count > 30)
    for name in names {
      let places = [Repository.sources, Repository.root].map { $0.appending(path: name).path() }
      #expect(places.contains { FileManager.default.fileExists(atPath: $0) }, "\(name)")
    }
  }

  @Test func `every target has its row in the map`() throws {
    let text = try Repository.text("Sources/README.md")
    let folders = try FileManager.default.contentsOfDirectory(atPath: Repository.sources.path())
    for folder in folders where folder != "README.md" { #expect(text.contains("`\(folder)`"), "\(folder)") }
  }

  @Test func `every laboratory that it calls can be started`() throws {
    for match in try Repository.text("Sources/README.md").matches(of: #/(?m)^(Tests/Laboratories/\S+)/#) {
      let path = Repository.root.appending(path: String(match.1)).path()
      #expect(FileManager.default.isExecutableFile(atPath: path), "\(match.1)")
    }
  }
}

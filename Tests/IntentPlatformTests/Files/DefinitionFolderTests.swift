import Glibc
import IntentCore
import Testing

@testable import IntentPlatform

@Suite("A folder of definitions")
struct DefinitionFolderTests {
  let scratch = ScratchFolder()

  private func failure(_ name: String) -> Failure? {
    do {
      _ = try DefinitionFolder(scratch[name], display: name).list()
      return nil
    } catch {
      return error
    }
  }

  @Test func idsInTheOrderOfTheirBytes() throws {
    for name in ["b.json", "a-b.json", "a.json", "a.b.json", "0.json", "a_b.json"] { scratch.file(name) }
    for name in ["config.yaml", "Localizable.xcstrings", ".hidden.json", ".json", "json", "x.json~"] {
      scratch.file(name)
    }
    let listing = try DefinitionFolder(scratch.path, display: "intents").list()
    #expect(listing.ids == ["0", "a", "a-b", "a.b", "a_b", "b"])
    #expect(listing.faults.isEmpty)
  }

  @Test func namesThatAreNoIDs() throws {
    let long = String(repeating: "a", count: 64)
    for name in ["\(long).json", "a\(long).json", "Big.json", "-x.json", "a b.json", "ключ.json"] {
      scratch.file(name)
    }
    let listing = try DefinitionFolder(scratch.path, display: "intents").list()
    #expect(listing.ids == [long])
    #expect(listing.faults.count == 5)
    #expect(listing.faults.allSatisfy { $0.code == .fileName })
    #expect(listing.faults.contains { $0["path"] == "intents/a b.json" })
  }

  @Test func anEmptyFolder() throws {
    #expect(try DefinitionFolder(scratch.path, display: "x").list() == .init(ids: [], faults: []))
  }

  @Test func folderThatCannotBeListed() {
    scratch.file("file")
    scratch.folder("locked", mode: 0)
    chmod(scratch.path, 0o755)
    #expect(failure("none")?.faults.map(\.code) == [.fileMissing])
    #expect(failure("file")?.faults.map(\.code) == [.folderUnreadable])
    #expect(failure("file")?.faults.first?["reason"] == "Not a directory")
    let locked = asOrdinaryUser { failure("locked") }
    #expect(locked?.faults.map(\.code) == [.folderUnreadable])
    #expect(locked?.faults.first?["path"] == "locked")
  }

  @Test func filesAreAsWhenOpenedAlone() throws {
    scratch.folder("intents", mode: 0o757)
    scratch.folder("store")
    scratch.file("intents/good.json", "good")
    scratch.file("intents/open.json", "open", mode: 0o646)
    scratch.file("store/linked.json", "linked")
    scratch.link("intents/linked.json", to: "../store/linked.json")
    let folder = try DefinitionFolder(scratch["intents"], display: "intents")
    #expect(try folder.list().ids == ["good", "linked", "open"])
    for id in ["good", "linked", "open"] {
      let alone = try DefinitionFiles.open(scratch["intents/\(id).json"], display: "intents/\(id).json")
      #expect(try folder.open(id) == alone)
    }
    #expect(try folder.open("good").concerns == folder.concerns)
    #expect(try folder.open("open").concerns.count == 2)
    #expect(try folder.open("linked").concerns.isEmpty)
  }

  @Test(.timeLimit(.minutes(1)))
  func brokenOnesAmongGoodOnes() throws {
    scratch.fifo("fifo.json")
    scratch.socket("socket.json")
    scratch.folder("folder.json")
    scratch.link("dangling.json", to: "nowhere")
    scratch.file("large.json", String(repeating: " ", count: 300))
    scratch.file("good.json")
    let folder = try DefinitionFolder(scratch.path, display: "x")
    #expect(try folder.list().ids == ["dangling", "fifo", "folder", "good", "large", "socket"])
    let codes: [(String, FaultCode)] = [
      ("fifo", .fileNotRegular), ("socket", .fileNotRegular), ("folder", .fileNotRegular),
      ("dangling", .fileMissing), ("large", .fileTooLarge), ("none", .fileMissing),
    ]
    for (id, code) in codes {
      let failure = #expect(throws: Failure.self) { try folder.open(id, limit: 256) }
      #expect(failure?.faults.map(\.code) == [code], "\(id)")
    }
    #expect(try folder.open("good").bytes.count == 2)
  }
}

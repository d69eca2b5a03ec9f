import Glibc
import IntentCore
import Testing

@testable import IntentPlatform

@Suite("Opening a definition")
struct DefinitionFilesTests {
  let scratch = ScratchFolder()

  private func open(_ name: String, limit: Int = 100) throws -> SourceFile {
    try DefinitionFiles.open(scratch[name], display: "shown/\(name)", limit: limit)
  }

  private func fault(_ name: String, limit: Int = 100) -> Fault? {
    do {
      _ = try DefinitionFiles.open(scratch[name], display: "shown/\(name)", limit: limit)
      return nil
    } catch {
      return error.faults.first
    }
  }

  @Test func anOrdinaryFile() throws {
    scratch.file("x.json", #"{"title": "X"}"#)
    let file = try open("x.json")
    #expect(String(decoding: file.bytes, as: UTF8.self) == #"{"title": "X"}"#)
    #expect(file.path == scratch["x.json"])
    #expect(file.displayPath == "shown/x.json")
    #expect(file.concerns.isEmpty)
  }

  @Test func anEmptyFile() throws {
    scratch.file("x.json", "")
    #expect(try open("x.json").bytes.isEmpty)
  }

  @Test func aLinkIsItsTarget() throws {
    scratch.folder("store", mode: 0o777)
    scratch.file("store/real.json", "real", mode: 0o666)
    scratch.folder("intents")
    scratch.link("intents/x.json", to: "../store/hop.json")
    scratch.link("store/hop.json", to: "real.json")
    let file = try open("intents/x.json")
    #expect(file.path == scratch["store/real.json"])
    #expect(file.bytes == Array("real".utf8))
    #expect(file.concerns.map { $0["path"] } == [.text(scratch["store"]), .text(scratch["store/real.json"])])
  }

  @Test func whatIsNotThere() throws {
    scratch.link("dangling.json", to: "nowhere")
    scratch.file("file.json")
    for name in ["none.json", "dangling.json", "nofolder/x.json", "file.json/x.json", "a\0b"] {
      #expect(fault(name)?.code == .fileMissing, "\(name)")
    }
    #expect(fault("none.json")?["path"] == "shown/none.json")
  }

  @Test(.timeLimit(.minutes(1)))
  func onlyRegularFiles() {
    scratch.fifo("fifo.json")
    scratch.socket("socket.json")
    scratch.folder("folder.json")
    scratch.link("device.json", to: "/dev/null")
    scratch.link("tofifo.json", to: "fifo.json")
    let kinds: [(String, FaultArgument)] = [
      ("fifo.json", "a FIFO"), ("socket.json", "a socket"), ("folder.json", "a folder"),
      ("device.json", "a device"), ("tofifo.json", "a FIFO"),
    ]
    for (name, kind) in kinds {
      #expect(fault(name)?.code == .fileNotRegular, "\(name)")
      #expect(fault(name)?["kind"] == kind)
    }
  }

  @Test func theSizeIsLimited() throws {
    scratch.file("x.json", String(repeating: " ", count: 101))
    #expect(try open("x.json", limit: 101).bytes.count == 101)
    let refusal = fault("x.json", limit: 100)
    #expect(refusal?.code == .fileTooLarge)
    #expect(refusal?["size"] == .integer(101))
    #expect(refusal?["limit"] == .integer(100))
  }

  @Test func filesWithoutASizeAreReadToTheLimit() throws {
    #expect(try DefinitionFiles.open("/proc/self/status", display: "x").bytes.count > 100)
    #expect(throws: Failure.self) { try DefinitionFiles.open("/proc/self/status", display: "x", limit: 50) }
  }

  @Test func aLoopOfLinksCannotBeRead() {
    scratch.link("a.json", to: "b.json")
    scratch.link("b.json", to: "a.json")
    #expect(fault("a.json")?.code == .fileUnreadable)
    #expect(fault("a.json")?["reason"] == "Too many levels of symbolic links")
  }

  @Test func aFileThatMayNotBeRead() {
    scratch.file("x.json", mode: 0)
    chmod(scratch.path, 0o755)
    let fault = asOrdinaryUser { self.fault("x.json") }
    #expect(fault?.code == .fileUnreadable)
    #expect(fault?["reason"] == "Permission denied")
  }

  @Test(arguments: ["world.json", "open/x.json"])
  func theRepairMends(_ name: String) throws {
    scratch.folder("open", mode: 0o757)
    scratch.file("world.json", mode: 0o646)
    scratch.file("open/x.json")
    let concern = try #require(try open(name).concerns.first)
    #expect(concern.code == .fileWritable)
    #expect(concern.severity == .warning)
    guard case .list(let command)? = concern["repair"] else { return }
    #expect(system(command.joined(separator: " ")) == 0)
    #expect(try open(name).concerns.isEmpty)
  }

  @Test(.enabled(if: isRoot, "giving files away needs root"))
  func anothersFileOrFolder() throws {
    scratch.file("x.json")
    scratch.folder("theirs")
    scratch.file("theirs/x.json")
    chown(scratch["x.json"], 12345, 0)
    chown(scratch["theirs"], 12345, 0)
    #expect(try open("x.json").concerns.map(\.code) == [.fileOwner])
    #expect(try open("x.json").concerns.first?["path"] == .text(scratch["x.json"]))
    #expect(try open("theirs/x.json").concerns.first?["path"] == .text(scratch["theirs"]))
    let theirs = try DefinitionFiles.open(
      scratch["theirs/x.json"], display: "x", limit: 100, for: Ownership(user: 12345))
    #expect(theirs.concerns.isEmpty)
  }

  @Test(.enabled(if: isRoot, "giving files to a group needs root"))
  func aSharedGroupMayNotWrite() throws {
    scratch.file("x.json", mode: 0o664)
    chown(scratch["x.json"], 0, 12345)
    #expect(try open("x.json").concerns.map(\.code) == [.fileWritable])
    #expect(
      try DefinitionFiles.open(
        scratch["x.json"], display: "x", limit: 100, for: Ownership(user: 12345)
      ).concerns.allSatisfy { $0["path"] != .text(scratch["x.json"]) })
  }
}

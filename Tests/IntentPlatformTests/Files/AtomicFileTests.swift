import Glibc
import IntentCore
import Testing

@testable import IntentPlatform

@Suite("Writing files at once")
struct AtomicFileTests {
  let scratch = ScratchFolder()

  @Test func aNewFileHasTheModeThatWasAsked() throws {
    try AtomicFile.write(Array("new".utf8), to: scratch["x"], mode: 0o666)
    #expect(scratch.text("x") == "new")
    #expect(World.Files.live.facts(scratch["x"])?.mode == 0o666)
    #expect(scratch.names == ["x"])
  }

  @Test func anOldFileIsReplacedWhole() throws {
    scratch.file("x", "much longer than the new one", mode: 0o600)
    let reader = open(scratch["x"], O_RDONLY)
    defer { close(reader) }
    try AtomicFile.write(Array("new".utf8), to: scratch["x"], mode: 0o755)
    #expect(scratch.text("x") == "new")
    #expect(World.Files.live.isExecutable(scratch["x"]))
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) == 1)
    #expect(byte == UInt8(ascii: "m"))
  }

  @Test func linksFoldersAndTheRestAreRefused() {
    scratch.file("target", "kept")
    scratch.link("link", to: "target")
    scratch.folder("folder")
    scratch.fifo("fifo")
    for name in ["link", "folder", "fifo"] {
      for attempt in [{ try AtomicFile.write([1], to: $0, mode: 0o600) }, { _ = try AtomicFile.remove($0) }]
        as [(String) throws -> Void]
      {
        let failure = #expect(throws: Failure.self) { try attempt(scratch[name]) }
        #expect(failure?.faults.first?.code == .fileNotRegular, "\(name)")
      }
    }
    #expect(scratch.text("target") == "kept")
    #expect(scratch.names == ["fifo", "folder", "link", "target"])
  }

  @Test func whatCannotBeWrittenLeavesNothing() {
    chmod(scratch.path, 0o555)
    let failure = asOrdinaryUser {
      #expect(throws: Failure.self) { try AtomicFile.write([1], to: scratch["x"], mode: 0o600) }
    }
    #expect(failure?.faults.first?.code == .fileWriteFailed)
    #expect(failure?.faults.first?["reason"] == "Permission denied")
    #expect(failure?.status == .inputOutput)
    #expect(throws: Failure.self) { try AtomicFile.write([1], to: scratch["none/x"], mode: 0o600) }
    #expect(scratch.names.isEmpty)
    chmod(scratch.path, 0o755)
  }

  @Test func removing() throws {
    scratch.file("x")
    #expect(try AtomicFile.remove(scratch["x"]))
    #expect(try !AtomicFile.remove(scratch["x"]))
    #expect(try !AtomicFile.remove(scratch["none/x"]))
  }

  @Test func foldersAreMadeAndTakenBack() throws {
    scratch.folder("a")
    #expect(try Folders.make(scratch["a/b/c"], mode: 0o700) == [scratch["a/b"], scratch["a/b/c"]])
    #expect(try Folders.make(scratch["a/b/c"], mode: 0o700).isEmpty)
    #expect(World.Files.live.facts(scratch["a/b"])?.mode == 0o700)
    #expect(World.Files.live.facts(scratch["a"])?.mode == 0o755)
    #expect(try !Folders.removeEmpty(scratch["a/b"]))
    #expect(try Folders.removeEmpty(scratch["a/b/c"]))
    #expect(try !Folders.removeEmpty(scratch["a/b/c"]))
    scratch.file("file")
    #expect(throws: Failure.self) { try Folders.make(scratch["file/x"], mode: 0o700) }
  }
}

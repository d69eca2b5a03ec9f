import Glibc
import IntentCore
import Testing

@testable import IntentPlatform

@Suite("The files of the machine")
struct LiveFilesTests {
  let scratch = ScratchFolder()
  let files = World.Files.live

  @Test func readsUpToTheLimit() {
    scratch.file("x", "0123456789")
    #expect(files.read(scratch["x"], 100) == Array("0123456789".utf8))
    #expect(files.read(scratch["x"], 10) == Array("0123456789".utf8))
    #expect(files.read(scratch["x"], 4) == Array("0123".utf8))
    #expect(files.read(scratch["x"], 0) == [])
    #expect(files.read(scratch["x"], .max) == Array("0123456789".utf8))
  }

  @Test func readsWhatHasNoSize() throws {
    let status = try #require(files.read("/proc/self/status", 1 << 20))
    #expect(String(decoding: status, as: UTF8.self).contains("VmPeak"))
    #expect(files.read("/proc/self/status", 5)?.count == 5)
  }

  @Test(.timeLimit(.minutes(1)))
  func nothingToRead() {
    scratch.fifo("fifo")
    scratch.link("link", to: "none")
    for path in [scratch["fifo"], scratch["none"], scratch["link"], scratch.path, "/dev/zero", "x\0"] {
      #expect(files.read(path, 10) == nil)
    }
  }

  @Test func factsFollowLinks() throws {
    scratch.file("x", "123", mode: 0o4751)
    scratch.link("link", to: "x")
    scratch.folder("folder", mode: 0o1777)
    let facts = try #require(files.facts(scratch["link"]))
    #expect(facts == FileFacts(kind: .regular, owner: geteuid(), group: getegid(), mode: 0o4751, size: 3))
    #expect(files.facts(scratch["folder"])?.kind == .folder)
    #expect(files.facts(scratch["folder"])?.mode == 0o1777)
    #expect(files.facts("/dev/null")?.kind == .other)
    #expect(files.facts(scratch["none"]) == nil)
  }

  @Test func whatMayBeExecuted() {
    scratch.file("program", mode: 0o755)
    scratch.file("text", mode: 0o644)
    scratch.link("link", to: "program")
    #expect(files.isExecutable(scratch["program"]))
    #expect(files.isExecutable(scratch["link"]))
    #expect(!files.isExecutable(scratch["text"]))
    #expect(!files.isExecutable(scratch.path))
    #expect(!files.isExecutable(scratch["none"]))
    #expect(!files.isExecutable("/dev/null"))
  }
}

import Glibc
import IntentCore
import Testing

@testable import IntentPlatform

@Suite struct LinkedPathTests {
  private let folder = ScratchFolder()

  init() {
    folder.folder("a")
    folder.folder("a/b")
    folder.file("a/b/file", "x")
    for (name, target) in [
      ("link", "a/b"), ("absolute", folder["a/b/file"]), ("up", "a/b/../../a"), ("nowhere", "a/none"),
      ("self", "self"),
      ("chain", "link"), ("root", "/"),
    ] { symlink(target, folder[name]) }
  }

  @Test(arguments: [
    ("a/b/file", "a/b/file"), ("link/file", "a/b/file"), ("absolute", "a/b/file"), ("up/b", "a/b"),
    ("chain/../b/./file", "a/b/file"), ("a//b/", "a/b"), ("link/new", "a/b/new"), ("nowhere", "a/none"),
    ("nowhere/x", "a/none/x"), ("new/one/two", "new/one/two"), ("chain", "a/b"), ("link/../../x", "x"),
  ])
  func `links are followed as the kernel follows them`(_ path: String, _ place: String) {
    #expect(World.Files.live.resolved(folder[path]) == folder[place])
  }

  @Test(arguments: ["self", "self/x", "a/b/file/x", "new/../x", "a\0b"])
  func `what cannot be told is not told`(_ path: String) {
    #expect(World.Files.live.resolved(folder[path]) == nil)
  }

  @Test func `ends`() {
    #expect(World.Files.live.resolved("/") == "/")
    #expect(World.Files.live.resolved("/../..") == "/")
    #expect(World.Files.live.resolved(folder["root"]) == "/")
    #expect(World.Files.live.resolved("relative") == nil)
    #expect(World.Files.live.resolved("") == nil)
  }

  @Test func `only the whole way counts as root's`() {
    let files = World.Files.live
    #expect(files.isRootsAlone("/bin/sh") && files.isRootsAlone("/usr/bin/../bin/env"))
    symlink("/bin/sh", folder["sh"])
    #expect(!files.isRootsAlone(folder["sh"]))
    #expect(!files.isRootsAlone(folder["a/b/file"]))
    #expect(!files.isRootsAlone("/usr") && !files.isRootsAlone("/usr/bin/none") && !files.isRootsAlone("/"))
    #expect(!files.isRootsAlone("/dev/null"))
  }
}

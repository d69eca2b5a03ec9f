import CPlatform
import Glibc
import IntentCore
import Testing

@Suite struct HandedPlaceTests {
  private let fault = Fault(.fileOutside, ["option": "--file"])

  /// Runs a script with a place of a folder handed as 64; answers the real path of the folder too.
  private func run(
    _ script: String, _ name: String, made: ProcessSandbox.Place.Made? = nil, in folder: ScratchFolder
  ) throws -> ProcessOutcome {
    var request = shell(script)
    request.places = [HandedPlace(number: 64, path: "\(folder[name])", made: made, fault: fault)]
    return try runProgram(request)
  }

  @Test func `a program reaches the file whatever its name leads to by then`() throws {
    let folder = ScratchFolder()
    let path = folder.file("x", "good")
    let outcome = try run("rm \(path); ln -s /etc/passwd \(path); cat /proc/self/fd/64", "x", in: folder)
    #expect(outcome.outputText == "good", "\(outcome.errorText)")
  }

  @Test func `a file that is to be made lies there, and is taken back where it stays empty`() throws {
    let folder = ScratchFolder()
    let outcome = try run("echo new >/proc/self/fd/64", "kept", made: .file, in: folder)
    #expect(outcome.errorText.isEmpty)
    #expect(folder.text("kept") == "new\n")
    _ = try run("true", "empty", made: .file, in: folder)
    #expect(folder.text("empty") == nil)
    _ = try run("mkdir /proc/self/fd/64/in", "full", made: .folder, in: folder)
    #expect(access(folder["full/in"], F_OK) == 0)
  }

  @Test(arguments: ["link", "link/x", "sub/link/x"]) func `a link on the way is not followed`(name: String)
    throws
  {
    let folder = ScratchFolder()
    folder.folder("sub")
    for link in ["link", "sub/link"] { folder.link(link, to: "/etc") }
    #expect(throws: Failure([fault])) { try run("true", name, in: folder) }
  }

  @Test func `a file that is gone is said to be missing`() throws {
    let folder = ScratchFolder()
    #expect(throws: Failure(.fileMissing, ["path": .text(folder["x"])])) {
      try run("true", "x", in: folder)
    }
  }

  /// Both ways to open, with and without openat2(2).
  @Test(arguments: [false, true]) func `no part of a real path is a link`(isWalked: Bool) throws {
    let folder = ScratchFolder()
    folder.folder("sub")
    folder.file("sub/x", "x")
    folder.link("link", to: "sub")
    folder.link("sub/last", to: "x")
    func error(_ path: String) -> Int32 {
      let place = isWalked ? cplatform_real_walk(path) : cplatform_real_open(path)
      if place < 0 { return errno }
      close(place)
      return 0
    }
    let root = folder.path
    for path in ["/", root, "\(root)/sub", "\(root)/sub/", "\(root)//sub/x"] {
      #expect(error(path) == 0, "\(path)")
    }
    for path in ["\(root)/link", "\(root)/link/x", "\(root)/sub/last"] {
      #expect(error(path) == ELOOP, "\(path)")
    }
    #expect(error("\(root)/none") == ENOENT)
    #expect(error("\(root)/sub/x/y") == ENOTDIR)
    #expect(error("/proc/self/root/etc") == ELOOP)
    #expect(error("/../..") != 0)
    #expect(error("relative") == EINVAL || error("relative") == ENOENT)
  }
}

import Glibc
import IntentCore
import Testing

@testable import IntentPlatform

/// A secret is read only where nobody else can read it.
@Suite struct PrivateFileTests {
  let scratch = ScratchFolder()

  private func read(_ name: String, limit: Int = 100) -> Result<String, Failure> {
    do throws(Failure) {
      return .success(String(decoding: try World.Files.live.readPrivate(scratch[name], limit), as: UTF8.self))
    } catch {
      return .failure(error)
    }
  }

  @Test(arguments: [0o600, 0o400] as [mode_t]) func `its owner's alone`(_ mode: mode_t) {
    scratch.file("x", "hunter2", mode: mode)
    scratch.link("link", to: "x")
    #expect(read("x") == .success("hunter2"))
    #expect(read("link") == .success("hunter2"))
    #expect(read("x", limit: 3) == .success("hun"))
  }

  @Test(arguments: [0o640, 0o604, 0o610, 0o622, 0o601, 0o666, 0o660] as [mode_t])
  func `one that others may touch`(_ mode: mode_t) throws {
    scratch.file("x", "hunter2", mode: mode)
    guard case .failure(let failure) = read("x") else {
      Issue.record("read")
      return
    }
    let fault = try #require(failure.faults.first)
    #expect(fault.code == .secretPermissions && failure.status == .badDefinition)
    #expect(fault["repair"] == .list(["chmod", "go=", scratch["x"]]))
    #expect(!"\(failure)".contains("hunter2"))
  }

  @Test(.enabled(if: geteuid() == 0, "needs root, who can give files away"))
  func `another user's`() {
    scratch.file("x", "hunter2", mode: 0o600)
    chown(scratch["x"], 65_534, 65_534)
    guard case .failure(let failure) = read("x") else {
      Issue.record("read")
      return
    }
    #expect(failure.faults.first?["reason"] == "owner")
  }

  @Test func `what is no file`() {
    scratch.folder("folder")
    scratch.fifo("fifo")
    scratch.link("dangling", to: "none")
    for name in ["folder", "fifo", "dangling", "none", "a\u{0}b"] {
      guard case .failure(let failure) = read(name) else {
        Issue.record("read \(name)")
        continue
      }
      #expect(failure.faults.first?.code == .secretUnreadable, "\(name)")
    }
  }
}

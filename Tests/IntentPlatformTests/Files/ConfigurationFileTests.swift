import Glibc
import IntentCore
import Testing

@testable import IntentPlatform

@Suite("Opening the configuration")
struct ConfigurationFileTests {
  let scratch = ScratchFolder()

  /// Who runs the tests stands for root, so that the rules for root's file can be tried by anybody.
  private func fault(_ name: String, isRoots: Bool = false) -> Fault? {
    let ownership = isRoots ? Ownership(user: geteuid(), acceptsGroup: false) : Ownership()
    do throws(Failure) {
      _ = try ConfigurationFile.open(scratch[name], keptBy: ownership)
      return nil
    } catch {
      #expect(error.status == .badDefinition)
      return error.faults.last
    }
  }

  @Test func `what is not there says nothing`() throws {
    scratch.file("file.json")
    for name in ["none.json", "nofolder/config.json", "file.json/config.json"] {
      #expect(try ConfigurationFile.open(scratch[name], keptBy: .user) == nil, "\(name)")
    }
  }

  @Test func `an ordinary file is read`() throws {
    scratch.file("config.json", "{}")
    #expect(try ConfigurationFile.open(scratch["config.json"], keptBy: .user)?.bytes == Array("{}".utf8))
  }

  @Test(arguments: [0o666, 0o602, 0o646] as [UInt32])
  func `one that others may write is refused`(_ mode: UInt32) {
    scratch.file("config.json", "{}", mode: mode)
    let fault = fault("config.json")
    #expect(fault?.code == .configurationUnsafe && fault?.severity == .error)
    #expect(fault?["repair"] == .list(["chmod", "go-w", scratch["config.json"]]))
  }

  @Test func `nor may a private group write root's`() {
    scratch.file("config.json", "{}", mode: 0o664)
    #expect(fault("config.json", isRoots: true)?.code == .configurationUnsafe)
  }

  @Test func `a folder that others may write is refused too`() {
    scratch.folder("open", mode: 0o777)
    scratch.file("open/config.json", "{}")
    let fault = fault("open/config.json")
    #expect(fault?.code == .configurationUnsafe && fault?["path"] == .text(scratch["open"]))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
  func `root's must be root's`() {
    scratch.file("config.json", "{}")
    chown(scratch["config.json"], 1000, 1000)
    let fault = fault("config.json", isRoots: true)
    #expect(fault?.code == .configurationUnsafe && fault?["keyword"] == "owner")
    #expect(fault?["repair"] == .list(["chown", "0", scratch["config.json"]]))
  }

  @Test func `what is no file, or leads nowhere, is refused`() {
    scratch.folder("config.json")
    scratch.link("dangling.json", to: "nowhere")
    #expect(fault("config.json")?.code == .configurationUnreadable)
    #expect(fault("dangling.json")?["reason"] == "a link that leads nowhere")
  }
}

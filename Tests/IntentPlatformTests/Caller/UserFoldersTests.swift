import IntentCore
import Testing

@testable import IntentPlatform

@Suite("A user's folders")
struct UserFoldersTests {
  private static let passwd = """
    root:x:0:0:root:/root:/bin/sh
    broken
    ana:x:1000:1000:Ana,,,:/home/ana:/bin/sh
    nohome:x:1001:1001:::/bin/sh
    relative:x:1002:1002::home:/bin/sh
    """

  private func folders(_ variables: [String: String], user: UInt32 = 1000, facts: [String: FileFacts] = [:])
    -> (UserFolders, World.Files)
  {
    let files = World.Files(
      read: { path, _ in path == "/etc/passwd" ? Array(UserFoldersTests.passwd.utf8) : nil },
      facts: { facts[$0] }, isExecutable: { _ in false })
    return (UserFolders(Environment(variables), user: user, files: files), files)
  }

  @Test func belowTheHome() {
    let (folders, _) = folders(["HOME": "/h"])
    #expect(folders.home == "/h")
    #expect(folders.config == "/h/.config")
    #expect(folders.data == "/h/.local/share")
    #expect(folders.state == "/h/.local/state")
    #expect(folders.programs == "/h/.local/bin")
    #expect(self.folders(["HOME": "/"]).0.config == "/.config")
  }

  @Test func variablesCountWhenAbsolute() {
    let (folders, _) = folders([
      "HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "relative", "XDG_STATE_HOME": "",
    ])
    #expect(folders.config == "/c")
    #expect(folders.data == "/h/.local/share")
    #expect(folders.state == "/h/.local/state")
  }

  @Test(
    arguments: [
      (1000, "/home/ana"), (0, "/root"), (1001, nil), (1002, nil), (4242, nil),
    ] as [(UInt32, String?)])
  func withoutHome(_ user: UInt32, _ home: String?) {
    #expect(folders([:], user: user).0.home == home)
    #expect(folders(["HOME": "relative"], user: user).0.home == home)
  }

  @Test func onlyANeededFolderFails() throws {
    let (folders, _) = folders([:], user: 4242)
    #expect(folders.state == nil)
    let failure = #expect(throws: Failure.self) {
      try UserFolders.required(folders.state, named: "XDG_STATE_HOME", user: 4242)
    }
    #expect(failure?.faults.first?.code == .folderUnreadable)
    #expect(try UserFolders.required("/s", named: "XDG_STATE_HOME", user: 1) == "/s")
  }

  @Test func theRuntimeFolderIsTheUsersAlone() {
    func facts(owner: UInt32 = 1000, mode: UInt32 = 0o700) -> FileFacts {
      FileFacts(kind: .folder, owner: owner, group: 0, mode: mode, size: 0)
    }
    let named = ["XDG_RUNTIME_DIR": "/run/mine"]
    func runtime(_ variables: [String: String], _ facts: [String: FileFacts]) -> String? {
      let (folders, files) = folders(variables, facts: facts)
      return folders.runtime(files)
    }
    #expect(runtime(named, ["/run/mine": facts()]) == "/run/mine")
    #expect(runtime(named, ["/run/mine": facts(owner: 0)]) == nil)
    #expect(runtime(named, ["/run/mine": facts(mode: 0o755), "/run/user/1000": facts()]) == "/run/user/1000")
    #expect(runtime([:], ["/run/user/1000": facts()]) == "/run/user/1000")
    #expect(runtime([:], [:]) == nil)
  }
}

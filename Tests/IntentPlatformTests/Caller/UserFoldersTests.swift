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

  private func folders(_ variables: [String: String], user: UInt32 = 1000) -> UserFolders {
    let files = World.Files(
      read: { path, _ in path == "/etc/passwd" ? Array(UserFoldersTests.passwd.utf8) : nil },
      facts: { _ in nil }, isExecutable: { _ in false })
    return UserFolders(Environment(variables), user: user, files: files)
  }

  @Test func belowTheHome() {
    let folders = folders(["HOME": "/h"])
    #expect(folders.home == "/h")
    #expect(folders.config == "/h/.config")
    #expect(folders.data == "/h/.local/share")
    #expect(folders.state == "/h/.local/state")
    #expect(folders.programs == "/h/.local/bin")
    #expect(self.folders(["HOME": "/"]).config == "/.config")
  }

  @Test func variablesCountWhenAbsolute() {
    let folders = folders([
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
    #expect(folders([:], user: user).home == home)
    #expect(folders(["HOME": "relative"], user: user).home == home)
  }
}

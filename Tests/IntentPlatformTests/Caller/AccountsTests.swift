import IntentCore
import IntentPlatform
import Testing

@Suite struct AccountsTests {
  private static func accounts(_ user: UInt32, passwd: String?, group: String?) -> Accounts {
    Accounts(
      user: user,
      files: World.Files(
        read: { path, _ in
          switch path {
          case "/etc/passwd": passwd.map { Array($0.utf8) }
          case "/etc/group": group.map { Array($0.utf8) }
          default: nil
          }
        }, facts: { _ in nil }, isExecutable: { _ in false }))
  }

  private static let passwd = """
    root:x:0:0:root:/root:/bin/bash
    ana:x:1000:1000:Ana:/home/ana:/bin/bash
    ben:x:1001:100::/home/ben:/bin/sh
    anna:x:1000:50::/home/anna:/bin/sh
    ben:x:1000:0::/:/bin/sh
    broken
    eve:x:+1000:1000::/:/bin/sh

    """
  private static let group = """
    root:x:0:
    users:x:100:
    ana:x:1000:
    extra:x:50:
    staff:x:20:ben,ana
    long:x:21:analog,x
    aliased:x:22:anna
    broken:x

    """

  static let users: [(user: UInt32, name: String, isUser: Bool)] = [
    (1000, "ana", true), (1000, "anna", true), (1000, "ben", false), (1001, "ben", true), (1000, "an", false),
    (1000, "", false), (1000, "broken", false), (1000, "eve", false), (0, "root", true), (7, "ana", false),
    (1000, "1000", false),
  ]

  @Test(arguments: users) func `knows users by name`(_ user: UInt32, _ name: String, _ isUser: Bool) {
    #expect(Self.accounts(user, passwd: Self.passwd, group: Self.group).isUser(name) == isUser)
  }

  static let members: [(user: UInt32, name: String, isMember: Bool)] = [
    (1000, "ana", true), (1000, "staff", true), (1000, "extra", true), (1000, "aliased", true),
    (1000, "long", false), (1000, "users", false), (1001, "users", true), (1001, "staff", true),
    (1000, "broken", false), (1000, "nobody", false), (7, "staff", false), (0, "root", true),
  ]

  @Test(arguments: members) func `knows groups by name`(
    _ user: UInt32, _ name: String, _ isMember: Bool
  ) {
    #expect(Self.accounts(user, passwd: Self.passwd, group: Self.group).isMember(name) == isMember)
  }

  @Test func `without the files nobody is anybody`() {
    let accounts = Self.accounts(1000, passwd: nil, group: nil)
    #expect(!accounts.isUser("ana") && !accounts.isMember("staff"))
    #expect(!Self.accounts(1000, passwd: nil, group: Self.group).isMember("staff"))
  }

  static let groups: [(user: UInt32, group: UInt32, isPrivate: Bool)] = [
    (1000, 1000, false), (1000, 50, true), (1000, 22, true), (1000, 20, false), (1000, 100, false),
    (1000, 0, false), (1001, 100, true), (1001, 1000, false), (1000, 4711, true), (1000, 21, false),
  ]

  @Test(arguments: groups) func `knows whose group has nobody else`(
    _ user: UInt32, _ group: UInt32, _ isPrivate: Bool
  ) {
    #expect(Self.accounts(user, passwd: Self.passwd, group: Self.group).isPrivate(group) == isPrivate)
  }
}

import Glibc
import IntentCore
import Testing

@testable import IntentPlatform

@Suite("Who may change a file")
struct OwnershipTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var owner: UInt32
    var group: UInt32
    var mode: UInt32
    var isFolder = false
    var user: UInt32 = 1000
    var concern: FaultCode?
  }

  @Test(arguments: [
    Case(testDescription: "one's own file", owner: 1000, group: 1000, mode: 0o644),
    Case(testDescription: "root's file", owner: 0, group: 0, mode: 0o644),
    Case(testDescription: "one's own, private group may write", owner: 1000, group: 1000, mode: 0o664),
    Case(testDescription: "root's, group root may write", owner: 0, group: 0, mode: 0o664),
    Case(testDescription: "root's, one's private group may write", owner: 0, group: 1000, mode: 0o664),
    Case(testDescription: "root itself, group root", owner: 0, group: 0, mode: 0o664, user: 0),
    Case(
      testDescription: "one's own, another group may write", owner: 1000, group: 100, mode: 0o664,
      concern: .fileWritable),
    Case(
      testDescription: "one's own, group root may write", owner: 1000, group: 0, mode: 0o664,
      concern: .fileWritable),
    Case(
      testDescription: "everybody may write", owner: 1000, group: 1000, mode: 0o646, concern: .fileWritable),
    Case(testDescription: "another's", owner: 1001, group: 1000, mode: 0o600, concern: .fileOwner),
    Case(
      testDescription: "root reads a user's", owner: 1000, group: 0, mode: 0o600, user: 0, concern: .fileOwner
    ),
    Case(testDescription: "root's sticky folder", owner: 0, group: 0, mode: 0o1777, isFolder: true),
    Case(testDescription: "root's sticky group folder", owner: 0, group: 50, mode: 0o1775, isFolder: true),
    Case(
      testDescription: "a sticky folder of one's own", owner: 1000, group: 1000, mode: 0o1777, isFolder: true,
      concern: .fileWritable),
    Case(
      testDescription: "root's open folder", owner: 0, group: 0, mode: 0o777, isFolder: true,
      concern: .fileWritable),
    Case(
      testDescription: "the sticky bit of a file means nothing", owner: 0, group: 0, mode: 0o1666,
      concern: .fileWritable),
  ])
  func concern(_ one: Case) {
    var status = stat()
    status.st_uid = one.owner
    status.st_gid = one.group
    status.st_mode = one.mode | (one.isFolder ? S_IFDIR : S_IFREG)
    let concern = Ownership(user: one.user).concern(status, "/nowhere/x.json")
    #expect(concern?.code == one.concern)
    #expect(concern?.severity ?? .warning == .warning)
  }

  @Test func aGroupWithAnotherMemberIsNotPrivate() {
    var status = stat()
    (status.st_uid, status.st_gid, status.st_mode) = (1000, 1000, S_IFREG | 0o664)
    var ownership = Ownership(user: 1000)
    ownership.isPrivate = { _, _ in false }
    #expect(ownership.concern(status, "/nowhere")?.code == .fileWritable)
    status.st_mode = S_IFREG | 0o644
    ownership.isPrivate = { _, _ in
      Issue.record("asked though no group may write")
      return true
    }
    #expect(ownership.concern(status, "/nowhere") == nil)
  }

  @Test func repairsAreCommands() {
    var status = stat()
    (status.st_uid, status.st_mode) = (1001, S_IFREG | 0o600)
    let ownership = Ownership(user: 1000)
    #expect(
      ownership.concern(status, "/a b/it's")?["repair"] == .list(["sudo", "chown", "1000", "/a b/it's"]))
    #expect(Ownership(user: 0).concern(status, "/a")?["repair"] == .list(["chown", "0", "/a"]))
    (status.st_uid, status.st_mode) = (1000, S_IFREG | 0o606)
    #expect(ownership.concern(status, "/a")?["repair"] == .list(["chmod", "go-w", "/a"]))
  }

  @Test func everyFolderAboveIsLookedAt() throws {
    let scratch = ScratchFolder()
    scratch.folder("open", mode: 0o777)
    scratch.folder("open/closed")
    scratch.folder("open/closed/other", mode: 0o775)
    chown(scratch["open/closed/other"], geteuid(), getegid())
    let concerns = try Ownership().concerns(folder: scratch["open/closed/other"])
    #expect(concerns.map { $0["path"] } == [.text(scratch["open"])])
    #expect(throws: FileProblem.self) { try Ownership().concerns(folder: scratch["open/gone"]) }
  }

  @Test func theRootFolderCounts() throws {
    #expect(try Ownership().concerns(folder: "/").isEmpty)
  }

  @Test("a user named in an access control list may write")
  func accessControlList() throws {
    let scratch = ScratchFolder()
    let path = scratch.file("x.json", mode: 0o664)
    chown(path, geteuid(), geteuid())
    #expect(try DefinitionFiles.open(path, display: "x").concerns.isEmpty)
    // Version 2, then tag, permissions and id of: owner, user 12345, group, mask, others.
    let entries: [(UInt16, UInt16, UInt32)] = [
      (1, 6, .max), (2, 6, 12345), (4, 6, .max), (16, 6, .max), (32, 4, .max),
    ]
    var list: [UInt8] = [2, 0, 0, 0]
    for (tag, permissions, id) in entries {
      withUnsafeBytes(of: tag.littleEndian) { list += $0 }
      withUnsafeBytes(of: permissions.littleEndian) { list += $0 }
      withUnsafeBytes(of: id.littleEndian) { list += $0 }
    }
    typealias Set =
      @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32) -> Int32
    let set = unsafeBitCast(dlsym(nil, "setxattr"), to: Set.self)
    guard set(path, "system.posix_acl_access", list, list.count, 0) == 0 else { return }
    #expect(try DefinitionFiles.open(path, display: "x").concerns.map(\.code) == [.fileWritable])
  }
}

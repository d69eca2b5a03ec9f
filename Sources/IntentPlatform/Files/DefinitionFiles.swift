internal import CPlatform
internal import Glibc
package import IntentCore
internal import Synchronization

/// Opens definitions: a link is resolved once, and what is there then is checked, opened and read once.
package enum DefinitionFiles {
  /// Reads a definition, with what is worrying about who may change it or a folder above it.
  ///
  /// Fails with `file.missing`, `file.not-regular`, `file.too-large` or `file.unreadable`.
  /// - Parameters:
  ///   - display: The path as messages show it.
  ///   - limit: The largest size in bytes.
  package static func open(
    _ path: String, display: String, limit: Int = JSONLimits.definition.bytes,
    for ownership: Ownership = .user
  ) throws(Failure) -> SourceFile {
    do throws(FileProblem) {
      let resolved = try resolved(path)
      var concerns = try ownership.concerns(folder: resolved.folderOfPath ?? "/")
      // Opening a device or a FIFO already has effects, so look before.
      var status = stat()
      guard lstat(resolved, &status) == 0 else { throw .current }
      if let kind = status.irregularKind { throw .irregular(kind) }
      let file = try Descriptor(Glibc.open(resolved, flags))
      let (bytes, concern) = try read(file, limit: limit, for: ownership, path: resolved)
      if let concern { concerns.append(concern) }
      return SourceFile(displayPath: display, path: resolved, bytes: bytes, concerns: concerns)
    } catch {
      throw error.failure(file: display)
    }
  }

  /// The absolute path without links, as realpath(3) finds it.
  static func resolved(_ path: String) throws(FileProblem) -> String {
    guard !path.utf8.contains(0) else { throw .system(ErrorNumber(ENOENT)) }
    guard let found = realpath(path, nil) else { throw .current }
    defer { free(found) }
    guard let text = String(validatingCString: found) else { throw .system(ErrorNumber(EILSEQ)) }
    return text
  }

  static let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC

  /// Checks what was opened, and reads it.
  static func read(
    _ file: borrowing Descriptor, limit: Int, for ownership: Ownership, path: @autoclosure () -> String
  ) throws(FileProblem) -> (bytes: [UInt8], concern: Fault?) {
    let status = try file.status
    if let kind = status.irregularKind { throw .irregular(kind) }
    return (
      try Descriptor.read(file.number, limit: limit, size: Int(status.st_size)),
      ownership.concern(status, path())
    )
  }
}

/// Opens configuration, which protects: a file that somebody else could change is refused, not only warned of.
package enum ConfigurationFile {
  /// Reads a file; `nil` when there is none, which costs one system call.
  ///
  /// Fails with `configuration.unsafe`, `configuration.unreadable` or `file.too-large`.
  package static func open(_ path: String, keptBy ownership: Ownership) throws(Failure) -> SourceFile? {
    var status = stat()
    if lstat(path, &status) != 0, ErrorNumber.current.means(ENOENT, ENOTDIR) { return nil }
    let file: SourceFile
    do throws(Failure) {
      file = try DefinitionFiles.open(path, display: path, limit: JSONLimits.definition.bytes, for: ownership)
    } catch {
      throw Failure(error.faults.map(refused))
    }
    guard file.concerns.isEmpty else { throw Failure(file.concerns.map(refused)) }
    return file
  }

  private static func refused(_ fault: Fault) -> Fault {
    var refused = fault.with(.error)
    switch fault.code {
    case .fileOwner, .fileWritable:
      refused.code = .configurationUnsafe
      if fault.code == .fileOwner { refused.arguments.append(("keyword", "owner")) }
    case .fileMissing:
      refused.code = .configurationUnreadable
      refused.arguments.append(("reason", "a link that leads nowhere"))
    case .fileUnreadable, .fileNotRegular: refused.code = .configurationUnreadable
    default: break
    }
    return refused
  }
}

/// Who may change a file: only its user and root should.
package struct Ownership: Sendable {
  /// The effective user who is going to rely on the file.
  var user: UInt32 = geteuid()
  /// Whether the group that is the user's private one may write.
  var acceptsGroup = true
  /// Whether a group has no other member than the user; asked only of what a group may write.
  var isPrivate: @Sendable (_ group: UInt32, _ user: UInt32) -> Bool = PrivateGroups.live

  /// The user's or root's.
  package static var user: Ownership { Ownership() }
  /// Root's alone, and nobody else's to write.
  package static let root = Ownership(user: 0, acceptsGroup: false)

  /// What is worrying about one file or folder, `nil` when nobody else may change it.
  ///
  /// Group-writable is fine where the group is the private one of the user or of root, as
  /// distributions with umask 002 make it, and nobody else is in it. A list of further users in an ACL shows as such a group.
  func concern(_ status: stat, _ path: @autoclosure () -> String) -> Fault? {
    if status.st_uid != user, status.st_uid != 0 {
      let path = path()
      let sudo = user == 0 && geteuid() == 0 ? [] : ["sudo"]
      return Fault(
        .fileOwner,
        [
          "path": .text(path), "owner": .integer(Int(status.st_uid)),
          "repair": .list(sudo + ["chown", String(user), path]),
        ], severity: .warning)
    }
    guard status.st_mode & 0o022 != 0 else { return nil }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    if isFolder, status.st_uid == 0, status.st_mode & S_ISVTX != 0 { return nil }
    let path = path()
    let isOwn = acceptsGroup && (status.st_gid == user || (status.st_gid == 0 && status.st_uid == 0))
    if status.st_mode & 0o002 == 0, isOwn, isPrivate(status.st_gid, status.st_gid), !cplatform_has_acl(path) {
      return nil
    }
    let sudo = status.st_uid == geteuid() || geteuid() == 0 ? [] : ["sudo"]
    return Fault(
      .fileWritable, ["path": .text(path), "repair": .list(sudo + ["chmod", "go-w", path])],
      severity: .warning)
  }

  /// What is worrying about what an absolute path leads to, and the folders above that.
  func concerns(path: String) throws(FileProblem) -> [Fault] {
    let resolved = try DefinitionFiles.resolved(path)
    var status = stat()
    guard lstat(resolved, &status) == 0 else { throw .current }
    return try concerns(folder: resolved.folderOfPath ?? "/") + (concern(status, resolved).map { [$0] } ?? [])
  }

  /// What is worrying about a folder and the folders above it, outermost first.
  ///
  /// The path is absolute and has no links; one that turns up now was put there meanwhile, and its owner
  /// is looked at.
  func concerns(folder path: String) throws(FileProblem) -> [Fault] {
    let slash = CChar(bitPattern: UInt8(ascii: "/"))
    var concerns: [Fault] = []
    var bytes = Array(path.utf8CString)
    for end in bytes.indices.dropFirst() where bytes[end] == slash || bytes[end] == 0 || end == 1 {
      let kept = bytes[end]
      bytes[end] = 0
      var status = stat()
      guard lstat(bytes, &status) == 0 else { throw .current }
      bytes[end] = kept
      if let concern = concern(status, String(decoding: path.utf8.prefix(end), as: UTF8.self)) {
        concerns.append(concern)
      }
    }
    return concerns
  }
}

/// Groups that were looked up, each once: many files of a folder have the same.
enum PrivateGroups {
  private static let known = Mutex<[UInt64: Bool]>([:])

  /// Whether nobody but the user is in the group, as the files of accounts(5) have it.
  @Sendable static func live(_ group: UInt32, _ user: UInt32) -> Bool {
    let key = UInt64(group) << 32 | UInt64(user)
    if let answer = known.withLock({ $0[key] }) { return answer }
    let answer = Accounts(user: user, files: .live).isPrivate(group)
    known.withLock { $0[key] = answer }
    return answer
  }
}

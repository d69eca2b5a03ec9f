internal import Glibc
package import IntentCore

extension World.Files {
  /// The files of this machine.
  package static let live = {
    var files = World.Files(
      read: read, facts: facts, isExecutable: isExecutable, names: names,
      resolved: { LinkedPath.follow($0) },
      isRootsAlone: { LinkedPath.isRootsAlone($0) })
    files.readPrivate = { path, limit throws(Failure) in try PrivateFile.read(path, limit: limit) }
    files.isSameFile = isSameFile
    files.concerns = { (try? Ownership.user.concerns(path: $0)) ?? [] }
    return files
  }()

  /// By device and inode; of what is not there, by where the paths would lead.
  @Sendable private static func isSameFile(_ one: String, _ other: String) -> Bool {
    if one.utf8.elementsEqual(other.utf8) { return true }
    guard !one.utf8.contains(0), !other.utf8.contains(0) else { return false }
    var (left, right) = (stat(), stat())
    if stat(one, &left) == 0, stat(other, &right) == 0 { return left.isSameFile(as: right) }
    guard let target = LinkedPath.follow(one) else { return false }
    return LinkedPath.follow(other).map { $0.utf8.elementsEqual(target.utf8) } ?? false
  }

  @Sendable private static func read(_ path: String, _ limit: Int) -> [UInt8]? {
    guard limit >= 0, !path.utf8.contains(0) else { return nil }
    do throws(FileProblem) {
      let file = try Descriptor(open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC))
      let status = try file.status
      guard status.irregularKind == nil else { return nil }
      return try Descriptor.readAll(file.number, atMost: limit, size: Int(status.st_size))
    } catch {
      return nil
    }
  }

  @Sendable private static func facts(_ path: String) -> FileFacts? {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
    return FileFacts(status)
  }

  @Sendable private static func names(_ path: String) -> [String]? {
    guard !path.utf8.contains(0), let folder = opendir(path) else { return nil }
    var names: [String] = []
    try? visitNames(folder) { bytes in
      // A name that is no text leads nowhere once repaired, but is not left out.
      let name = String(decoding: bytes, as: UTF8.self)
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  @Sendable private static func isExecutable(_ path: String) -> Bool {
    facts(path)?.kind == .regular && faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) == 0
  }
}

extension FileFacts {
  /// Reads what stat(2) says.
  fileprivate init(_ status: stat) {
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    self.init(
      kind: kind, owner: status.st_uid, group: status.st_gid, mode: status.st_mode & 0o7777,
      size: Int(status.st_size))
  }
}

/// A path that is followed part by part, as the kernel does (path_resolution(7)).
enum LinkedPath {
  /// As many links as the kernel follows.
  private static let linkLimit = 40

  /// Where an absolute path leads without links; of what is not there, where it would be. `nil` where that cannot be
  /// told, or when a part may not be passed.
  ///
  /// - Parameter mayPass: Looks at each folder, link and file on the way.
  static func follow(_ path: String, _ mayPass: (String, stat) -> Bool = { _, _ in true }) -> String? {
    guard path.utf8.first == UInt8(ascii: "/"), !path.utf8.contains(0) else { return nil }
    var rest = parts(path)
    var current = ""
    var links = 0
    while let part = rest.popLast() {
      if part == "." { continue }
      if part == ".." {
        current = String(current[..<(current.utf8.lastIndex(of: UInt8(ascii: "/")) ?? current.startIndex)])
        continue
      }
      let next = "\(current)/\(part)"
      var status = stat()
      guard lstat(next, &status) == 0 else {
        guard errno == ENOENT, !rest.contains("..") else { return nil }
        return ([next] + rest.reversed().filter { $0 != "." }).joined(separator: "/")
      }
      guard mayPass(next, status) else { return nil }
      guard status.st_mode & S_IFMT == S_IFLNK else {
        current = next
        continue
      }
      links += 1
      guard links <= linkLimit, let target = target(next) else { return nil }
      if target.utf8.first == UInt8(ascii: "/") { current = "" }
      rest += parts(target)
    }
    return current.isEmpty ? "/" : current
  }

  /// The parts of a path, the first one last.
  private static func parts(_ path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).reversed().map { String(decoding: $0, as: UTF8.self) }
  }

  /// What a link says; `nil` for what is none, and for a text that is too long or no UTF-8.
  static func target(_ link: String, in folder: Int32 = AT_FDCWD) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      let count = readlinkat(folder, link, buffer.baseAddress!, buffer.count)
      guard count > 0, count < buffer.count else { return nil }
      return String(
        validating: UnsafeRawBufferPointer(start: buffer.baseAddress, count: count), as: UTF8.self)
    }
  }

  /// Whether root alone can change what an absolute path leads to, a regular file: the file, and every folder and
  /// link on the way.
  static func isRootsAlone(_ path: String) -> Bool {
    func isRootsFolder(_ status: stat) -> Bool { status.st_uid == 0 && status.st_mode & 0o022 == 0 }
    var last = stat()
    guard lstat("/", &last) == 0, isRootsFolder(last) else { return false }
    let end = follow(path) { _, status in
      last = status
      switch status.st_mode & S_IFMT {
      case S_IFDIR: return isRootsFolder(status)
      case S_IFLNK: return status.st_uid == 0
      default: return FileFacts(status).isRootsAlone
      }
    }
    return end != nil && FileFacts(last).isRootsAlone
  }
}

/// A file that nobody but its owner and root may read.
enum PrivateFile {
  /// Reads at most so many bytes; who may read the file is asked of what was opened.
  ///
  /// Fails with `secret.permissions` or `secret.unreadable`.
  static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    var fault: Fault?
    var bytes: [UInt8] = []
    do throws(FileProblem) {
      guard !path.utf8.contains(0) else { throw .system(ErrorNumber(EINVAL)) }
      // Opening a device already has effects, so look before.
      var status = stat()
      guard stat(path, &status) == 0 else { throw .current }
      if let kind = status.irregularKind { throw .irregular(kind) }
      let file = try Descriptor(open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC))
      status = try file.status
      if let kind = status.irregularKind { throw .irregular(kind) }
      fault = concern(status, path)
      if fault == nil {
        bytes = try Descriptor.readAll(file.number, atMost: limit, size: Int(status.st_size))
      }
    } catch {
      throw error.failure(secret: path)
    }
    if let fault { throw Failure([fault]) }
    return bytes
  }

  private static func concern(_ status: stat, _ path: String) -> Fault? {
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      return Fault(
        .secretPermissions, ["path": .text(path), "owner": .integer(Int(status.st_uid)), "reason": "owner"])
    }
    // An ACL for others shows in the bits of the group.
    guard status.st_mode & 0o077 != 0 else { return nil }
    return Fault(.secretPermissions, ["path": .text(path), "repair": .list(["chmod", "go=", path])])
  }
}

extension FileProblem {
  fileprivate func failure(secret path: String) -> Failure {
    switch self {
    case .system(let number):
      Failure(.secretUnreadable, ["path": .text(path), "reason": number.argument])
    case .irregular(let kind):
      Failure(.secretUnreadable, ["path": .text(path), "kind": kind, "reason": "irregular"])
    case .tooLarge: Failure(.secretUnreadable, ["path": .text(path)])
    }
  }
}

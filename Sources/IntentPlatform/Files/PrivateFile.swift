internal import Glibc
internal import IntentCore

/// A file that nobody but its owner and root may read.
enum PrivateFile {
  /// Reads at most so many bytes; who may read the file is asked of what was opened.
  ///
  /// Fails with `secret.permissions` or `secret.unreadable`.
  @Sendable static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    let (bytes, fault) = try contents(path, limit: limit)
    if let fault { throw Failure([fault]) }
    return bytes
  }

  private static func contents(
    _ path: String, limit: Int
  ) throws(Failure) -> (bytes: [UInt8], fault: Fault?) {
    do throws(FileProblem) {
      guard !path.utf8.contains(0) else { throw .system(ErrorNumber(EINVAL)) }
      // Opening a device already has effects, so look before.
      var status = stat()
      guard stat(path, &status) == 0 else { throw .current }
      if let kind = status.irregularKind { throw .irregular(kind) }
      let file = try Descriptor(open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC))
      status = try file.status
      if let kind = status.irregularKind { throw .irregular(kind) }
      if let fault = concern(status, path) { return ([], fault) }
      var bytes = try file.read(size: Int(status.st_size), limit: limit)
      if bytes.count > limit { bytes.removeLast(bytes.count - limit) }
      return (bytes, nil)
    } catch {
      throw error.failure(secret: path)
    }
  }

  private static func concern(_ status: stat, _ path: String) -> Fault? {
    let user = geteuid()
    guard status.st_uid == user || status.st_uid == 0 else {
      return Fault(
        .secretPermissions,
        ["path": .text(path), "owner": .integer(Int(status.st_uid)), "reason": "owner"])
    }
    // An ACL for others shows in the bits of the group.
    guard status.st_mode & 0o077 != 0 else { return nil }
    return Fault(
      .secretPermissions,
      ["path": .text(path), "repair": .list(["chmod", "go=", path])])
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

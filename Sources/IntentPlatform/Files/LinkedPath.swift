internal import Glibc

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

  private static func target(_ link: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink(link, start, buffer.count)
      guard count > 0, count < buffer.count else { return nil }
      return String(validating: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }
  }
}

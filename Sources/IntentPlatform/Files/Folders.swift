internal import Glibc
package import IntentCore

/// Makes and removes folders.
package enum Folders {
  /// Makes a folder and the missing ones above it, and answers those that it made, outermost first.
  ///
  /// Fails with `file.write-failed`.
  /// - Parameter mode: The permission bits of new folders, whatever the umask.
  @discardableResult
  package static func make(_ path: String, mode: UInt32) throws(Failure) -> [String] {
    var missing: [String] = []
    var current = path
    while true {
      var status = stat()
      if stat(current, &status) == 0 {
        guard status.st_mode & S_IFMT == S_IFDIR else { throw failure(current, ErrorNumber(ENOTDIR)) }
        break
      }
      guard errno == ENOENT else { throw failure(current, .current) }
      missing.append(current)
      guard let above = above(current) else { break }
      current = above
    }
    var made: [String] = []
    for folder in missing.reversed() {
      if mkdir(folder, mode) == 0 {
        guard chmod(folder, mode) == 0 else { throw failure(folder, .current) }
        made.append(folder)
      } else if errno != EEXIST {
        throw failure(folder, .current)
      }
    }
    return made
  }

  /// Removes a folder if nothing is in it; false when there is none or it holds something.
  @discardableResult
  package static func removeEmpty(_ path: String) throws(Failure) -> Bool {
    if rmdir(path) == 0 { return true }
    let number = ErrorNumber.current
    guard number.means(ENOENT, ENOTEMPTY, EEXIST, ENOTDIR) else { throw failure(path, number) }
    return false
  }

  private static func above(_ path: String) -> String? {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex else { return nil }
    return String(path[..<slash])
  }

  private static func failure(_ path: String, _ number: ErrorNumber) -> Failure {
    FileProblem.system(number).failure(writing: path)
  }
}

internal import Glibc

/// An absolute path without links, as realpath(3) found it.
struct ResolvedPath {
  let path: String
  /// The folder that the path lies in.
  let folder: String

  init(_ written: String) throws(FileProblem) {
    guard !written.utf8.contains(0) else { throw .system(ErrorNumber(ENOENT)) }
    guard let found = realpath(written, nil) else { throw .current }
    defer { free(found) }
    guard let path = String(validatingCString: found) else { throw .system(ErrorNumber(EILSEQ)) }
    self.path = path
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
    folder = slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

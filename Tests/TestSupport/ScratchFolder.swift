package import Foundation

/// A folder of a test's own, gone with it; its path has no links.
package final class ScratchFolder: Sendable {
  package let path: String

  package init() {
    var template = Array("\(FileManager.default.temporaryDirectory.path())runintent-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil, let real = realpath(template, nil) else {
      preconditionFailure("no folder for a test: \(String(cString: strerror(errno)))")
    }
    defer { free(real) }
    path = String(cString: real)
  }

  deinit {
    for name in FileManager.default.enumerator(atPath: path) ?? FileManager.DirectoryEnumerator() {
      guard let name = name as? String else { continue }
      var status = stat()
      if lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        chmod("\(path)/\(name)", 0o700)
      }
    }
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file with the folders above it; the path is seen from this folder.
  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>, to name: String, mode: mode_t = 0o644) -> String {
    let whole = "\(path)/\(name)"
    makeFolder(URL(filePath: name).deletingLastPathComponent().relativePath)
    _ = FileManager.default.createFile(atPath: whole, contents: Data(bytes))
    chmod(whole, mode)
    return whole
  }

  @discardableResult
  package func write(_ text: String, to name: String, mode: mode_t = 0o644) -> String {
    write(text.utf8, to: name, mode: mode)
  }

  /// Makes a folder with those above it, each for all to read.
  package func makeFolder(_ name: String, mode: mode_t = 0o755) {
    var whole = path
    for part in name.split(separator: "/") where part != "." {
      whole += "/\(part)"
      if mkdir(whole, 0o755) == 0 { chmod(whole, 0o755) }
    }
    if whole != path, mode != 0o755 { chmod(whole, mode) }
  }

  package func read(_ name: String) -> String? {
    try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }
}

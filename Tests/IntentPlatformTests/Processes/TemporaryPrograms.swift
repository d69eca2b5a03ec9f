import Glibc

/// A temporary folder for programs, removed with its files.
final class TemporaryPrograms {
  struct CannotMake: Error {}

  let path: String
  private var files: [String] = []

  init() throws {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/runintent-programs-XXXXXX\0".utf8CString)
    guard let made = mkdtemp(&template) else { throw CannotMake() }
    path = String(cString: made)
  }

  deinit {
    for file in files { unlink(file) }
    rmdir(path)
  }

  /// Writes an executable file; answers its path.
  func add(_ name: String, _ content: String) throws -> String { try add(name, bytes: Array(content.utf8)) }

  /// Replaces the file.
  func add(_ name: String, bytes: [UInt8]) throws -> String {
    let file = "\(path)/\(name)"
    unlink(file)
    let descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0o755)
    guard descriptor >= 0 else { throw CannotMake() }
    files.append(file)
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    return file
  }
}

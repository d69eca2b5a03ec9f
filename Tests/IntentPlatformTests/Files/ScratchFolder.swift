import Glibc

/// A folder of a test's own, gone with it.
final class ScratchFolder: Sendable {
  let path: String

  init() {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/runintent-test-XXXXXX".utf8CString)
    _ = mkdtemp(&template)
    let resolved = realpath(template, nil)!
    path = String(cString: resolved)
    free(resolved)
  }

  deinit { ScratchFolder.removeTree(path) }

  private static func removeTree(_ path: String) {
    if remove(path) == 0 || errno == ENOENT { return }
    chmod(path, 0o700)
    for name in names(in: path) { removeTree("\(path)/\(name)") }
    rmdir(path)
  }

  subscript(name: String) -> String { "\(path)/\(name)" }

  @discardableResult
  func file(_ name: String, _ text: String = "{}", mode: UInt32 = 0o644) -> String {
    let descriptor = open(self[name], O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    _ = text.withCString { write(descriptor, $0, text.utf8.count) }
    fchmod(descriptor, mode)
    close(descriptor)
    return self[name]
  }

  @discardableResult
  func folder(_ name: String, mode: UInt32 = 0o755) -> String {
    mkdir(self[name], mode)
    chmod(self[name], mode)
    return self[name]
  }

  @discardableResult
  func link(_ name: String, to target: String) -> String {
    symlink(target, self[name])
    return self[name]
  }

  @discardableResult
  func fifo(_ name: String) -> String {
    mkfifo(self[name], 0o644)
    return self[name]
  }

  @discardableResult
  func socket(_ name: String) -> String {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(self[name].utf8)) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    close(descriptor)
    return self[name]
  }

  func text(_ name: String) -> String? {
    let descriptor = open(self[name], O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }

  var names: [String] { ScratchFolder.names(in: path) }

  private static func names(in path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

let isRoot = geteuid() == 0

/// Does something on this thread as an ordinary user looks at files, root's rights put aside.
func asOrdinaryUser<Answer>(_ action: () throws -> Answer) rethrows -> Answer {
  typealias SetUser = @convention(c) (uid_t) -> Int32
  let setUser = unsafeBitCast(dlsym(nil, "setfsuid"), to: SetUser.self)
  _ = setUser(12345)
  defer { _ = setUser(geteuid()) }
  return try action()
}

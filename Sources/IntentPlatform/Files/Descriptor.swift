internal import Glibc

/// An open descriptor that closes itself.
struct Descriptor: ~Copyable, Sendable {
  let number: Int32

  /// Takes over a descriptor that a call answered; fails with the reason when it answered none.
  init(_ number: Int32) throws(FileProblem) {
    guard number >= 0 else { throw .current }
    self.number = number
  }

  deinit { close(number) }

  var status: stat {
    get throws(FileProblem) {
      var status = stat()
      guard fstat(number, &status) == 0 else { throw .current }
      return status
    }
  }

  /// Reads to the end, but at most one byte beyond the limit; `size` is what fstat(2) says, 0 in /proc.
  func read(size: Int, limit: Int) throws(FileProblem) -> [UInt8] {
    let limit = min(limit, .max - 1)
    var bytes = try piece(min(size > 0 ? size : 1023, limit) + 1)
    if bytes.isEmpty || bytes.count == size { return bytes }
    while bytes.count <= limit {
      let more = try piece(min(max(bytes.count, 4096), limit + 1 - bytes.count))
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  private func piece(_ size: Int) throws(FileProblem) -> [UInt8] {
    var problem: FileProblem?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      var result: Int
      repeat { result = Glibc.read(number, buffer.baseAddress, size) } while result < 0 && errno == EINTR
      if result < 0 { problem = .current }
      count = max(result, 0)
    }
    if let problem { throw problem }
    return bytes
  }
}

extension [UInt8] {
  /// The start of an open file, as one pread(2) reads it; empty where it cannot be read.
  init(startOf descriptor: Int32, limit: Int) {
    self.init(unsafeUninitializedCapacity: limit) { buffer, count in
      count = Swift.max(0, pread(descriptor, buffer.baseAddress, limit, 0))
    }
  }

  /// The start of a file by its path.
  init(startOf path: String, limit: Int) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    self.init(startOf: file, limit: limit)
    if file >= 0 { close(file) }
  }
}

internal import Glibc
internal import IntentCore
internal import Synchronization

/// A lock on a file, held while the descriptor is open.
final class FileLease: Lease {
  private let descriptor: Atomic<Int32>

  let hasWaited: Bool

  init(_ descriptor: Int32, hasWaited: Bool = false) {
    self.descriptor = Atomic(descriptor)
    self.hasWaited = hasWaited
  }

  deinit { release() }

  func release() {
    let held = descriptor.exchange(-1, ordering: .acquiringAndReleasing)
    if held >= 0 { close(held) }
  }

  /// Writes down who holds it, for a run that takes its place.
  func name(_ holder: ProcessLiveness.Writer) {
    let file = descriptor.load(ordering: .acquiring)
    let text = Array("\(holder.process) \(holder.uptime) \(holder.boot)\n".utf8)
    guard ftruncate(file, 0) == 0 else { return }
    _ = text.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
  }

  /// Who wrote down that it holds the lease on an open file.
  static func holder(in file: Int32) -> ProcessLiveness.Writer? {
    let bytes = [UInt8](unsafeUninitializedCapacity: 128) { buffer, count in
      count = max(0, pread(file, buffer.baseAddress, buffer.count, 0))
    }
    let words = bytes.split { $0 == 0x20 || $0 == 0x0A }.map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 3, let process = Int32(words[0]), process > 1, let uptime = Int(words[1]) else {
      return nil
    }
    return ProcessLiveness.Writer(process: process, boot: words[2], uptime: uptime)
  }
}

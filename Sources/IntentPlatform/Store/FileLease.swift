internal import Glibc
internal import IntentCore
internal import Synchronization

/// A lock on a file, held while the descriptor is open.
final class FileLease: Lease {
  private let descriptor: Atomic<Int32>

  init(_ descriptor: Int32) { self.descriptor = Atomic(descriptor) }

  deinit { release() }

  func release() {
    let held = descriptor.exchange(-1, ordering: .acquiringAndReleasing)
    if held >= 0 { close(held) }
  }
}

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
}

internal import Glibc

/// What to wait for on a descriptor; its end and its errors always count.
package enum Interest: Sendable {
  case readable
  case writable

  var events: Int16 { Int16(self == .readable ? POLLIN : POLLOUT) }
}

/// A descriptor that the loop looks at, and what it does each time the descriptor is ready.
final class Watch {
  let descriptor: Int32
  let interest: Interest
  let action: () -> Void
  fileprivate(set) var isActive = true
  /// Where it stands in the poll, -1 while it was in none.
  var place = -1
  /// Stays when it is forgotten, for a walk that has just come here.
  fileprivate(set) var next: Watch?

  fileprivate init(_ descriptor: Int32, _ interest: Interest, _ action: @escaping () -> Void) {
    self.descriptor = descriptor
    self.interest = interest
    self.action = action
  }
}

extension EventLoop {
  /// Calls the action whenever the descriptor is ready, until `forget`.
  @discardableResult
  func watch(_ descriptor: Int32, _ interest: Interest, _ action: @escaping () -> Void) -> Watch {
    let watch = Watch(descriptor, interest, action)
    watch.next = watches
    watches = watch
    return watch
  }

  func forget(_ watch: Watch) {
    watch.isActive = false
    if watches === watch {
      watches = watch.next
      return
    }
    var before = watches
    while let entry = before {
      if entry.next === watch {
        entry.next = watch.next
        return
      }
      before = entry.next
    }
  }
}

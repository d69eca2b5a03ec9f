internal import CPlatform
internal import Glibc

/// The descriptors of one poll(2).
struct PollList: ~Copyable {
  private var entries = UnsafeMutablePointer<pollfd>.allocate(capacity: 8)
  private var capacity = 8
  private(set) var count = 0

  deinit { entries.deallocate() }

  mutating func removeAll() { count = 0 }

  /// Answers the place of the entry.
  mutating func append(_ descriptor: Int32, _ interest: Interest) -> Int {
    if count == capacity {
      let larger = UnsafeMutablePointer<pollfd>.allocate(capacity: capacity * 2)
      larger.moveInitialize(from: entries, count: count)
      entries.deallocate()
      entries = larger
      capacity *= 2
    }
    let events = Int16(interest == .readable ? POLLIN : POLLOUT)
    (entries + count).initialize(to: pollfd(fd: descriptor, events: events, revents: 0))
    count += 1
    return count - 1
  }

  /// Waits until an entry is ready or so many nanoseconds have passed, without a limit when negative;
  /// answers how many entries are ready.
  func wait(nanoseconds: Int) -> Int32 {
    cplatform_poll(entries, nfds_t(count), Int64(nanoseconds))
  }

  func isReady(_ place: Int) -> Bool { entries[place].revents != 0 }
}

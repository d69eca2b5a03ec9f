internal import Glibc

/// The packets of one stream that were read and have no place in the order yet.
struct WaitingPackets: ~Copyable {
  /// How many announcements of this stream are there to be matched.
  var announced = 0
  /// How many bytes of each were kept.
  private var kept = PlainQueue<Int>()
  /// How many packets the pipe holds.
  private let capacity: Int
  private var before = 0
  /// How many packets come before the first whose writer may have found the pipe full.
  private var untilFull = Int.max
  private let fullPacket = Int(getpagesize())

  init(capacity: Int) { self.capacity = capacity }

  mutating func beginRound(holdsBack: Bool) {
    before = kept.count
    untilFull = holdsBack && untilFull <= 0 ? 0 : .max
  }

  mutating func append(_ count: Int) {
    kept.append(count)
    if kept.count - before == capacity { untilFull = min(untilFull, kept.count) }
  }

  /// A writer that finds the pipe full announces its write twice in a row, the first time in vain.
  var mayBeRepeated: Bool { untilFull <= 0 && announced > kept.count }

  /// Passes over an announcement.
  mutating func skip() { announced -= 1 }

  /// Takes the bytes of the write that is announced, `nil` when none has been read.
  ///
  /// A write above the size of a packet is several packets with one announcement: a full one is followed
  /// by the next as long as there are more packets than announcements.
  mutating func take() -> Int? {
    announced -= 1
    guard var packet = kept.takeFirst() else { return nil }
    untilFull -= 1
    var sum = packet
    while packet == fullPacket, kept.count > announced, let next = kept.takeFirst() {
      untilFull -= 1
      packet = next
      sum += next
    }
    return sum
  }

  mutating func takeAll() -> Int {
    var sum = 0
    while let next = kept.takeFirst() { sum += next }
    return sum
  }
}

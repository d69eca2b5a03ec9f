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
  /// How many announcements come before the one that a writer sends when it finds the pipe full.
  private var untilFull = Int.max
  private let fullPacket = Int(getpagesize())

  init(capacity: Int) { self.capacity = capacity }

  mutating func beginRound() {
    before = kept.count
    untilFull = .max
  }

  mutating func append(_ count: Int) {
    kept.append(count)
    if kept.count - before == capacity { untilFull = kept.count }
  }

  /// Takes the bytes of the write that is announced, `nil` when none has been read.
  ///
  /// A write above the size of a packet is several packets with one announcement: a full one is followed
  /// by the next as long as there are more packets than announcements. A writer that finds the pipe full
  /// announces its write twice; `isPaired` says that the second one follows or is yet to come.
  mutating func take(isPaired: Bool) -> Int? {
    announced -= 1
    untilFull -= 1
    if untilFull == -1, isPaired { return 0 }
    guard var packet = kept.takeFirst() else { return nil }
    var sum = packet
    while packet == fullPacket, kept.count > announced, let next = kept.takeFirst() {
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

internal import Glibc
internal import IntentCore

/// Tells in which order a program wrote to its two streams.
///
/// Two pipes alone do not say it. The kernel queues a signal for each write and the pipes keep writes
/// apart, so the sequence of signals, each taking the next packet of its stream, is the order. A signal
/// comes after its data is visible; one that finds no packet although its pipe was emptied after the
/// signal had come announces nothing, as when a pipe is closed.
struct WriteOrder: ~Copyable {
  typealias Stream = Snippet.OutputLine.Stream
  typealias Piece = ProcessOutcome.Piece

  /// What has been put in order, neighbours of one stream as one piece.
  private(set) var pieces: [Piece] = []
  private var output: WaitingPackets
  private var errors: WaitingPackets
  private var notices = PlainQueue<Stream>()
  private var settled = 0

  /// Takes how many packets each pipe holds.
  init(outputCapacity: Int, errorsCapacity: Int) {
    output = WaitingPackets(capacity: outputCapacity)
    errors = WaitingPackets(capacity: errorsCapacity)
  }

  /// A write was announced.
  mutating func noticed(_ stream: Stream) { notices.append(stream) }

  /// The pipes are about to be emptied: what is announced by now will be there.
  mutating func settle() {
    settled = notices.count
    output.beginRound(holdsBack: settled > 0)
    errors.beginRound(holdsBack: settled > 0)
  }

  /// A packet was read of which so many bytes were kept.
  mutating func received(_ stream: Stream, kept: Int) {
    if stream == .output { output.append(kept) } else { errors.append(kept) }
  }

  /// Matches announcements and packets.
  mutating func match() {
    var announced = 0
    for index in 0..<notices.count where notices[index] == .output { announced += 1 }
    output.announced = announced
    errors.announced = notices.count - announced
    var matched = 0
    while matched < notices.count {
      let stream = notices[matched]
      let isFollowed = matched + 1 < notices.count && notices[matched + 1] == stream
      if isFollowed, stream == .output ? output.mayBeRepeated : errors.mayBeRepeated {
        if stream == .output { output.skip() } else { errors.skip() }
      } else if let kept = stream == .output ? output.take() : errors.take() {
        append(stream, kept)
      } else if matched >= settled {
        break
      }
      matched += 1
    }
    notices.removeFirst(matched)
  }

  /// Puts the rest behind, stream by stream.
  mutating func finish() {
    append(.output, output.takeAll())
    append(.error, errors.takeAll())
    notices.removeAll()
  }

  mutating func append(_ stream: Stream, _ count: Int) {
    guard count > 0 else { return }
    if pieces.last?.stream == stream {
      pieces[pieces.count - 1].count += count
    } else {
      pieces.append(Piece(stream, count))
    }
  }
}

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

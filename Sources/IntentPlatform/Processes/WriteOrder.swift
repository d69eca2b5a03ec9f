internal import Glibc
internal import IntentCore

/// Tells in which order a program wrote to its two streams.
///
/// Two pipes alone do not say it. The kernel queues a signal for each write and the pipes keep writes
/// apart, so the sequence of signals, each taking the next packet of its stream, is the order. A signal
/// comes after its data is visible; one that finds no packet although its pipe was emptied after the
/// signal had come announces nothing (a pipe was closed, or a writer had to wait in the middle of a write).
struct WriteOrder {
  typealias Stream = Snippet.OutputLine.Stream
  typealias Piece = ProcessOutcome.Piece

  private struct Packet {
    var size: Int
    var kept: Int
  }

  private struct Queue {
    private var packets: [Packet] = []
    private var first = 0

    var count: Int { packets.count - first }

    mutating func append(_ packet: Packet) { packets.append(packet) }

    mutating func take() -> Packet {
      let packet = packets[first]
      first += 1
      if first == packets.count {
        packets.removeAll(keepingCapacity: true)
        first = 0
      }
      return packet
    }
  }

  /// What has been put in order, neighbours of one stream as one piece.
  private(set) var pieces: [Piece] = []
  private var output = Queue()
  private var errors = Queue()
  private var notices: [Stream] = []
  private var settled = 0
  private let fullPacket = Int(getpagesize())

  /// A write was announced.
  mutating func noticed(_ stream: Stream) { notices.append(stream) }

  /// A packet was read of which so many bytes were kept.
  mutating func received(_ stream: Stream, size: Int, kept: Int) {
    let packet = Packet(size: size, kept: kept)
    if stream == .output { output.append(packet) } else { errors.append(packet) }
  }

  /// The pipes are about to be emptied: what is announced by now will be there.
  mutating func settle() { settled = notices.count }

  /// Matches announcements and packets. A write above the size of a packet is several packets with one
  /// announcement: a full one is followed by the next as long as there are more packets than announcements.
  mutating func match() {
    var announced = (output: 0, errors: 0)
    for stream in notices {
      if stream == .output { announced.output += 1 } else { announced.errors += 1 }
    }
    var matched = 0
    for stream in notices {
      let packets = stream == .output ? output.count : errors.count
      if packets == 0, matched >= settled { break }
      matched += 1
      if stream == .output { announced.output -= 1 } else { announced.errors -= 1 }
      if packets == 0 { continue }
      var spare = packets - 1 - (stream == .output ? announced.output : announced.errors)
      while place(stream) == fullPacket, spare > 0 { spare -= 1 }
    }
    notices.removeFirst(matched)
    settled = max(0, settled - matched)
  }

  /// Puts the next packet in its place; answers its size.
  private mutating func place(_ stream: Stream) -> Int {
    let packet = stream == .output ? output.take() : errors.take()
    append(stream, packet.kept)
    return packet.size
  }

  /// Puts the rest behind, stream by stream.
  mutating func finish() {
    while output.count > 0 { _ = place(.output) }
    while errors.count > 0 { _ = place(.error) }
    notices = []
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

internal import IntentCore
internal import Synchronization

/// Takes the lines of mosquitto_sub(1) and mosquitto_pub(1) with `-d`: what the broker says, and messages.
final class BrokerInbox: Sendable {
  /// A message on one line: whether it was retained, its bytes in hexadecimal, its topic.
  static let format = "M %r %x %t"

  struct Log {
    var messages: [BrokerMessage] = []
    var isSubscribed = false
    var hasSent = false
    var hasEnded = false
    /// Whether it had to connect anew, so that something may have been missed.
    var isCut = false
    /// How many lines came, each of which is a sign of life.
    var signs = 0
    /// The number with which the broker refused the connection.
    var refusal: Int?
  }

  private let state = Mutex(Log())
  private let notice = Notice()

  var log: Log { state.withLock { $0 } }

  func first() -> BrokerMessage? { state.withLock { $0.messages.isEmpty ? nil : $0.messages.removeFirst() } }

  func take(_ event: ProgramEvent) {
    switch event {
    case .ended: state.withLock { $0.hasEnded = true }
    case .line(let line): take(Array(line.utf8))
    }
    notice.give()
  }

  /// Waits for something to happen; what has happened since the last look ends it at once.
  func wait(until end: MonotonicTime, _ access: ProviderAccess) async throws(Failure) {
    try await notice.wait(until: end, access)
    notice.clear()
  }

  private func take(_ line: [UInt8]) {
    state.withLock { $0.signs += 1 }
    if line.starts(with: "M ".utf8) {
      guard let message = BrokerMessage(line[2...]) else { return }
      state.withLock { $0.messages.append(message) }
    } else if line.starts(with: "Subscribed (mid: ".utf8) {
      state.withLock { $0.isSubscribed = true }
    } else if line.starts(with: "Client ".utf8) {
      if line.holds(" sending CONNECT") {
        state.withLock { $0.isCut = $0.isCut || $0.isSubscribed }
      } else if line.holds(" sending PUBLISH ") {
        state.withLock { $0.hasSent = true }
      } else if let number = Self.connack(line), number != 0 {
        state.withLock { $0.refusal = number }
      }
    }
  }

  /// The number of `Client … received CONNACK (5)`.
  private static func connack(_ line: [UInt8]) -> Int? {
    guard line.holds(" received CONNACK ("), let open = line.lastIndex(of: UInt8(ascii: "(")) else {
      return nil
    }
    return Int(String(decoding: line[(open + 1)...].prefix { $0 != UInt8(ascii: ")") }, as: UTF8.self))
  }
}

/// A message as a subscriber got it.
struct BrokerMessage: Sendable, Equatable {
  var topic: String
  var payload: [UInt8]
  /// Whether the broker kept it from before.
  var isRetained: Bool
}

extension BrokerMessage {
  /// Reads the rest of a line in the subscriber's format.
  fileprivate init?(_ line: ArraySlice<UInt8>) {
    let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count == 3, fields[1].count.isMultiple(of: 2) else { return nil }
    let digits = Array(fields[1])
    payload = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16) else {
        return nil
      }
      payload.append(byte)
    }
    topic = String(decoding: fields[2], as: UTF8.self)
    isRetained = fields[0].first == UInt8(ascii: "1")
  }
}

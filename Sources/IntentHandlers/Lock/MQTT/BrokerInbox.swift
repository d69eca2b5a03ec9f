internal import IntentCore
internal import Synchronization

/// Takes the lines of mosquitto_sub(1) and mosquitto_pub(1) with `-d`: what the broker says, and messages.
final class BrokerInbox: Sendable {
  /// A message on one line: whether it was retained, its bytes in hexadecimal, its topic.
  static let format = "M %r %x %t"

  private struct State {
    var messages: [BrokerMessage] = []
    var isSubscribed = false
    var hasSent = false
    var hasEnded = false
    /// Whether it had to connect anew, so that something may have been missed.
    var isCut = false
    var refusal: Int?
  }

  private let state = Mutex(State())
  private let notice = Notice()

  var isSubscribed: Bool { state.withLock { $0.isSubscribed } }
  var hasSent: Bool { state.withLock { $0.hasSent } }
  var hasEnded: Bool { state.withLock { $0.hasEnded } }
  var isCut: Bool { state.withLock { $0.isCut } }
  /// The number with which the broker refused the connection.
  var refusal: Int? { state.withLock { $0.refusal } }

  func first() -> BrokerMessage? {
    state.withLock { $0.messages.isEmpty ? nil : $0.messages.removeFirst() }
  }

  func take(_ event: ProgramEvent) {
    switch event {
    case .ended: state.withLock { $0.hasEnded = true }
    case .line(let line): take(Array(line.utf8))
    }
    notice.give()
  }

  /// Waits for something to happen; what has happened since the last look ends it at once.
  func wait(until end: MonotonicTime, _ access: LockAccess) async throws(Failure) {
    try await notice.wait(until: end, access.world.clock, access.cancellation)
    notice.clear()
  }

  private func take(_ line: [UInt8]) {
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

extension BrokerMessage {
  /// Reads the rest of a line in the subscriber's format.
  fileprivate init?(_ line: ArraySlice<UInt8>) {
    let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count == 3, fields[1].count.isMultiple(of: 2) else { return nil }
    var payload: [UInt8] = []
    var high: UInt8?
    for digit in fields[1] {
      guard let value = Self.value(digit) else { return nil }
      if let first = high {
        payload.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    self.init(
      topic: String(decoding: fields[2], as: UTF8.self), payload: payload,
      isRetained: fields[0].first == UInt8(ascii: "1"))
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x41 + 10
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }
}

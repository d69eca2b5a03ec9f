import IntentCore
import Testing

@testable import IntentPlatform

/// What the kernel may report, round by round.
@Suite struct WriteOrderTests {
  enum Event: Sendable {
    case notice(Snippet.OutputLine.Stream)
    case settle
    case packet(Snippet.OutputLine.Stream, Int)
    case match
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var events: [Event]
    var order: [ProcessOutcome.Piece]

    init(_ name: String, _ events: [Event], _ order: [ProcessOutcome.Piece]) {
      testDescription = name
      self.events = events
      self.order = order
    }
  }

  @Test(arguments: [
    Case(
      "everything in one round",
      [
        .notice(.output), .notice(.error), .notice(.output), .settle, .packet(.output, 1),
        .packet(.output, 3),
        .packet(.error, 2), .match,
      ], [.init(.output, 1), .init(.error, 2), .init(.output, 3)]),
    Case(
      "a packet is read before it is announced",
      [
        .settle, .packet(.output, 1), .packet(.error, 2), .match, .notice(.error), .notice(.output), .settle,
        .match,
      ], [.init(.error, 2), .init(.output, 1)]),
    Case(
      "an announcement comes after its pipe was read",
      [
        .settle, .packet(.error, 2), .notice(.output), .notice(.error), .match, .settle, .packet(.output, 1),
        .match,
      ], [.init(.output, 1), .init(.error, 2)]),
    Case(
      "an announcement of nothing",
      [
        .notice(.output), .notice(.error), .settle, .packet(.error, 2), .match, .settle, .packet(.output, 1),
        .match,
      ],
      [.init(.error, 2), .init(.output, 1)]),
    Case(
      "a large write between two small ones",
      [
        .notice(.error), .notice(.output), .notice(.error), .settle, .packet(.output, 4096),
        .packet(.output, 4096), .packet(.output, 8), .packet(.error, 1), .packet(.error, 2), .match,
      ], [.init(.error, 1), .init(.output, 8200), .init(.error, 2)]),
    Case(
      "full packets that were announced one by one",
      [
        .notice(.output), .notice(.error), .notice(.output), .settle, .packet(.output, 4096),
        .packet(.output, 4096), .packet(.error, 1), .match,
      ], [.init(.output, 4096), .init(.error, 1), .init(.output, 4096)]),
    Case(
      "a writer that found the pipe full",
      [
        .notice(.output), .notice(.output), .notice(.output), .notice(.output), .settle, .packet(.output, 1),
        .packet(.output, 2), .packet(.output, 3), .match, .notice(.output), .notice(.error), .notice(.output),
        .settle, .packet(.output, 4), .packet(.output, 6), .packet(.error, 5), .match,
      ], [.init(.output, 10), .init(.error, 5), .init(.output, 6)]),
    Case(
      "a writer that found the pipe full again and again",
      [
        .settle, .packet(.output, 1), .packet(.output, 2), .packet(.output, 3), .notice(.output),
        .notice(.output), .notice(.output), .notice(.output), .match, .notice(.output), .notice(.error),
        .notice(.output), .notice(.output), .notice(.error), .settle, .packet(.output, 4),
        .packet(.output, 6), .packet(.error, 5), .packet(.error, 7), .match,
      ], [.init(.output, 10), .init(.error, 5), .init(.output, 6), .init(.error, 7)]),
    Case(
      "a pipe that was full without a writer in want of room",
      [
        .notice(.output), .notice(.output), .notice(.output), .notice(.output), .settle, .packet(.output, 1),
        .packet(.output, 2), .packet(.output, 3), .packet(.output, 4), .match, .notice(.error),
        .notice(.output), .settle, .packet(.output, 6), .packet(.error, 5), .match,
      ], [.init(.output, 10), .init(.error, 5), .init(.output, 6)]),
    Case(
      "packets that nothing announced", [.settle, .packet(.error, 1), .packet(.output, 2), .match],
      [.init(.output, 2), .init(.error, 1)]),
  ])
  func `puts packets in the order of the writes`(test: Case) {
    var order = WriteOrder(outputCapacity: 3, errorsCapacity: 3)
    for event in test.events {
      switch event {
      case .notice(let stream): order.noticed(stream)
      case .settle: order.settle()
      case .packet(let stream, let size): order.received(stream, kept: size)
      case .match: order.match()
      }
    }
    order.finish()
    #expect(order.pieces == test.order)
  }
}

/// The exit statuses of the command, in the spirit of sysexits(3).
package enum ExitStatus: Sendable, Equatable {
  case done, failed, usage, badValue, notFound, unavailable, internalError, inputOutput, tryLater, notAllowed
  case badDefinition, deadline
  /// Ended by this signal.
  case signal(Int32)
  /// A child's own status, passed on because it was asked for.
  case handler(Int32)
  /// That of the intent before, which failed.
  case upstream(Int32)

  /// The statuses that help explains, in its order.
  package static let explained: [ExitStatus] = [
    .done, .failed, .usage, .badValue, .notFound, .unavailable, .internalError, .inputOutput, .tryLater,
    .notAllowed, .badDefinition, .deadline, .signal(0),
  ]

  package var code: Int32 { row.code }

  /// What help says of it.
  package var meaning: String { row.meaning }

  private var row: (code: Int32, meaning: String) {
    switch self {
    case .done: (0, "done")
    case .failed: (1, "the handler says that it failed")
    case .usage: (64, "a wrong call, a parameter is missing")
    case .badValue: (65, "a bad value")
    case .notFound: (66, "no such intent or entity")
    case .unavailable: (69, "not available, offline")
    case .internalError: (70, "a fault of runintent itself")
    case .inputOutput: (74, "reading or writing failed")
    case .tryLater: (75, "busy, try later")
    case .notAllowed: (77, "not allowed")
    case .badDefinition: (78, "a bad definition or configuration")
    case .deadline: (124, "not done in time")
    case .signal(let number): (128 + number, "ended by signal N")
    case .handler(let status), .upstream(let status): (status, "")
    }
  }

  /// The status of our own with this number; `nil` when there is none.
  package init?(code: Int32) {
    if code > 128 {
      self = .signal(code - 128)
    } else if let status = Self.explained.first(where: { $0.code == code }) {
      self = status
    } else {
      return nil
    }
  }
}

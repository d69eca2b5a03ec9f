/// The exit statuses of the command, in the spirit of sysexits(3).
package enum ExitStatus: Sendable, Equatable {
  case done
  /// The handler says that it failed.
  case failed
  case usage
  case badValue
  case notFound
  case unavailable
  case internalError
  case inputOutput
  case tryLater
  case notAllowed
  case badDefinition
  case deadline
  /// Ended by this signal.
  case signal(Int32)
  /// A child's own status, passed on because it was asked for.
  case handler(Int32)
  /// That of the intent before, which failed.
  case upstream(Int32)

  package var code: Int32 {
    switch self {
    case .done: 0
    case .failed: 1
    case .usage: 64
    case .badValue: 65
    case .notFound: 66
    case .unavailable: 69
    case .internalError: 70
    case .inputOutput: 74
    case .tryLater: 75
    case .notAllowed: 77
    case .badDefinition: 78
    case .deadline: 124
    case .signal(let number): 128 + number
    case .handler(let status), .upstream(let status): status
    }
  }
}

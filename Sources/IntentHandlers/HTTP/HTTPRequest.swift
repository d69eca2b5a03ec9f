internal import IntentCore

/// One request, with nothing left to the tool that sends it.
struct HTTPRequest: Sendable {
  var method = "GET"
  var address: HTTPAddress
  var headers: [(name: String, value: String)] = []
  var body: [UInt8]?
  /// How long it may take, connecting included.
  var timeout: Duration
  /// The absolute path of certificates to trust instead of the system's.
  var certificates: String?

  /// Whether repeating it does no more than doing it once (RFC 9110, section 9.2.2).
  static func isIdempotent(_ method: String) -> Bool { !["POST", "PATCH"].contains(method) }

  /// Whether a name is a token (RFC 9110, section 5.6.2) and not one that belongs to the connection.
  static func mayName(_ name: String) -> Bool {
    guard !name.utf8.isEmpty else { return false }
    let isToken = name.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
    }
    let lower = name.lowercased()
    return isToken
      && !["host", "content-length", "transfer-encoding", "connection", "expect", "te", "upgrade", "trailer"]
        .contains(lower)
  }

  /// Whether a value has no control characters but the tab.
  static func mayBe(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }
}

/// What came of a request.
struct HTTPAnswer: Sendable {
  /// The status, 0 when none came.
  var status = 0
  var body: [UInt8] = []
  /// The exit status of curl(1) for it, 0 when an answer came.
  var exit = 0
  var complaint = ""
  var type = ""
  /// Where a redirection leads.
  var location = ""
  /// Whether a connection stood at all.
  var wasConnected = false
  /// Whether more came than was wanted.
  var isCut = false
}

extension HTTPAnswer {
  var isSuccess: Bool { exit == 0 && (200...299).contains(status) }

  /// Whether the request cannot have reached the service.
  var wasNeverSent: Bool { !wasConnected || code == .httpTLS }

  /// What kept the answer away, `nil` when one came; the exit statuses are those of curl(1).
  var code: FaultCode? {
    // Where no length was told, curl(1) reads on until its time is over.
    if isCut { return .httpTooLarge }
    return switch exit {
    case 0: nil
    case 5, 6, 7: .httpUnreachable
    case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91: .httpTLS
    case 28: wasConnected ? .httpTimedOut : .httpUnreachable
    case 63: .httpTooLarge
    default: .httpLost
    }
  }

  /// The failure of a request whose answer did not come or is not the one expected.
  func failure(_ request: HTTPRequest, expected: [Int] = []) -> Fault? {
    let name = FaultArgument.text(request.address.origin)
    if let code {
      return Fault(
        code,
        [
          "name": name, "reason": .text(complaint), "seconds": .text(request.timeout.secondsText),
        ])
    }
    if expected.isEmpty ? (200...299).contains(status) : expected.contains(status) { return nil }
    let code: FaultCode =
      switch status {
      case 401, 403: .httpTokenRefused
      case 502, 503, 504: .httpUnavailable
      default: .httpStatus
      }
    return Fault(code, ["name": name, "status": .integer(status)])
  }

  /// The body as JSON; fails with `http.bad-json`.
  func json(_ request: HTTPRequest) throws(Failure) -> Value {
    do throws(Failure) {
      return try Value(json: body, file: request.address.origin)
    } catch {
      throw Failure(.httpBadJSON, ["name": .text(request.address.origin)])
    }
  }
}

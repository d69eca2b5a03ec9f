internal import IntentCore

/// One request, with nothing left to the tool that sends it.
struct HTTPRequest: Sendable {
  static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

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
    let isToken = name.utf8.allSatisfy { $0.isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    let lower = name.lowercased()
    return isToken
      && !["host", "content-length", "transfer-encoding", "connection", "expect", "te", "upgrade", "trailer"]
        .contains(lower)
  }

  /// Whether a value has no control characters but the tab.
  static func mayBe(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }

  /// Takes a body: text as it is, anything else as JSON.
  mutating func take(body value: Value?) {
    guard let value else { return }
    body = Array((value.stringValue ?? value.json()).utf8)
    if headers.contains(where: { $0.name.lowercased() == "content-type" }) { return }
    let type = value.stringValue == nil ? "application/json" : "text/plain; charset=utf-8"
    headers.append(("Content-Type", type))
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
        code, ["name": name, "reason": .text(complaint), "seconds": .text(request.timeout.secondsText)])
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

  /// Why nothing was done at all: the request never arrived, or nobody was let in; `nil` when it may have been.
  func refusal(_ request: HTTPRequest) -> Fault? {
    !wasConnected || code == .httpTLS || status == 401 || status == 403 ? failure(request) : nil
  }

  /// The body as JSON; fails with `http.bad-json`.
  func json(_ request: HTTPRequest) throws(Failure) -> Value {
    if let value = try? Value(json: body, file: request.address.origin) { return value }
    throw Failure(.httpBadJSON, ["name": .text(request.address.origin)])
  }

  /// The same of an answer that must be a good one.
  func goodJSON(_ request: HTTPRequest) throws(Failure) -> Value {
    if let fault = failure(request) { throw Failure([fault]) }
    return try json(request)
  }
}

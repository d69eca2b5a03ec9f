internal import IntentCore
internal import IntentPipeline

/// One call of the handler `http`: the request, its repetitions, and what is read back.
struct HTTPCall {
  private static let standardTimeout = Duration.seconds(10)
  /// The first pause before a request is sent again; each further one is twice as long.
  private static let firstPause = Duration.milliseconds(250)
  private static let longestPause = Duration.seconds(5)
  private static let mostRedirects = 5

  private let call: HandlerCall
  private let access: ProviderAccess
  private let request: HTTPRequest
  private let expected: [Int]
  private let pointer: JSONPointer?
  private let limit: Int
  private let retries: Int
  private let redirects: [HTTPAddress]

  init(_ call: HandlerCall, _ context: HandlerContext) throws(Failure) {
    self.call = call
    access = ProviderAccess(context)
    let place = try HTTPPlace("url", of: call)
    guard let address = place.address, place.capability.mayTouch(address.capability.text) else {
      throw HTTPPlace.unfit("url", try call.text("url") ?? "")
    }
    var request = HTTPRequest(
      method: try Self.method(of: call), address: address, headers: try Self.headers(of: call),
      timeout: try call.duration("timeout") ?? Self.standardTimeout,
      certificates: try call.text("certificates"))
    request.take(body: call["body"]?.value)
    self.request = request
    expected = try Self.statuses(of: call)
    pointer = try call.text("pointer").map { text throws(Failure) in try Self.pointer(text) }
    limit = max(1, min(try call.integer("limit") ?? 1 << 20, 64 << 20))
    retries = try Self.retries(of: call)
    redirects = try call.words("redirects").compactMap { HTTPAddress($0.value?.plainText ?? "") }
  }

  func answer() async throws(Failure) -> IntentResult {
    let (answer, last) = try await sentAgain(request)
    if let fault = answer.failure(last, expected: expected) { throw Failure([fault]) }
    let value = try call.text("readBack") == nil ? try value(of: answer, last) : try await readBack()
    var result = IntentResult(dialog: call.definition.title)
    result.value = value
    let text = value.readableText
    if !text.utf8.isEmpty, text.utf8.count <= 4096 { result.snippet = Snippet([.text(text)]) }
    return result
  }

  /// Sends a request until it is answered, no more often than it may be.
  private func sentAgain(_ first: HTTPRequest) async throws(Failure) -> (HTTPAnswer, HTTPRequest) {
    var pause = Self.firstPause
    var left = HTTPRequest.isIdempotent(first.method) ? retries : 0
    while true {
      let (answer, last) = try await sent(first)
      guard left > 0, answer.isPassing else { return (answer, last) }
      left -= 1
      try await access.wait(pause)
      pause = min(pause * 2, Self.longestPause)
    }
  }

  /// Sends a request, and again where it is sent on to a place that the definition names.
  private func sent(_ first: HTTPRequest) async throws(Failure) -> (HTTPAnswer, HTTPRequest) {
    var request = first
    var status = 0
    for _ in 0...Self.mostRedirects {
      request.timeout = min(request.timeout, max(.milliseconds(1), access.deadline - access.now))
      let answer = try await Curl(access).send(request, limit: limit)
      status = answer.status
      guard answer.exit == 0, [301, 302, 303, 307, 308].contains(answer.status),
        !expected.contains(answer.status), let next = HTTPAddress(answer.location),
        redirects.contains(where: { $0.isBeside(next) }), request.method == "GET" || request.method == "HEAD"
      else { return (answer, request) }
      // What is meant for one place, such as a token, is not for another.
      if !next.isBeside(request.address) { request.headers = [] }
      request.address = next
    }
    throw Failure(.httpStatus, ["name": .text(request.address.origin), "status": .integer(status)])
  }

  /// Reads until the value is the one that is wanted.
  private func readBack() async throws(Failure) -> Value {
    let place = try HTTPPlace("readBack", of: call)
    guard let address = place.address else {
      throw HTTPPlace.unfit("readBack", try call.text("readBack") ?? "")
    }
    var read = HTTPRequest(
      address: address, headers: address.isBeside(request.address) ? request.headers : [],
      timeout: request.timeout, certificates: request.certificates)
    read.headers.removeAll { $0.name.lowercased() == "content-type" }
    let within = try call.duration("within") ?? .seconds(10)
    let end = min(access.now + within, access.deadline)
    var pause = Duration.milliseconds(100)
    while true {
      read.timeout = min(request.timeout, max(.milliseconds(1), end - access.now))
      let (answer, last) = try await sent(read)
      let fault = answer.failure(last)
      if let fault, !answer.isPassing { throw Failure([fault]) }
      if fault == nil, let value = try? value(of: answer, last), value == call["until"]?.value ?? value {
        return value
      }
      guard access.now + pause < end else {
        throw Failure(
          .httpNotConfirmed, ["name": .text(address.origin), "seconds": .text(within.secondsText)])
      }
      try await access.wait(pause)
      pause = min(pause * 2, .seconds(1))
    }
  }

  private func value(of answer: HTTPAnswer, _ request: HTTPRequest) throws(Failure) -> Value {
    if let pointer {
      guard let value = pointer.value(in: try answer.json(request)) else {
        throw Failure(.httpPointer, ["name": .text(request.address.origin), "value": .text(pointer.text)])
      }
      return value
    }
    if answer.body.isEmpty { return .null }
    let type = answer.type.lowercased().utf8.prefix { $0 != UInt8(ascii: ";") }
    let isJSON = type.elementsEqual("application/json".utf8) || type.suffix(5).elementsEqual("+json".utf8)
    return isJSON ? try answer.json(request) : .string(String(decoding: answer.body, as: UTF8.self))
  }
}

extension HTTPAnswer {
  /// Whether it may be another a moment later.
  fileprivate var isPassing: Bool {
    switch code {
    case .httpUnreachable, .httpTimedOut, .httpLost: true
    case nil: [408, 425, 429, 502, 503, 504].contains(status)
    default: false
    }
  }
}

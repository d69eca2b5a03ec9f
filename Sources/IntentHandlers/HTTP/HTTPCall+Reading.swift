internal import IntentCore
internal import IntentPipeline

extension HTTPCall {
  static func method(of call: HandlerCall) throws(Failure) -> String {
    guard let method = try call.text("method") else { return call["body"]?.value == nil ? "GET" : "POST" }
    if HTTPHandler.methods.contains(where: { $0.utf8.elementsEqual(method.utf8) }) { return method }
    throw Failure(
      .valueEnum,
      [
        "name": .text(call.spelling(of: "method")), "value": .text(method),
        "allowed": .list(HTTPHandler.methods),
      ])
  }

  static func headers(of call: HandlerCall) throws(Failure) -> [(name: String, value: String)] {
    var headers: [(name: String, value: String)] = []
    for (name, value) in try call.table("headers") {
      guard HTTPRequest.mayName(name), HTTPRequest.mayBe(value) else {
        throw Failure(.valueControl, ["name": .text("with.headers.\(name)")])
      }
      headers.append((name, value))
    }
    return headers
  }

  static func statuses(of call: HandlerCall) throws(Failure) -> [Int] {
    switch call["status"]?.value {
    case nil: return []
    case .integer(let status)?: return [status]
    case .array(let items)? where items.allSatisfy({ $0.integerValue != nil }):
      return items.compactMap(\.integerValue)
    case let other?:
      throw Failure(
        .valueType,
        [
          "name": .text(call.spelling(of: "status")), "expected": "a status such as 200",
          "value": .text(other.json()),
        ])
    }
  }

  /// How often a request may be sent again, which must not be one that does more when it is done twice.
  static func retries(of call: HandlerCall) throws(Failure) -> Int {
    let isIdempotent = HTTPRequest.isIdempotent(try method(of: call))
    guard let retries = try call.integer("retries") else { return isIdempotent ? 2 : 0 }
    let most = isIdempotent ? 10 : 0
    guard (0...most).contains(retries) else {
      throw Failure(
        retries < 0 ? .valueMinimum : .valueMaximum,
        [
          "name": .text(call.spelling(of: "retries")), "value": .text(String(retries)),
          "limit": .text(String(retries < 0 ? 0 : most)),
        ])
    }
    return retries
  }

  static func pointer(_ text: String) throws(Failure) -> JSONPointer {
    if let pointer = JSONPointer(text) { return pointer }
    throw Failure(
      .valueType,
      ["name": "with.pointer", "expected": "a JSON Pointer such as /state/0", "value": .text(text)])
  }
}

extension HTTPRequest {
  /// Takes a body: text as it is, anything else as JSON.
  mutating func take(body value: Value?) {
    guard let value else { return }
    let isText: Bool
    if case .string(let text) = value {
      body = Array(text.utf8)
      isText = true
    } else {
      body = Array(value.json().utf8)
      isText = false
    }
    if !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
      headers.append(("Content-Type", isText ? "text/plain; charset=utf-8" : "application/json"))
    }
  }
}

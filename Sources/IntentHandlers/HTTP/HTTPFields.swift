internal import IntentCore
internal import IntentPipeline

extension HTTPCall {
  static func method(of call: HandlerCall) throws(Failure) -> String {
    try call.choice("method", among: HTTPRequest.methods) ?? (call["body"]?.value == nil ? "GET" : "POST")
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
    guard let value = call["status"]?.value else { return [] }
    let items = value.arrayValue ?? [value]
    let statuses = items.compactMap(\.integerValue)
    if statuses.count == items.count { return statuses }
    throw .unfit(call.spelling(of: "status"), value.json(), expected: "a status such as 200")
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
    throw .unfit("with.pointer", text, expected: "a JSON Pointer such as /state/0")
  }
}

/// The place that a field names.
struct HTTPPlace {
  /// `nil` where it cannot be told before values are known.
  let address: HTTPAddress?
  let capability: Capability

  init(_ field: String, of call: HandlerCall) throws(Failure) {
    let text = call.definition.with(field)?.address(call) ?? ""
    let fixed = call.definition.with(field)?.leadingText ?? ""
    let isFree = call[field]?.isFree == true && !Self.holdsPlace(fixed)
    address = HTTPAddress(text)
    if !isFree {
      guard let address else { throw Self.unfit(field, text) }
      capability = address.capability
      return
    }
    let scheme = text.utf8.starts(with: "http://".utf8) ? HTTPAddress.Scheme.http : .https
    capability = .network(
      scheme: scheme.rawValue, host: .any, port: address?.port ?? (scheme == .https ? 443 : 80))
  }

  static func unfit(_ field: String, _ value: String) -> Failure {
    Failure(.httpAddress, ["name": .text("with.\(field)"), "value": .text(value)])
  }

  /// Whether the text goes on after its scheme, host and port.
  private static func holdsPlace(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")), bytes[slash...].starts(with: "//".utf8) else {
      return false
    }
    return bytes[(slash + 2)...].contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
  }
}

extension HTTPAddress {
  var capability: Capability { .network(scheme: scheme.rawValue, host: .exact(host), port: port) }
}

extension Template {
  /// The text with values percent-encoded, so that none becomes another part of an address; a text that is nothing but
  /// a placeholder is the value itself.
  fileprivate func address(_ call: HandlerCall) -> String {
    let find = call.find
    if case .reference(let reference) = self { return find(reference)?.plainText ?? "" }
    return fill { reference in find(reference)?.plainText.map { .string(HTTPAddress.encoded($0)) } }?
      .plainText ?? ""
  }

  /// What stands before the first placeholder.
  fileprivate var leadingText: String {
    switch self {
    case .literal(let value): value.plainText ?? ""
    case .text(let segments): if case .literal(let text)? = segments.first { text } else { "" }
    default: ""
    }
  }
}

package import IntentCore
package import IntentPipeline

/// Sends a request by HTTP and answers with what came, once the service has confirmed it where a read-back is given.
package struct HTTPHandler: AnsweringHandler {
  static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

  package init() {}

  package let descriptor = HandlerDescriptor(
    name: "http", summary: "Sends a request by HTTP and answers with what came.",
    fields: [
      .init("url", .string, required: true, help: "Where to; a value in it is percent-encoded."),
      .init("method", .choice(methods), help: "GET when absent, or POST with a body."),
      .init("headers", .table, takesSecrets: true, help: "Headers by name."),
      .init("body", .any, takesSecrets: true, help: "What is sent: text as it is, anything else as JSON."),
      .init("status", .statuses, help: "The statuses that are expected; 200 to 299 when absent."),
      .init("pointer", .pointer, help: "The way to the value in the answer's JSON."),
      .init(
        "retries", .integer,
        help: "How often it is sent again when the service is not there; 2 when absent, 0 for POST and PATCH."
      ),
      .init("timeout", .duration, help: "How long one request may take; 10 s when absent."),
      .init("limit", .integer, help: "The most bytes of an answer; 1048576 when absent."),
      .init(
        "redirects", .strings, help: "The places, such as https://example.org, that it may be sent on to."),
      .init(
        "certificates", .string, help: "A file of certificates to trust instead of the system's, absolute."),
      .init("readBack", .string, help: "Where to read afterwards whether it was done."),
      .init("until", .any, help: "The value that the pointer must then lead to; any when absent."),
      .init("within", .duration, help: "How long that may take; 10 s when absent."),
    ])

  /// The places that are reached; one that a caller may choose is any host.
  package func capabilities(_ call: HandlerCall) throws(Failure) -> [Capability] {
    var capabilities: [Capability] = []
    for field in ["url", "readBack"] where call[field]?.value != nil {
      capabilities.append(try HTTPPlace(field, of: call).capability)
    }
    for bound in try call.words("redirects") {
      if bound.isFree { throw HTTPPlace.unfit("redirects", bound.value?.plainText ?? "") }
      guard let address = HTTPAddress(bound.value?.plainText ?? ""), address.target == "/" else {
        throw HTTPPlace.unfit("redirects", bound.value?.plainText ?? "")
      }
      capabilities.append(address.capability)
    }
    _ = try HTTPCall.retries(of: call)
    var once: [Capability] = []
    for capability in capabilities where !once.contains(capability) { once.append(capability) }
    return once
  }

  package func answer(
    _ call: HandlerCall, _ context: HandlerContext
  ) async throws(Failure) -> IntentResult {
    try await HTTPCall(call, context).answer()
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
    guard isFree else {
      guard let address = HTTPAddress(text) else { throw Self.unfit(field, text) }
      self.address = address
      capability = address.capability
      return
    }
    address = HTTPAddress(text)
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

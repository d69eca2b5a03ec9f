internal import IntentCore
internal import IntentPipeline

/// Sends a request by HTTP and answers with what came, once the service has confirmed it where a read-back is given.
struct HTTPHandler: AnsweringHandler {
  let descriptor = HandlerDescriptor(
    name: "http", summary: "Sends a request by HTTP and answers with what came.",
    fields: [
      .init("url", .string, required: true, help: "Where to; a value in it is percent-encoded."),
      .init("method", .choice(HTTPRequest.methods), help: "GET when absent, or POST with a body."),
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
  func capabilities(_ call: HandlerCall) throws(Failure) -> [Capability] {
    var claims: [Capability] = []
    for field in ["url", "readBack"] where call[field]?.value != nil {
      claims.append(try HTTPPlace(field, of: call).capability)
    }
    for bound in try call.words("redirects") {
      let text = bound.value?.plainText ?? ""
      guard !bound.isFree, let address = HTTPAddress(text), address.target == "/" else {
        throw HTTPPlace.unfit("redirects", text)
      }
      claims.append(address.capability)
    }
    if call["certificates"]?.isFree == true {
      let expected = "a path of the definition's own, since it says whom the request trusts"
      throw .unfit(call.spelling(of: "certificates"), try call.text("certificates") ?? "", expected: expected)
    }
    _ = try HTTPCall.retries(of: call)
    return claims.indices.filter { !claims[..<$0].contains(claims[$0]) }.map { claims[$0] }
  }

  func answer(_ call: HandlerCall, _ context: HandlerContext) async throws(Failure) -> IntentResult {
    try await HTTPCall(call, context).answer()
  }
}

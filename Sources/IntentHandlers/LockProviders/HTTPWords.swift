internal import IntentCore

/// What a service says in words when it does not do what it was asked.
extension HTTPAnswer {
  /// How much of it is told.
  private static let most = 200

  /// The message of a JSON body, or the first words of a text; `nil` where it says nothing.
  var words: String? {
    let json = try? Value(json: body, file: "")
    let told =
      ["message", "error", "detail", "reason"].lazy.compactMap { json?.at([$0])?.stringValue }.first
      ?? (json?.stringValue ?? (json == nil && !isPage ? String(decoding: body, as: UTF8.self) : ""))
    var line: [UInt8] = []
    for byte in told.utf8 {
      let isBlank = byte <= 0x20 || byte == 0x7F
      if !isBlank { line.append(byte) } else if let last = line.last, last != 0x20 { line.append(0x20) }
    }
    if line.last == 0x20 { line.removeLast() }
    if line.isEmpty { return nil }
    return line.count <= Self.most
      ? String(decoding: line, as: UTF8.self)
      : String(String(decoding: line, as: UTF8.self).prefix(Self.most)) + "…"
  }

  /// A page for browsers says nothing in one line.
  private var isPage: Bool {
    body.first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  /// Status and words, for a remark.
  var summary: String { "the answer was: \(String(status))\(words.map { " \($0)" } ?? "")" }

  /// The fault, with what the service says about it.
  func explaining(_ fault: Fault) -> Fault {
    guard let words, status >= 400 else { return fault }
    var fault = fault
    fault.arguments.append(("hint", .text(words)))
    return fault
  }

  /// The body of a good answer as JSON; fails with what the service says.
  func told(_ request: HTTPRequest) throws(Failure) -> Value {
    if let fault = failure(request) { throw Failure([explaining(fault)]) }
    return try json(request)
  }
}

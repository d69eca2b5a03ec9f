internal import IntentCore

/// Requests by curl(1), which reads all that it is to do from its standard input: nothing stands in its arguments.
struct Curl {
  static let program = ProviderProgram(name: "curl", package: "curl")
  /// The descriptor of the first body.
  private static let firstBody: Int32 = 10

  private let access: ProviderAccess

  init(_ access: ProviderAccess) { self.access = access }

  /// Sends one request and reads the answer, which must be a good one, as JSON.
  func json(_ request: HTTPRequest, limit: Int = 1 << 20) async throws(Failure) -> Value {
    try await send(request, limit: limit).goodJSON(request)
  }

  func send(_ request: HTTPRequest, limit: Int = 1 << 20) async throws(Failure) -> HTTPAnswer {
    try await send([request], limit: limit)[0]
  }

  /// Sends the requests in this order, each once and on one connection where that goes; the bodies are kept, each up
  /// to so many bytes. There are as many answers as requests.
  func send(_ requests: [HTTPRequest], limit: Int = 1 << 20) async throws(Failure) -> [HTTPAnswer] {
    var process = try Self.program.request(["-q", "--config", "-"], access.world)
    var script = CurlScript()
    for (index, request) in requests.enumerated() {
      if let body = request.body {
        process.descriptors.append(HandedContents(number: Self.firstBody + Int32(index), contents: body))
      }
      try script.add(
        request, body: request.body == nil ? nil : Self.firstBody + Int32(index), limit: limit)
    }
    process.input = script.bytes
    process.outputLimit = limit * requests.count
    let outcome = try await access.world.processes.run(process, access.cancellation)
    let lines = outcome.errors.split(separator: UInt8(ascii: "\n")).compactMap(CurlScript.answer)
    guard lines.count == requests.count else {
      throw Failure(.unavailable, ["name": "curl", "reason": .text(outcome.complaint)])
    }
    var answers: [HTTPAnswer] = []
    var rest = outcome.output[...]
    for (index, line) in lines.enumerated() {
      var answer = line.answer
      let isLast = index == lines.count - 1
      let body = isLast ? rest : rest.prefix(line.size)
      answer.body = Array(body)
      rest = rest.dropFirst(body.count)
      answer.isCut = isLast && outcome.droppedOutput > 0
      answers.append(answer)
    }
    return answers
  }
}

/// What curl(1) reads from its configuration file: long options, with values in quotes.
struct CurlScript {
  private(set) var bytes: [UInt8] = []

  /// What is told of each request on a line of its own.
  private static let report =
    "%{stderr}\\n#\\t%{http_code}\\t%{exitcode}\\t%{time_connect}\\t%{content_type}\\t%{redirect_url}\\t%{size_download}\\t%{errormsg}\\n"

  mutating func add(_ request: HTTPRequest, body: Int32?, limit: Int) throws(Failure) {
    if !bytes.isEmpty { bytes += "next\n".utf8 }
    try line("url", request.address.text)
    if request.method == "HEAD" { bytes += "head\n".utf8 } else { try line("request", request.method) }
    try line("proto", "=\(request.address.scheme.rawValue)")
    bytes += "globoff\npath-as-is\nhttp1.1\nsilent\n".utf8
    try line("user-agent", "runintent")
    let milliseconds = max(1, request.timeout.wholeMilliseconds)
    try line("max-time", "\(String(milliseconds / 1000)).\((milliseconds % 1000).padded(3))")
    try line("connect-timeout", "5")
    if let certificates = request.certificates { try line("cacert", certificates) }
    for (name, value) in request.headers {
      try line("header", value.utf8.isEmpty ? "\(name);" : "\(name): \(value)")
    }
    if let body {
      try line("header", "Expect:")
      try line("data-binary", "@/dev/fd/\(String(body))")
    }
    try line("max-filesize", String(limit))
    bytes += "write-out = \"\(Self.report)\"\n".utf8
  }

  /// Nothing that could end a line or a quotation gets in.
  private mutating func line(_ option: String, _ value: String) throws(Failure) {
    guard HTTPRequest.mayBe(value) else { throw Failure(.valueControl, ["name": .text(option)]) }
    bytes += "\(option) = \"".utf8
    for byte in value.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
      if byte == 0x09 { bytes += "\\t".utf8 } else { bytes.append(byte) }
    }
    bytes += "\"\n".utf8
  }

  /// Reads a line of the report, `nil` when it is something else; the size is that of the body.
  static func answer(_ line: ArraySlice<UInt8>) -> (answer: HTTPAnswer, size: Int)? {
    let fields = line.split(separator: UInt8(ascii: "\t"), maxSplits: 7, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard fields.count == 8, fields[0] == "#", let status = Int(fields[1]), let exit = Int(fields[2]),
      let size = Int(fields[6])
    else { return nil }
    let answer = HTTPAnswer(
      status: status, exit: exit, complaint: fields[7], type: fields[4], location: fields[5],
      wasConnected: status != 0 || !fields[3].utf8.allSatisfy { "0.".utf8.contains($0) })
    return (answer, size)
  }
}

internal import IntentCore
internal import IntentPipeline

/// A program of the system that a provider drives, found in fixed folders and never through a shell or PATH.
struct ProviderProgram {
  let name: String
  /// The Debian package that brings it.
  let package: String

  static let folders = ["/usr/bin", "/usr/sbin", "/bin", "/sbin", "/usr/local/bin", "/usr/local/sbin"]

  func path(_ world: World) -> String? {
    for folder in Self.folders {
      let path = "\(folder)/\(name)"
      if world.files.isExecutable(path) { return path }
    }
    return nil
  }

  /// Fails with `provider.not-installed` when the program is missing.
  func request(_ arguments: [String], _ world: World) throws(Failure) -> ProcessRequest {
    guard let path = path(world) else {
      throw Failure(.programMissing, ["program": .text(name), "package": .text(package)])
    }
    // Messages are never looked at, but words such as states must not be translated.
    return ProcessRequest(
      executable: path, arguments: arguments,
      environment: [("LC_ALL", "C"), ("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")])
  }

  func run(
    _ arguments: [String], _ world: World, _ cancellation: any Cancellation
  ) async throws(Failure) -> ProcessOutcome {
    try await world.processes.run(request(arguments, world), cancellation)
  }
}

extension ProcessOutcome {
  /// The first line that the program wrote for people, without the word `Error:`.
  var complaint: String {
    let line = errors.prefix { $0 != UInt8(ascii: "\n") }
    let lead = "Error: ".utf8
    let text = line.starts(with: lead) ? line.dropFirst(lead.count) : line
    return String(decoding: text, as: UTF8.self)
  }

  var status: Int32? { if case .status(let number) = exit { number } else { nil } }
}

extension Sequence<UInt8> {
  /// Whether the bytes hold those of the text.
  func holds(_ text: String) -> Bool {
    let all = Array(self)
    let wanted = Array(text.utf8)
    guard !wanted.isEmpty, all.count >= wanted.count else { return wanted.isEmpty }
    return (0...(all.count - wanted.count)).contains { all[$0...].starts(with: wanted) }
  }
}

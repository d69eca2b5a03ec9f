internal import IntentCore

/// A program of the system that a provider drives, found in fixed folders and never through a shell or PATH.
struct ProviderProgram {
  let name: String
  /// The Debian package that brings it.
  let package: String

  static let folders = ["/usr/bin", "/usr/sbin", "/bin", "/sbin", "/usr/local/bin", "/usr/local/sbin"]

  func path(_ world: World) -> String? {
    Self.folders.map { "\($0)/\(name)" }.first { world.files.isExecutable($0) }
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

  func run(_ arguments: [String], _ access: ProviderAccess) async throws(Failure) -> ProcessOutcome {
    try await access.world.processes.run(request(arguments, access.world), access.cancellation)
  }

  /// Starts the program and hands on each line that it writes, and that it ended; `nil` where it cannot be started.
  func monitor(
    _ arguments: [String], _ world: World, ended: @escaping @Sendable () -> Void = {},
    _ take: @escaping @Sendable (String) -> Void
  ) -> (any ProgramStream)? {
    try? world.processes.stream(request(arguments, world)) { event in
      switch event {
      case .line(let line): take(line)
      case .ended: ended()
      }
    }
  }
}

extension ProgramStream {
  /// Does the work and then ends the program, also when the work fails.
  func stopped<T>(after work: () async throws(Failure) -> T) async throws(Failure) -> T {
    do throws(Failure) {
      let value = try await work()
      await stop()
      return value
    } catch {
      await stop()
      throw error
    }
  }
}

extension ProcessOutcome {
  /// The first line that the program wrote for people, without the word `Error:`.
  var complaint: String {
    let line = errors.prefix { $0 != UInt8(ascii: "\n") }
    let lead = "Error: ".utf8
    return String(decoding: line.starts(with: lead) ? line.dropFirst(lead.count) : line, as: UTF8.self)
  }

  var status: Int32? { if case .status(let number) = exit { number } else { nil } }
}

extension Sequence<UInt8> {
  func holds(_ text: String) -> Bool {
    var rest = Array(self)[...]
    guard let first = text.utf8.first else { return true }
    while let start = rest.firstIndex(of: first) {
      if rest[start...].starts(with: text.utf8) { return true }
      rest = rest[(start + 1)...]
    }
    return false
  }
}

internal import IntentCore
internal import Redaction
internal import Synchronization

/// A program that writes a secret, such as `pass show door`, run without a shell and with little of the caller's.
struct SecretHelper {
  /// How long it may take; a person may have to unlock a key store meanwhile.
  static let patience = Duration.seconds(30)
  /// What key stores need besides the few variables that every program gets.
  static let variables = [
    "GNUPGHOME", "GPG_TTY", "PASSWORD_STORE_DIR", "SSH_AUTH_SOCK", "DBUS_SESSION_BUS_ADDRESS",
    "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
  ]

  let words: [String]
  let reading: SecretReading

  /// What it wrote to standard output; a failure tells only what it wrote to standard error, without secrets.
  func output(hiding known: ValueObject) async throws(Failure) -> [UInt8] {
    let outcome = try await ended(try request)
    switch outcome.exit {
    case .status(0): return outcome.output
    case .status(let status): throw failure(["status": .integer(Int(status))], outcome, known)
    case .signal(let number): throw failure(["signal": .integer(Int(number))], outcome, known)
    }
  }

  private var request: ProcessRequest {
    get throws(Failure) {
      let world = reading.world
      guard let program = words.first, program.utf8.first == UInt8(ascii: "/") else {
        throw failure(["reason": "not-absolute"])
      }
      guard world.files.isExecutable(program) else { throw failure(["reason": "not-executable"]) }
      let caller = world.machine.caller
      var environment = caller.environment
      for variable in caller.desktop
        + Self.variables.compactMap({ name in
          caller.variable(name).map { (name: name, value: $0) }
        }) where !environment.contains(where: { $0.name == variable.name })
      { environment.append(variable) }
      return ProcessRequest(
        executable: program, arguments: Array(words.dropFirst()), environment: environment,
        directory: caller.environment.first { $0.name == "HOME" }?.value ?? "/",
        outputLimit: SecretReading.limit + 2)
    }
  }

  private func ended(_ request: ProcessRequest) async throws(Failure) -> ProcessOutcome {
    let outcome = Mutex<ProcessOutcome?>(nil)
    let run = reading.world.processes.run
    let wall = reading.world.clock.wall()
    let report = await reading.withLimit(Self.patience, reading.cancellation) { cancellation in
      var report = RunReport(intent: "", outcome: .failed(Failure(.internalError)), startedAt: wall)
      do throws(Failure) {
        let ended = try await run(request, cancellation)
        outcome.withLock { $0 = ended }
      } catch {
        report.outcome = .failed(error)
      }
      return report
    }
    if let ended = outcome.withLock({ $0 }) { return ended }
    guard case .failed(let failure) = report.outcome else { throw Failure(.internalError) }
    if reading.cancellation.reason != nil { throw failure }
    if failure.faults.first?.code == .timedOut {
      throw self.failure(["seconds": .text(Self.patience.secondsText), "reason": "too-slow"])
    }
    throw failure
  }

  private func failure(
    _ arguments: KeyValuePairs<String, FaultArgument>, _ outcome: ProcessOutcome? = nil,
    _ known: ValueObject = ValueObject()
  ) -> Failure {
    var fault = Fault(.secretCommand, arguments)
    fault.arguments.append(("program", .text(words.first ?? "")))
    guard let outcome, !outcome.errors.isEmpty else { return Failure([fault]) }
    let written = String(decoding: outcome.output, as: UTF8.self)
    let redactor = Redactor(known.members.compactMap(\.value.stringValue) + [written.withoutLineEnd])
    let errors = String(decoding: redactor.hide(outcome.errors), as: UTF8.self).withoutLineEnd
    fault.arguments.append(("found", .text(errors)))
    return Failure([fault])
  }
}

extension String {
  fileprivate var withoutLineEnd: String {
    utf8.last == 0x0A ? String(decoding: utf8.dropLast(), as: UTF8.self) : self
  }
}

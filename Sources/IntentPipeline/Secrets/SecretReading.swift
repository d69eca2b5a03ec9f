package import IntentCore
internal import Redaction
internal import Synchronization

/// Reads the secrets that a run names, each from where the configuration says that it is kept.
package struct SecretReading {
  /// The most bytes of a secret.
  static let limit = 64 << 10

  let world: World
  let withLimit: TimeLimit
  let cancellation: any Cancellation

  package init(world: World, withLimit: @escaping TimeLimit, cancellation: any Cancellation) {
    (self.world, self.withLimit, self.cancellation) = (world, withLimit, cancellation)
  }

  /// The secrets by name; fails with all that is wrong with any of them.
  package func read(_ names: [String]) async throws(Failure) -> ValueObject {
    let configuration = try world.configuration()
    var secrets = ValueObject()
    var faults: [Fault] = []
    for name in names where secrets[name] == nil {
      do throws(Failure) {
        guard let reference = configuration.secret(named: name) else {
          throw Failure([Self.undefined(name, world)])
        }
        secrets[name] = .string(try text(await bytes(reference, among: secrets)))
      } catch {
        if cancellation.reason != nil { throw error }
        faults += error.faults.map { $0.about(secret: name) }
      }
    }
    if !faults.isEmpty { throw Failure(faults) }
    return secrets
  }

  /// The fault of a secret that the configuration does not define, with the entry that would.
  package static func undefined(_ name: String, _ world: World) -> Fault {
    let caller = world.machine.caller
    let home = caller.environment.first { $0.name == "HOME" }?.value
    let folder = caller.variable("XDG_CONFIG_HOME").flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
    let path = (folder ?? home.map { $0 + "/.config" }).map { $0 + "/runintent/config.json" }
    return Fault(
      .secretUndefined,
      [
        "name": .text(name), "path": .text(path ?? "config.json"),
        "expected": .text("\"secrets\": { \"\(name)\": \"file:/PATH\" }"),
      ])
  }

  private func bytes(
    _ reference: SecretReference, among known: ValueObject
  ) async throws(Failure) -> [UInt8] {
    switch reference {
    case .file(let path):
      guard path.utf8.first == UInt8(ascii: "/") else {
        throw Failure(.secretUnreadable, ["path": .text(path), "reason": "not-absolute"])
      }
      return try world.files.readPrivate(path, Self.limit + 2).withoutFinalNewline
    case .environment(let variable):
      guard let value = world.machine.caller.variable(variable), !value.utf8.isEmpty else {
        throw Failure(.secretUnreadable, ["variable": .text(variable), "reason": "not-set"])
      }
      return Array(value.utf8)
    case .command(let words):
      return try await SecretHelper(words: words, reading: self).output(hiding: known).withoutFinalNewline
    }
  }

  private func text(_ bytes: [UInt8]) throws(Failure) -> String {
    let text = String(validating: bytes, as: UTF8.self)
    let reasons: [(isMet: Bool, name: FaultArgument)] = [
      (bytes.isEmpty, "empty"), (bytes.count > Self.limit, "too-long"), (bytes.contains(0), "nul"),
      (bytes.count < Redactor.shortest, "too-short"),
    ]
    let reason = reasons.first(where: \.isMet)?.name
    guard reason == nil, let text else { throw Failure(.secretInvalid, ["reason": reason ?? "encoding"]) }
    return text
  }
}

extension [UInt8] {
  fileprivate var withoutFinalNewline: [UInt8] { last == 0x0A ? Array(dropLast()) : self }
}

extension Fault {
  fileprivate func about(secret name: String) -> Fault {
    guard self["name"] == nil else { return self }
    var fault = self
    fault.arguments.insert(("name", .text(name)), at: 0)
    return fault
  }
}

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
      try world.files.concerns(program).refuseConcerns()
      let caller = world.machine.caller
      var environment = caller.environment
      let wanted = Self.variables.compactMap { name in caller.variable(name).map { (name: name, value: $0) } }
      for variable in caller.desktop + wanted
      where !environment.contains(where: { $0.name == variable.name }) { environment.append(variable) }
      return ProcessRequest(
        executable: program, arguments: Array(words.dropFirst()), environment: environment,
        directory: caller.environment.first { $0.name == "HOME" }?.value ?? "/",
        outputLimit: SecretReading.limit + 2)
    }
  }

  private func ended(_ request: ProcessRequest) async throws(Failure) -> ProcessOutcome {
    let outcome = Mutex<ProcessOutcome?>(nil)
    let world = reading.world
    let report = await reading.withLimit(Self.patience, reading.cancellation) { cancellation in
      let answer = await RunOutcome { () throws(Failure) in
        let ended = try await world.processes.run(request, cancellation)
        outcome.withLock { $0 = ended }
        return IntentResult(.neutral, dialog: "")
      }
      return RunReport(intent: "", outcome: answer, startedAt: world.clock.wall())
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
    let written = String(decoding: outcome.output.withoutFinalNewline, as: UTF8.self)
    let redactor = Redactor(known.members.compactMap(\.value.stringValue) + [written])
    let errors = String(decoding: redactor.hide(outcome.errors).withoutFinalNewline, as: UTF8.self)
    fault.arguments.append(("found", .text(errors)))
    return Failure([fault])
  }
}

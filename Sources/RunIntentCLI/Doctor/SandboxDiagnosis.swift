internal import IntentCore
internal import IntentEngine
internal import IntentPlatform
internal import IntentRendering

extension Diagnosis {
  /// Whether the kernel refuses what a sandbox does not allow: a program in one tries it, after it could do the same
  /// without.
  static func sandbox(_ session: Session) async -> Diagnosis {
    let say = session.text
    let kernel = session.world.machine.sandboxKernel()
    var diagnosis = Diagnosis(name: "sandbox", state: .good, text: "")
    let missing = kernel.missing(for: .ports([])).map { say($0.phrase) }
    if !missing.isEmpty {
      diagnosis.details = [
        say("this kernel does not limit ${parts}", ["parts": .string(missing.joined(separator: ", "))])
      ]
    }
    do throws(Failure) {
      let possible = try await probe(nil, session)
      let done = try await probe(ProcessSandbox(), session)
      let refused = possible.filter { !done.contains($0) }
      let held = kernel.landlock > 0 ? possible : possible.filter { $0 == .connect }
      let leaks = held.filter(done.contains)
      func words(_ acts: [SandboxProbe.Act]) -> ValueObject {
        ["acts": .string(acts.map { say($0.phrase) }.joined(separator: ", "))]
      }
      if !leaks.isEmpty {
        diagnosis.state = .bad
        diagnosis.text = say("a program in a sandbox could do this: ${acts}", words(leaks))
      } else if refused.isEmpty {
        diagnosis.state = .absent
        diagnosis.text = say("nothing could be tried")
      } else {
        if kernel.landlock == 0 { diagnosis.state = .absent }
        diagnosis.text = say("a program in one was refused: ${acts}", words(refused))
      }
      return diagnosis
    } catch {
      diagnosis.state = .bad
      diagnosis.text = say("no program could be started in one")
      diagnosis.faults = error.faults
      diagnosis.isFailed = true
      return diagnosis
    }
  }

  private static func probe(
    _ limits: ProcessSandbox?, _ session: Session
  ) async throws(Failure) -> [SandboxProbe.Act] {
    guard let program = session.environment.installer.executable() else { return [] }
    let folder = try PrivateFolder.make(in: "/tmp")
    defer { PrivateFolder.discard(folder) }
    try AtomicFile.write([], to: "\(folder)/\(SandboxProbe.given)", mode: 0o600)
    var request = ProcessRequest(executable: program, arguments: ["doctor", "--probe", folder])
    request.sandbox = limits
    let outcome = try await session.world.processes.run(request, session.environment.interruption)
    let words = String(decoding: outcome.output, as: UTF8.self).utf8.split(separator: UInt8(ascii: "\n"))
    return words.compactMap { SandboxProbe.Act(rawValue: String(Substring($0))) }
  }
}

extension SandboxProbe.Act {
  /// What is tried, in English.
  fileprivate var phrase: String {
    switch self {
    case .read: "reading files"
    case .write: "writing files"
    case .connect: "connecting"
    }
  }
}

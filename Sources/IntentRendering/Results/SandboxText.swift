package import IntentCore

/// The limits of what an intent starts, in one line for people.
package enum SandboxText {
  /// Such as `sandbox: reads FOLDER, writes ARCHIVE, no network`, with what this kernel does not hold of it; not yet
  /// clean.
  package static func line(
    _ limits: SandboxLimits?, on kernel: SandboxKernel, _ say: Localizer = .english
  ) -> String {
    guard let limits else { return say("no sandbox: may do anything you can") }
    let line = say("sandbox: ${limits}", ["limits": .string(parts(limits, say).joined(separator: ", "))])
    let missing = kernel.missing(for: limits.network).map { say($0.phrase) }
    if missing.isEmpty { return line }
    return line + " "
      + say("(this kernel does not limit ${parts})", ["parts": .string(missing.joined(separator: ", "))])
  }

  private static func parts(_ limits: SandboxLimits, _ say: Localizer) -> [String] {
    func list(_ words: String, _ paths: [String]) -> [String] {
      paths.isEmpty ? [] : [say(words, ["files": .string(paths.joined(separator: ", "))])]
    }
    var parts = list("reads ${files}", limits.read) + list("writes ${files}", limits.write)
    if parts.isEmpty { parts = [say("no files of yours")] }
    switch limits.network {
    case .none: parts.append(say("no network"))
    case .any: parts.append(say("the network"))
    case .ports(let ports):
      let numbers = ports.map { String($0) }.joined(separator: ", ")
      parts.append(say("TCP ${ports} and look-ups of names", ["ports": .string(numbers)]))
    }
    if limits.opensSockets { parts.append(say("socket files, such as those of ssh-agent and the buses")) }
    return parts
  }
}

extension SandboxLimits {
  /// As the definition writes it.
  package var json: Value {
    let network: Value =
      switch self.network {
      case .none: false
      case .any: true
      case .ports(let ports): .array(ports.map { .string("tcp:\($0)") })
      }
    return .object([
      "read": Value(read), "write": Value(write), "network": network, "sockets": .boolean(opensSockets),
    ])
  }
}

extension SandboxKernel.Part {
  /// What it limits, in English.
  package var phrase: String {
    switch self {
    case .files: "files"
    case .ports: "ports of TCP"
    case .signals: "signals"
    }
  }
}

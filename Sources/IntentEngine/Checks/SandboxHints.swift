internal import IntentCore
internal import IntentLoading

/// How a definition could ask for less than it does; none of it is wrong.
struct SandboxHints {
  let definition: IntentDefinition
  let document: JSONDocument

  var hints: [Fault] {
    let root = document.root
    guard let rule = definition.sandbox else {
      let access = root["parameters"].flatMap(Self.access)
      if let access { return [hint("access", at: access)] }
      guard definition.namesPrograms, raisingRights == nil else { return [] }
      return [hint("none", at: root["with"]?["run"]?.span ?? root.span)]
    }
    var hints: [Fault] = []
    if let program = raisingRights {
      hints.append(hint("rights", ["value": .text(program)], at: root["with"]?["run"]?.span ?? root.span))
    }
    if rule.network == .any, let ports, let span = root["sandbox"]?["network"]?.span {
      let words = ports.map { "\"tcp:\($0)\"" }.joined(separator: ", ")
      hints.append(hint("network", ["value": .text("[\(words)]")], at: span))
    }
    for key in ["read", "write"] {
      guard case .array(let items)? = root["sandbox"]?[key]?.kind else { continue }
      for item in items {
        guard case .string(let text) = item.kind, ["~", "~/", "/", "/home", "${HOME}"].contains(text) else {
          continue
        }
        hints.append(hint("home", ["value": .text(text)], at: item.span))
      }
    }
    return hints
  }

  private func hint(
    _ reason: String, _ arguments: KeyValuePairs<String, FaultArgument> = [:], at span: JSONSpan
  ) -> Fault {
    var fault = Fault(.definitionSandbox, arguments, at: document.location(of: span), severity: .warning)
    fault.arguments.append(("reason", .text(reason)))
    fault.location?.text = ""
    return fault
  }

  /// Where a parameter says an access that no sandbox reads.
  private static func access(_ parameters: JSONNode) -> JSONSpan? {
    guard case .object(let members) = parameters.kind else { return nil }
    // What must lie in a folder is opened by its access without a sandbox, too.
    return members.lazy.filter { $0.node["file"]?["within"] == nil }
      .compactMap { $0.node["file"]?["access"]?.span }.first
  }

  private var words: [String] {
    guard case .array(let words)? = definition.with("run") else { return [] }
    return words.map { $0.literalString ?? "" }
  }

  /// A program that raises rights, which cannot be sandboxed.
  private var raisingRights: String? {
    let raising = ["sudo", "doas", "pkexec", "su", "run0", "sudoedit"]
    return words.first { word in
      let name = word.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
      return raising.contains(name)
    }
  }

  /// The ports of the addresses of HTTP that are written out; `nil` where there are none, or a caller names one.
  private var ports: [Int]? {
    guard case .array(let words)? = definition.with("run"), words.allSatisfy(\.references.isEmpty) else {
      return nil
    }
    var ports: [Int] = []
    for word in self.words {
      guard let address = HTTPAddress(word), !ports.contains(address.port) else { continue }
      ports.append(address.port)
    }
    return ports.isEmpty ? nil : ports
  }
}

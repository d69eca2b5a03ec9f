internal import IntentCore
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline

/// The words that could stand where the cursor is; found without starting a process or asking a provider.
struct Candidates {
  let session: Session

  /// Candidates for the last word, given all words after the command's own name.
  func list(_ words: [String]) async -> [String] {
    let current = words.last ?? ""
    let before = words.dropLast()
    let all: [String]
    if let first = before.first {
      if let command = CommandTable.all.first(where: { $0.name == first }), first != "run" {
        all = ofCommand(command, current)
      } else {
        let rest = first == "run" ? Array(before.dropFirst()) : Array(before)
        all = await ofInvocation(rest, current)
      }
    } else if current.utf8.first == UInt8(ascii: "-") {
      all = RunOptions.all.map { "--\($0.name)" }
    } else {
      all = ids() + CommandTable.all.map(\.name)
    }
    return all.filter { $0.utf8.starts(with: current.utf8) }.sorted()
  }

  private func ids() -> [String] {
    session.catalog.entries().entries.filter { !$0.isShadowed }.map(\.id)
  }

  private func ofCommand(_ command: Command, _ current: String) -> [String] {
    if current.utf8.first == UInt8(ascii: "-") {
      return command.options.map { "--\($0.name)" } + ["--help", "--output"]
    }
    switch command.name {
    case "show", "check", "trust": return ids()
    case "help": return ids() + CommandTable.all.map(\.name)
    case "completions": return CompletionScript.allCases.map(\.rawValue)
    default: return []
    }
  }

  private func ofInvocation(_ words: [String], _ current: String) async -> [String] {
    guard let id = words.first else { return ids() }
    guard let file = try? session.catalog.find(id), let loaded = try? session.load(file, id: id) else {
      return []
    }
    let definition = loaded.definition
    if words.count > 1, case .long(let name, nil)? = words.last.map(Word.init),
      let parameter = definition.parameter(named: name), !parameter.isBoolean
    {
      return await values(of: parameter)
    }
    if current.utf8.first == UInt8(ascii: "-") {
      return definition.parameters.map { "--\($0.name)" } + RunOptions.all.map { "--\($0.name)" }
    }
    let given = words.dropFirst().count { if case .operand = Word($0) { true } else { false } }
    let positional = definition.parameters.first { $0.position == given + 1 }
    guard let positional else { return [] }
    return await values(of: positional)
  }

  private func values(of parameter: Parameter) async -> [String] {
    if let kind = parameter.entity {
      let known = (try? await EntityLists.live.list(kind, session.world)) ?? []
      return known.map { $0.names.first ?? $0.id }
    }
    return parameter.schema.enumeratedValues?.compactMap(\.plainText) ?? []
  }
}

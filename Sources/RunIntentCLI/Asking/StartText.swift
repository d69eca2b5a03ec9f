internal import IntentCore
internal import IntentPipeline

/// What a definition starts, whole, as its text has it: the command, what goes with it, and what callers choose.
struct StartText {
  let definition: IntentDefinition
  let say: Localizer

  /// Clean lines; none where no program is started.
  var lines: [String] {
    guard let command = definition.with("run")?.writtenWords, definition.handler == "command" else {
      return []
    }
    var lines = [command.map(Self.quoted).joined(separator: " ")]
    for key in ["env", "cwd", "stdin", "descriptors"] {
      guard let template = definition.with(key) else { continue }
      lines.append("\(key) " + template.writtenMembers.map(Self.quoted).joined(separator: " "))
    }
    if !definition.uses.isEmpty { lines.append("uses " + ShellWords.join(definition.uses)) }
    let chosen = definition.parameters.map(\.name).filter(definition.startsWith).map { "${\($0)}" }
    if !chosen.isEmpty {
      lines.append(say("callers choose ${names}", ["names": .string(chosen.joined(separator: ", "))]))
    }
    return lines
  }

  /// A word as a shell would need it; placeholders stay as they are.
  private static func quoted(_ word: String) -> String {
    var rest = word.utf8[...]
    var plain: [UInt8] = []
    while let byte = rest.first {
      if rest.starts(with: "${".utf8), let end = rest.firstIndex(of: UInt8(ascii: "}")) {
        let name = rest[rest.index(rest.startIndex, offsetBy: 2)..<end]
        if name.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "$") }) {
          plain.append(UInt8(ascii: "x"))
          rest = rest[rest.index(after: end)...]
          continue
        }
      }
      plain.append(byte)
      rest.removeFirst()
    }
    let text = String(decoding: plain, as: UTF8.self)
    return ShellWords.quote(text) == text ? word : ShellWords.quote(word)
  }
}

extension IntentDefinition {
  /// Whether what is started depends on a parameter.
  fileprivate func startsWith(_ parameter: String) -> Bool {
    with.contains { member in
      member.value.references.contains {
        if case .parameter(let name, _) = $0 { name.utf8.elementsEqual(parameter.utf8) } else { false }
      }
    }
  }
}

extension Template {
  /// Each element as the definition writes it; `nil` where it is no list.
  fileprivate var writtenWords: [String]? {
    switch self {
    case .array(let items): items.map(\.writtenText)
    case .literal(.array(let items)): items.map { $0.plainText ?? $0.json() }
    default: nil
    }
  }

  /// `NAME=VALUE` of each member; the text itself where it is no table.
  fileprivate var writtenMembers: [String] {
    switch self {
    case .object(let members): members.map { "\($0.key)=\($0.value.writtenText)" }
    case .literal(.object(let object)):
      object.members.map { "\($0.key)=\($0.value.plainText ?? $0.value.json())" }
    default: [writtenText]
    }
  }

  private var writtenText: String {
    let value = writtenValue
    return value.plainText ?? value.json()
  }
}

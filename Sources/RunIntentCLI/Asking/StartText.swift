internal import IntentCore
internal import IntentEngine
internal import IntentPipeline
internal import IntentRendering

/// What a definition starts, whole, as its text has it: the command, what goes with it, and what callers choose.
struct StartText {
  let definition: IntentDefinition
  let kernel: SandboxKernel
  let say: Localizer

  /// Clean lines; none where nothing is started or sent.
  var lines: [String] {
    if definition.handler == "http" { return request + chosen }
    guard let command = definition.with("run")?.writtenWords, definition.handler == "command" else {
      // A program may list what can be chosen.
      return definition.namesPrograms ? [limits] : []
    }
    var lines = [command.map(Self.quoted).joined(separator: " ")]
    for key in ["env", "cwd", "stdin", "descriptors"] {
      guard let template = definition.with(key) else { continue }
      lines.append("\(key) " + template.writtenMembers.map(Self.quoted).joined(separator: " "))
    }
    if !definition.uses.isEmpty { lines.append("uses " + ShellWords.join(definition.uses)) }
    return lines + chosen + [limits]
  }

  /// What is sent, and where.
  private var request: [String] {
    let method = definition.with("method")?.writtenText ?? "GET"
    let lines = ["\(method) \(Self.quoted(definition.with("url")?.writtenText ?? ""))"]
    return lines
      + definition.with.filter { $0.key != "url" && $0.key != "method" }.map { key, template in
        "\(key) " + template.writtenMembers.map(Self.quoted).joined(separator: " ")
      }
  }

  /// The parameters that any of it depends on.
  private var chosen: [String] {
    let names = definition.parameters.map(\.name).filter(definition.startsWith).map { "${\($0)}" }
    return names.isEmpty
      ? [] : [say("callers choose ${names}", ["names": .string(names.joined(separator: ", "))])]
  }

  /// What holds the program.
  private var limits: String { SandboxText.line(SandboxLimits(definition), on: kernel, say).cleaned(.quoted) }

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

  fileprivate var writtenText: String {
    let value = writtenValue
    return value.plainText ?? value.json()
  }
}

internal import IntentCore

/// Makes the absolute path of a value that names a file, and checks what the definition asks of it.
///
/// A relative path is the caller's. `~` and `~/…` are the caller's home, since a shell leaves them alone in
/// `--name=~/x` and nobody else reads an answer; `./~` is a file of that name. Where it must lie in a folder, the
/// path without links is what is checked and what is handed on.
struct FilePath {
  let rule: FileRule
  let world: World
  let name: String

  /// The value with every text in it made absolute.
  func value(_ value: Value) throws(Failure) -> Value {
    switch value {
    case .string(let text):
      if text.utf8.isEmpty, rule.within == nil { return value }
      return .string(try path(text))
    case .array(let items):
      var paths: [Value] = []
      for item in items { paths.append(try self.value(item)) }
      return .array(paths)
    default:
      guard rule.within == nil else {
        throw Failure(.valueType, ["name": .text(name), "expected": "text", "value": .text(value.json())])
      }
      return value
    }
  }

  private func path(_ text: String) throws(Failure) -> String {
    if text.utf8.contains(0) { throw Failure(.valueControl, ["name": .text(name), "value": .text(text)]) }
    if text.utf8.isEmpty {
      throw Failure(.valueMinLength, ["name": .text(name), "limit": .integer(1), "value": ""])
    }
    let path = absolute(text)
    guard rule.mustExist || !rule.accept.isEmpty else { return try contained(path, text) }
    let facts = world.files.facts(path)
    if rule.mustExist, facts == nil {
      throw Failure(.fileMissing, ["option": .text(name), "path": .text(text)])
    }
    guard rule.accept.isEmpty || accepts(path, facts?.kind) else {
      throw Failure(
        .valueFormat,
        [
          "name": .text(name), "value": .text(text),
          "expected": .text(rule.accept.map(Self.words).joined(separator: " or ")),
        ])
    }
    return try contained(path, text)
  }

  /// The path without links, where the rule names a folder for it.
  private func contained(_ path: String, _ text: String) throws(Failure) -> String {
    guard let within = rule.within else { return path }
    let target = world.files.resolved(path)
    if let target, let folder = world.files.resolved(absolute(within)), target.isPath(in: folder) {
      return target
    }
    var fault = Fault(.fileOutside, ["option": .text(name), "folder": .text(within), "path": .text(text)])
    if let target, !target.utf8.elementsEqual(path.utf8) { fault.arguments.append(("target", .text(target))) }
    throw Failure([fault])
  }

  private func accepts(_ path: String, _ kind: FileFacts.Kind?) -> Bool {
    let last = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
    return rule.accept.contains { accepted in
      switch accepted {
      case .folder: kind == .folder || kind == nil
      case .name: kind != .folder && accepted.matches(name: last)
      }
    }
  }

  private static func words(_ accepted: FileRule.Accepted) -> String {
    switch accepted {
    case .folder: "a folder"
    case .name(let pattern): "a file named like \(pattern)"
    }
  }

  private func absolute(_ text: String) -> String {
    let caller = world.machine.caller
    if text.utf8.first == UInt8(ascii: "/") { return text }
    if text.utf8.first == UInt8(ascii: "~") {
      let rest = text.utf8.dropFirst()
      if rest.isEmpty || rest.first == UInt8(ascii: "/"),
        let home = caller.environment.first(where: { $0.name == "HOME" })?.value, !home.utf8.isEmpty
      {
        return home + String(Substring(rest))
      }
    }
    var rest = text[...].utf8
    while rest.starts(with: "./".utf8) { rest = rest.dropFirst(2) }
    if rest.isEmpty || rest.elementsEqual(".".utf8) { return caller.workingDirectory }
    let folder = caller.workingDirectory == "/" ? "" : caller.workingDirectory
    return "\(folder)/\(Substring(rest))"
  }
}

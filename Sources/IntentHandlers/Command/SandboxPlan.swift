internal import IntentCore
internal import IntentPipeline

/// The sandbox of one call, with the places that its values name, by their real paths.
struct SandboxPlan {
  private(set) var readable: [String] = []
  private(set) var writable: [ProcessSandbox.Place] = []
  private(set) var withheld: [String] = []
  let rule: SandboxRule
  private let call: HandlerCall
  private let world: World?

  /// `nil` for a definition without a sandbox. Fails with `permission.outside` where a value leads a path elsewhere,
  /// with `file.missing` and `sandbox.own-files`.
  init?(_ call: HandlerCall) throws(Failure) {
    guard let rule = call.definition.sandbox else { return nil }
    (self.rule, self.call, world) = (rule, call, call.lookUp.world)
    withheld = world?.ownFiles.map(real) ?? []
    for template in rule.read { readable += try paths(template) }
    for template in rule.write { writable += try paths(template).map { ProcessSandbox.Place($0) } }
    for parameter in call.definition.parameters {
      guard let file = parameter.file, let access = file.access else { continue }
      for value in given(parameter) {
        // One that must lie in a folder is real since it was checked: followed again, it could lead elsewhere.
        let path = file.within == nil ? real(value) : value
        switch access {
        case .read: readable.append(path)
        case .write:
          let made: ProcessSandbox.Place.Made = file.accept == [.folder] ? .folder : .file
          writable.append(ProcessSandbox.Place(path, made: file.mustExist ? nil : made))
        }
      }
    }
    try keepOwnFiles()
    let missing = writable.first { $0.made == nil && world?.files.facts($0.path) == nil }
    if let missing, world != nil { throw Failure(.fileMissing, ["path": .text(missing.path)]) }
  }

  /// How the process is limited.
  ///
  /// - Parameter files: What was allowed by its bytes.
  func limits(files: [String], rests need: ProcessSandbox.Need) -> ProcessSandbox {
    ProcessSandbox(
      readable: readable + files.map(real), writable: writable, withheld: withheld, network: rule.network,
      opensSockets: rule.opensSockets, need: need)
  }

  /// The folders in which parameters whose values are not known yet must lie.
  var unknown: [(path: String, access: FileRule.Access)] {
    call.definition.parameters.compactMap { parameter in
      guard let file = parameter.file, let access = file.access, let within = file.within,
        call.parameters[parameter.name] == nil || parameter.isUnknown(call.parameters[parameter.name])
      else { return nil }
      return (real(absolute(within, from: "/")), access)
    }
  }

  /// The files that a parameter's value names; none while that is not known.
  private func given(_ parameter: Parameter) -> [String] {
    guard let value = call.parameters[parameter.name], !parameter.isUnknown(value) else { return [] }
    return (value.arrayValue ?? [value]).compactMap(\.stringValue).filter {
      $0.utf8.first == UInt8(ascii: "/")
    }
  }

  /// What a template names: nothing while a value is not known, several where it is a list.
  private func paths(_ template: Template) throws(Failure) -> [String] {
    for case .parameter(let name, _) in template.references {
      guard let parameter = call.definition.parameter(named: name) else { continue }
      if parameter.isUnknown(call.parameters[name]) { return [] }
    }
    guard let value = template.fill(call.find) else { return [] }
    var paths: [String] = []
    for text in (value.arrayValue ?? [value]).compactMap(\.plainText) where !text.utf8.isEmpty {
      if text.utf8.contains(0) {
        throw Failure(.valueControl, ["name": "sandbox", "value": .text(text)])
      }
      if isContained(template) {
        paths.append(text)
        continue
      }
      guard let head = template.head else {
        paths.append(real(absolute(text, from: world?.machine.caller.workingDirectory ?? "/")))
        continue
      }
      let path = real(absolute(text, from: call.definition.folder))
      let folder = real(absolute(head, from: call.definition.folder))
      guard path.isPath(in: folder) else {
        throw Failure(
          .fileOutside,
          ["option": "sandbox", "folder": .text(head), "path": .text(text), "target": .text(path)])
      }
      paths.append(path)
    }
    return paths
  }

  /// Whether a template is a parameter that must lie in a folder, whose value is a real path since it was checked.
  private func isContained(_ template: Template) -> Bool {
    guard case .reference(.parameter(let name, let path)) = template, path.isEmpty else { return false }
    return call.definition.parameter(named: name)?.file?.within != nil
  }

  private func absolute(_ text: String, from folder: String) -> String {
    if text.utf8.first == UInt8(ascii: "/") { return text }
    if text.utf8.first == UInt8(ascii: "~"), let home = world?.home {
      let rest = text.utf8.dropFirst()
      if rest.isEmpty || rest.first == UInt8(ascii: "/") { return home + String(Substring(rest)) }
    }
    return folder == "/" ? "/\(text)" : "\(folder)/\(text)"
  }

  private func real(_ path: String) -> String { world?.files.resolved(path) ?? path }

  private func keepOwnFiles() throws(Failure) {
    func refused(_ path: String, _ reason: String) -> Failure {
      Failure(
        .sandboxOwnFiles,
        ["intent": .text(call.definition.id), "path": .text(path), "reason": .text(reason)])
    }
    for own in withheld {
      if let path = readable.first(where: { $0.isPath(in: own) }) { throw refused(path, "") }
      if let place = writable.first(where: { $0.path.isPath(in: own) }) { throw refused(place.path, "") }
      if let place = writable.first(where: { own.isPath(in: $0.path) }) { throw refused(place.path, "write") }
    }
  }
}

extension Template {
  /// The folder that the definition's own characters name before any value; `nil` where a value comes first.
  fileprivate var head: String? {
    if case .reference = self { return nil }
    guard case .text(let segments) = self else { return literalString }
    guard case .literal(let text)? = segments.first else { return nil }
    guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == text.startIndex ? "/" : String(text[..<slash])
  }
}

extension Parameter {
  /// Whether a value only stands for what a caller will choose.
  fileprivate func isUnknown(_ value: Value?) -> Bool {
    value?.stringValue?.utf8.elementsEqual("${\(name)}".utf8) ?? false
  }
}

package import IntentCore
package import IntentLoading
package import IntentPipeline

/// A definition that is about to be run, with values for its parameters.
package struct IntentCall: Sendable {
  package var file: SourceFile
  package var loaded: LoadedDefinition
  /// Values that nobody else may give.
  package var kept: [SuppliedArgument] = []
  package var given: [SuppliedArgument] = []
  /// The name of the shortcut that is run.
  package var shortcut: String?

  package init(
    file: SourceFile, loaded: LoadedDefinition, kept: [SuppliedArgument] = [], shortcut: String? = nil
  ) {
    self.file = file
    self.loaded = loaded
    self.kept = kept
    self.shortcut = shortcut
  }

  package var definition: IntentDefinition { loaded.definition }

  package var arguments: [SuppliedArgument] { kept.isEmpty ? given : kept + given }

  /// Fails where something else is given for what a shortcut holds.
  package func refuseFixed() throws(Failure) {
    if kept.isEmpty { return }
    let fixed = given.filter { argument in kept.contains { $0.name == argument.name } }
    guard !fixed.isEmpty else { return }
    throw Failure(
      fixed.map { argument in
        Fault(
          .parameterFixed, ["name": .text("--\(argument.name)"), "other": .text(shortcut ?? "")],
          parameter: argument.name)
      })
  }
}

extension Engine {
  /// What is run by a name: the intent of that id, else the shortcut of that name, which only then is looked for.
  package func call(named name: String) throws(Failure) -> IntentCall {
    let file: SourceFile
    do throws(Failure) {
      file = try library.find(name)
    } catch {
      guard error.faults.first?.code == .intentUnknown else { throw error }
      return try call(ofShortcut: name, otherwise: error)
    }
    return IntentCall(file: file, loaded: try library.load(file, id: name))
  }

  private func call(ofShortcut name: String, otherwise unknown: Failure) throws(Failure) -> IntentCall {
    let shortcuts = try world.store.shortcuts()
    let key = Shortcut.key(name)
    if let shortcut = shortcuts.first(where: { $0.key == key }) { return try call(of: shortcut) }
    guard let near = Suggestion.nearest(to: key, among: shortcuts.map(\.key)),
      unknown.faults.first?["suggestion"] == .text(""), let meant = shortcuts.first(where: { $0.key == near })
    else { throw unknown }
    throw Failure(.intentUnknown, ["intent": .text(name), "suggestion": .text(meant.name)])
  }

  package func call(of shortcut: Shortcut) throws(Failure) -> IntentCall {
    let file = try library.open(shortcut.path)
    return IntentCall(
      file: file, loaded: try library.load(file, id: shortcut.intent),
      kept: shortcut.parameters.supplied(as: .shortcut), shortcut: shortcut.name)
  }

  /// The definition in the language of the caller, with the shortcut's name in what the journal says of the run.
  package mutating func worded(_ call: IntentCall) -> LoadedDefinition {
    var loaded = library.localisedForRun(call.loaded)
    if call.shortcut == nil { return loaded }
    let summary = loaded.definition.summary ?? .literal(.string(loaded.definition.title))
    loaded.definition.summary = summary.preceded(by: "\(label(of: call)): ")
    return loaded
  }

  /// How the call came to be, for the journal; empty for one that was made as it is.
  func label(of call: IntentCall) -> String {
    guard let name = call.shortcut else { return "" }
    return text("Shortcut ${name}", ["name": .string(name)])
  }
}

extension ValueObject {
  /// The members as parameters that were given, each as the value that it is.
  package func supplied(as origin: ValueOrigin = .commandLine) -> [SuppliedArgument] {
    members.map {
      SuppliedArgument(name: $0.key, content: .value($0.value), spelling: "--\($0.key)", origin: origin)
    }
  }
}

extension Template {
  /// The text with other text before it.
  fileprivate func preceded(by words: String) -> Template {
    switch self {
    case .literal(let value): .literal(.string(words + (value.plainText ?? "")))
    case .reference(let reference): .text([.literal(words), .reference(reference)])
    case .text(let segments): .text([.literal(words)] + segments)
    case .array, .object: self
    }
  }
}

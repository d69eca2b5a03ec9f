internal import IntentCore
internal import IntentLoading
internal import IntentPipeline
internal import JSON
internal import StringCatalogs

/// A definition that is about to be run, with the values that are kept for it.
struct PreparedCall {
  var file: SourceFile
  var loaded: LoadedDefinition
  /// Values that nobody else may give.
  var kept: [SuppliedArgument] = []
  /// The name of the shortcut that is run.
  var shortcut: String?
}

extension Session {
  /// What is run by a name: the intent of that id, else the shortcut of that name, which only then is looked for.
  func call(named name: String) throws(Failure) -> PreparedCall {
    let file: SourceFile
    do throws(Failure) {
      file = try find(name)
    } catch {
      guard error.faults.first?.code == .intentUnknown else { throw error }
      return try call(ofShortcut: name, otherwise: error)
    }
    return PreparedCall(file: file, loaded: try load(file, id: name))
  }

  private func call(ofShortcut name: String, otherwise unknown: Failure) throws(Failure) -> PreparedCall {
    let shortcuts = try world.store.shortcuts()
    let key = Shortcut.key(name)
    if let shortcut = shortcuts.first(where: { $0.key == key }) { return try call(of: shortcut) }
    guard let near = Suggestion.nearest(to: key, among: shortcuts.map(\.key)),
      unknown.faults.first?["suggestion"] == .text(""), let meant = shortcuts.first(where: { $0.key == near })
    else { throw unknown }
    throw Failure(.intentUnknown, ["intent": .text(name), "suggestion": .text(meant.name)])
  }

  func call(of shortcut: Shortcut) throws(Failure) -> PreparedCall {
    let file = try open(shortcut.path)
    return PreparedCall(
      file: file, loaded: try load(file, id: shortcut.intent),
      kept: shortcut.parameters.supplied(as: .shortcut), shortcut: shortcut.name)
  }

  /// The definition in the language of the caller, with the shortcut's name in what the journal says of the run.
  mutating func worded(_ call: PreparedCall) -> LoadedDefinition {
    var loaded = localisedForRun(call.loaded)
    if call.shortcut == nil { return loaded }
    let summary = loaded.definition.summary ?? .literal(.string(loaded.definition.title))
    loaded.definition.summary = summary.preceded(by: "\(label(of: call)): ")
    return loaded
  }

  /// How the call came to be; empty for one that was made as it is.
  func label(of call: PreparedCall) -> String {
    guard let name = call.shortcut else { return "" }
    return text("Shortcut ${name}", ["name": .string(name)])
  }
}

extension ValueObject {
  /// The members as parameters that were given, each as the value that it is.
  func supplied(as origin: ValueOrigin) -> [SuppliedArgument] {
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

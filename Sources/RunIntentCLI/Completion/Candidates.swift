internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import JSONSchema

/// The words that could stand where the cursor is; found without starting a process or asking a provider.
struct Candidates {
  private var session: Session

  init(session: Session) { self.session = session }

  /// Candidates for the last word, given all words after the command's own name. None leaves it to the shell,
  /// which offers files.
  mutating func list(_ words: [String]) async -> [String] {
    let current = words.last ?? ""
    let all = await candidates(Array(words.dropLast()), current)
    var found: [String] = []
    for word in all.sorted() where word.utf8.starts(with: current.utf8) && word.isPlain {
      if found.last != word { found.append(word) }
    }
    return found
  }

  private mutating func candidates(_ before: [String], _ current: String) async -> [String] {
    var index = 0
    while index < before.count, case .long(let name, let attached) = Word(before[index]).kind {
      index += 1
      guard let spec = RunOptions.find(name), spec.takesValue, attached == nil else {
        if name == "intents", let attached { session.engine.settings.intents = attached }
        continue
      }
      guard index < before.count else { return values(of: spec) }
      if name == "intents" { session.engine.settings.intents = before[index] }
      index += 1
    }
    let rest = Array(before[index...])
    guard let first = rest.first else {
      if case .long(let name, _?) = Word(current).kind {
        return attached(name, RunOptions.find(name).map(values))
      }
      return current.isOption
        ? Self.options(RunOptions.leading) : ids() + shortcuts() + session.commands().map(\.name)
    }
    if first == "run" || first == "why" { return await ofInvocation(Array(rest.dropFirst()), current) }
    if let command = session.commands().first(where: { $0.name == first }) {
      return ofCommand(command, Array(rest.dropFirst()), current)
    }
    return await ofInvocation(rest, current)
  }

  private func ids() -> [String] {
    session.catalog.entries().entries.filter { !$0.isShadowed && Names.isIdentifier($0.id) }.map(\.id)
  }

  private func shortcuts() -> [String] { ((try? session.world.store.shortcuts()) ?? []).map(\.name) }

  private func ofCommand(_ command: Command, _ before: [String], _ current: String) -> [String] {
    let options = command.options + RunOptions.all.filter { Command.common.contains($0.name) }
    if case .long(let name, _?) = Word(current).kind {
      return attached(name, options.first { $0.name == name }.map(values))
    }
    if case .long(let name, nil)? = before.last.map({ Word($0).kind }),
      let spec = options.first(where: { $0.name == name }), spec.takesValue
    {
      return values(of: spec)
    }
    if current.isOption { return Self.options(options) }
    switch command.name {
    case "show", "check", "trust", "grant", "edit", "export": return ids()
    case AutomationCommand.command.name:
      return ofVerbs(AutomationCommand.verbs, of: command.name, before)
    case ShortcutCommand.command.name: return ofVerbs(ShortcutCommand.verbs, of: command.name, before)
    case KeyCommand.command.name: return ofVerbs(KeyCommand.verbs, of: command.name, before)
    case DesktopCommand.command.name: return ofVerbs(DesktopCommand.verbs, of: command.name, before)
    case "help": return ids() + session.commands().map(\.name) + Guide.topics
    case "completions": return CompletionScript.allCases.map(\.rawValue)
    default: return []
    }
  }

  /// The verbs of a command, and what comes after each.
  private func ofVerbs(_ verbs: [Command], of name: String, _ before: [String]) -> [String] {
    guard let verb = before.first else {
      return verbs.map { String(Substring($0.name.utf8.dropFirst(name.utf8.count + 1))) }
    }
    switch (name, verb) {
    case (AutomationCommand.command.name, "add"): return before.count == 2 ? ids() : []
    case (AutomationCommand.command.name, _):
      return session.engine.library.automations.entries().entries.filter { !$0.isShadowed }.map(\.id)
    case (ShortcutCommand.command.name, "add"): return before.count == 2 ? ids() : []
    case (ShortcutCommand.command.name, "list"): return []
    case (ShortcutCommand.command.name, _): return shortcuts()
    case (KeyCommand.command.name, "revoke"): return ((try? session.world.store.keys()) ?? []).map(\.id)
    case (DesktopCommand.command.name, "install"): return ids()
    case (DesktopCommand.command.name, "remove"): return (try? DesktopEntries(session.engine).ids) ?? []
    default: return []
    }
  }

  private func ofInvocation(_ words: [String], _ current: String) async -> [String] {
    guard let id = words.first else { return ids() + shortcuts() }
    guard let call = try? session.engine.call(named: id) else { return [] }
    let definition = call.loaded.definition
    let place = CallPlace(words.dropFirst().map(Word.init), definition, kept: call.kept.map(\.name))
    switch place.expected {
    case .value(let parameter): return await values(of: parameter)
    case .member(let schema): return values(of: schema)
    case .option(let spec): return values(of: spec)
    case .word(let positional):
      if !place.isAfterEnd, case .long(let name, _?) = Word(current).kind {
        switch CallPlace.wanted(by: name, definition) {
        case .value(let parameter)?: return attached(name, await values(of: parameter))
        case .member(let schema)?: return attached(name, values(of: schema))
        case .option(let spec)?: return attached(name, values(of: spec))
        case .word?, nil: return []
        }
      }
      if !place.isAfterEnd, current.isOption { return options(of: definition, place) }
      if let positional { return await values(of: positional) }
      return []
    }
  }

  private func options(of definition: IntentDefinition, _ place: CallPlace) -> [String] {
    let open = definition.parameters.filter { $0.isArray || $0.takesParts || !place.given.contains($0.name) }
    return open.flatMap { $0.isBoolean ? ["--\($0.name)", "--no-\($0.name)"] : $0.optionWords }
      + Self.options(RunOptions.all.filter { !place.given.contains($0.name) })
  }

  private func values(of parameter: Parameter) async -> [String] {
    if parameter.file != nil || parameter.isSecret { return [] }
    if let kind = parameter.entity {
      // Only what is known without asking a provider.
      let known = (try? await EntityLists.live.list(kind, session.world.quiet)) ?? []
      return known.map { Choice($0).word }
    }
    switch parameter.choices {
    case .list(let choices): return choices.map(\.word)
    case .command: return []
    case nil: return values(of: parameter.schema)
    }
  }

  private func values(of schema: Schema) -> [String] {
    if schema.types == [.boolean] { return ["true", "false", "yes", "no", "on", "off"] }
    if let values = schema.enumeratedValues { return values.compactMap(\.plainText) }
    return schema.types == [.array] ? schema.itemSchema.map(values) ?? [] : []
  }

  /// An option's values when its help lists them, as in `text|json`.
  private func values(of spec: OptionSpec) -> [String] {
    guard case .value(let form) = spec.arity, form.utf8.contains(UInt8(ascii: "|")), !form.utf8.contains(0x2D)
    else { return spec.name == "intent" ? ids() : [] }
    return form.utf8.split(separator: UInt8(ascii: "|")).map { String(Substring($0)) }
  }

  private func attached(_ name: String, _ values: [String]?) -> [String] {
    (values ?? []).map { "--\(name)=\($0)" }
  }

  private static func options(_ specs: [OptionSpec]) -> [String] { specs.map { "--\($0.name)" } }
}

extension Parameter {
  fileprivate var takesParts: Bool { schema.types == [.object] }
}

extension String {
  fileprivate var isOption: Bool { utf8.first == UInt8(ascii: "-") }

  /// Whether a line holds the word and a terminal may see it.
  fileprivate var isPlain: Bool {
    !utf8.isEmpty
      && unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
  }
}

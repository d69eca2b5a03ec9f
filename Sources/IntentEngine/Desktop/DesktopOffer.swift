package import IntentCore
internal import IntentLoading

/// What a launcher could start of an intent, or why it could not.
package struct DesktopOffer {
  private static let mostActions = 10

  /// Why no launcher could start the intent, `nil` when one could: nobody is there to be asked.
  package static func obstacle(_ definition: IntentDefinition, _ engine: Engine) throws(Failure) -> String? {
    let say = engine.text
    let known = try engine.world.configuration().defaults(of: definition.id)
    let needed = definition.parameters.filter {
      $0.isRequired && $0.defaultValue == nil && known?[$0.name] == nil
    }
    if !needed.isEmpty {
      let names = needed.map { "--\($0.name)" }.joined(separator: ", ")
      return say("it needs ${options}", ["options": .string(names)])
    }
    if definition.confirm != nil { return say("it asks each time whether to run") }
    if definition.authentication == .required { return say("it needs an authentication each time") }
    if !definition.modes.contains(.headless) { return say("it is made for terminals alone") }
    return nil
  }

  package static func entry(
    _ definition: IntentDefinition, _ engine: Engine
  ) throws(Failure) -> DesktopEntry {
    let words = try words(definition, engine)
    let versions = versions(definition, engine)
    let parameter = definition.parameters.first { !$0.isSecret && !$0.isArray && $0.staticChoices != nil }
    return DesktopEntry(
      id: definition.id, names: text(definition.title, versions) { $0.title },
      comments: definition.description.map { text($0, versions) { $0.description ?? "" } },
      keywords: [(nil, keywords(definition))] + versions.map { ($0.locale, keywords($0.definition)) },
      icon: DesktopIcon.name(definition.icon), categories: DesktopIcon.categories(definition.category),
      words: words, actions: parameter.map { actions($0, words, versions) } ?? [])
  }

  private typealias Version = (locale: String, definition: IntentDefinition)

  /// The definition in each language that the catalog beside it has.
  private static func versions(_ definition: IntentDefinition, _ engine: Engine) -> [Version] {
    let path = "\(definition.folder)/\(DefinitionTexts.fileName)"
    guard let file = try? engine.library.files.catalog(path), file.concerns.isEmpty,
      let catalog = try? StringCatalog(bytes: file.bytes, file: file.displayPath)
    else { return [] }
    return catalog.languages(of: definition).map {
      ($0.localeName, definition.localised(with: catalog, language: $0))
    }
  }

  private static func text(
    _ plain: String, _ versions: [Version], _ part: (IntentDefinition) -> String
  ) -> DesktopText {
    DesktopText(plain: plain, translations: versions.map { ($0.locale, part($0.definition)) })
  }

  private static func keywords(_ definition: IntentDefinition) -> [String] {
    // Plain ones, without places for values and choices.
    let phrases = definition.phrases.filter { $0.utf8.allSatisfy { !"${}[]()|".utf8.contains($0) } }
    return (definition.keywords + phrases).filter { !$0.utf8.isEmpty }
  }

  /// A menu entry for each value but the one that the intent has by itself.
  private static func actions(
    _ parameter: Parameter, _ words: [String], _ versions: [Version]
  ) -> [DesktopEntry.Action] {
    var actions: [DesktopEntry.Action] = []
    for choice in parameter.staticChoices ?? [] {
      guard choice.value != parameter.defaultValue, let value = choice.value.plainText,
        value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }), actions.count < mostActions
      else { continue }
      let title: (Parameter?) -> String = { parameter in
        parameter?.titles(of: choice.value).first
          ?? parameter?.staticChoices?.first { $0.value == choice.value }?.title ?? choice.title ?? value
      }
      var id = actionID(parameter.name, value)
      if actions.contains(where: { $0.id == id }) { id += "-\(actions.count)" }
      actions.append(
        DesktopEntry.Action(
          id: id,
          names: DesktopText(
            plain: title(parameter),
            translations: versions.map { ($0.locale, title($0.definition.parameter(named: parameter.name))) }),
          words: words + ["--\(parameter.name)=\(value)"]))
    }
    return actions
  }

  /// Letters, digits and dashes alone.
  private static func actionID(_ parameter: String, _ value: String) -> String {
    let bytes = "\(parameter)-\(value)".utf8.map { byte -> UInt8 in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: byte
      default: UInt8(ascii: "-")
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let carried = ["XDG_CONFIG_HOME", "XDG_STATE_HOME"]

  /// The command by its absolute path, with the folder where a search from elsewhere would not find the intent.
  private static func words(
    _ definition: IntentDefinition, _ engine: Engine
  ) throws(Failure) -> [String] {
    guard let program = engine.installer.executable() else {
      throw Failure(.internalError, ["reason": "the path of the program is not known"])
    }
    let variables = carried.compactMap { name in
      engine.world.machine.caller.variable(name).flatMap { $0.isEmpty ? nil : "\(name)=\($0)" }
    }
    var words = (variables.isEmpty ? [] : ["/usr/bin/env"] + variables) + [program, "--notify"]
    let folders = engine.library.places
    let own = ["\(folders.system)/intents"] + (folders.config.map { ["\($0)/runintent/intents"] } ?? [])
    let found = engine.library.folders.folders.first { folder in
      (try? engine.library.files.open("\(folder.path)/\(definition.id).json").path) == definition.path
    }
    if let found, !own.contains(found.path) || engine.settings.intents != nil {
      words += ["--intents", found.path]
    }
    words += ["run", definition.id]
    if let bad = words.first(where: { $0.utf8.contains { $0 < 0x20 || $0 == 0x7F } }) {
      throw Failure(.valueControl, ["name": "Exec", "value": .text(bad)])
    }
    return words
  }
}

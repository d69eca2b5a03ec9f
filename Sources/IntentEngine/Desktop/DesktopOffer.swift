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
    guard let file = engine.library.catalogFile(in: definition.folder),
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

  private static func actionID(_ parameter: String, _ value: String) -> String {
    let bytes = "\(parameter)-\(value)".utf8.map { byte -> UInt8 in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: byte
      default: UInt8(ascii: "-")
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The command by its absolute path, with the folder where a search from elsewhere would not find the intent.
  private static func words(_ definition: IntentDefinition, _ engine: Engine) throws(Failure) -> [String] {
    let variables = engine.carried(["XDG_CONFIG_HOME", "XDG_STATE_HOME"]).map { "\($0.name)=\($0.value)" }
    var words = (variables.isEmpty ? [] : ["/usr/bin/env"] + variables) + [try engine.program, "--notify"]
    let places = engine.library.places
    let found = engine.library.folders.folders.first { folder in
      (try? engine.library.files.open("\(folder.path)/\(definition.id).json").path) == definition.path
    }
    if let found,
      ![places.rootsIntents, places.ownIntents].contains(found.path) || engine.settings.intents != nil
    {
      words += ["--intents", found.path]
    }
    words += ["run", definition.id]
    try words.refuseControls(in: "Exec")
    return words
  }
}

/// Icons as desktops name them (Icon Naming Specification), for what definitions name as SF Symbols do.
package enum DesktopIcon {
  private static let other = "system-run"

  private static let symbols = [
    "checkmark.shield": "security-high", "lock.open": "changes-allow", "lock.open.fill": "changes-allow",
    "arrow.up": "go-up", "arrow.down": "go-down", "moon": "weather-clear-night",
    "moon.fill": "weather-clear-night",
  ]

  /// By what the name of a symbol begins with, up to its first dot.
  private static let families = [
    "checkmark": "emblem-default", "exclamationmark": "dialog-warning", "questionmark": "dialog-question",
    "info": "dialog-information", "lock": "system-lock-screen", "key": "dialog-password", "door": "go-home",
    "house": "go-home", "shield": "security-high", "wifi": "network-wireless", "antenna": "network-wireless",
    "network": "network-workgroup", "globe": "network-workgroup", "bell": "appointment-soon",
    "internaldrive": "drive-harddisk", "externaldrive": "drive-harddisk", "opticaldisc": "media-optical",
    "list": "text-x-generic", "text": "text-x-generic", "doc": "text-x-generic", "clock": "appointment-new",
    "timer": "appointment-new", "stopwatch": "appointment-new", "bolt": "battery", "powerplug": "battery",
    "battery": "battery", "power": "system-shutdown", "play": "media-playback-start",
    "stop": "media-playback-stop", "arrow": "view-refresh", "envelope": "mail-unread",
    "paperplane": "mail-send", "sun": "weather-clear", "lightbulb": "weather-clear",
    "star": "emblem-favorite", "heart": "emblem-favorite", "gear": "preferences-system",
    "gearshape": "preferences-system", "wrench": "preferences-system", "hammer": "preferences-system",
    "flag": "emblem-important", "folder": "folder", "tray": "folder", "archivebox": "package-x-generic",
    "terminal": "utilities-terminal", "hand": "face-smile",
  ]

  package static func name(_ symbol: String?) -> String {
    symbol.flatMap { symbols[$0] ?? families[String($0.prefix { $0 != "." })] } ?? other
  }

  /// The registered category of a menu (Desktop Menu Specification) for a category of ours.
  static func categories(_ category: String?) -> String {
    switch category {
    case "network": "Network;"
    case "system": "System;"
    default: "Utility;"
    }
  }
}

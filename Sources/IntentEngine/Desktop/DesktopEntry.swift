package import IntentCore
internal import IntentLoading

/// An entry by which launchers find an intent (Desktop Entry Specification 1.1 and later).
package struct DesktopEntry {
  /// The key that says whose the file is.
  static let mark = "X-Runintent-Intent"

  /// A value of the intent that can be chosen in the launcher's menu.
  struct Action {
    var id: String
    var names: DesktopText
    var words: [String]
  }

  var id: String
  var names: DesktopText
  var comments: DesktopText?
  /// Words to search for, by language.
  var keywords: [(locale: String?, words: [String])]
  var icon: String
  var categories: String
  var words: [String]
  var actions: [Action]

  var text: String {
    var text = """
      # Written by `runintent desktop install`.
      [Desktop Entry]
      Type=Application
      Version=1.1

      """
    text += names.lines("Name") + (comments?.lines("Comment") ?? "")
    text += "Icon=\(icon)\nExec=\(Self.exec(words))\nTerminal=false\nStartupNotify=false\n"
    text += "Categories=\(categories)\n"
    for (locale, words) in keywords where !words.isEmpty {
      let items = words.map {
        DesktopText.value($0.cleaned(.line)).replacing([UInt8(ascii: ";"): "\\;"]) + ";"
      }
      text += "\(DesktopText.key("Keywords", locale))=\(items.joined())\n"
    }
    if !actions.isEmpty { text += "Actions=\(actions.map { $0.id + ";" }.joined())\n" }
    text += "\(Self.mark)=\(id)\n"
    for action in actions {
      text += "\n[Desktop Action \(action.id)]\n"
      text += action.names.lines("Name") + "Exec=\(Self.exec(action.words))\n"
    }
    return text
  }

  /// The value of `Exec`: each word in quotes where it has to be, and then as any other value.
  private static func exec(_ words: [String]) -> String {
    words.map { DesktopText.value(quoted($0)) }.joined(separator: " ")
  }

  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,@+%".utf8)
  /// `%` begins a field code also within quotes.
  private static let escapes: [UInt8: String] = [
    UInt8(ascii: "\""): "\\\"", UInt8(ascii: "`"): "\\`", UInt8(ascii: "$"): "\\$",
    UInt8(ascii: "\\"): "\\\\", UInt8(ascii: "%"): "%%",
  ]

  private static func quoted(_ word: String) -> String {
    let isPlain = !word.utf8.isEmpty && word.utf8.allSatisfy(plain.contains)
    let escaped = word.replacing(escapes)
    return isPlain ? escaped : "\"\(escaped)\""
  }
}

/// A text that people read, in each language that there is.
struct DesktopText {
  /// Without a language for those that have none of their own.
  var plain: String
  var translations: [(locale: String, text: String)] = []

  /// A line for each language; one that says the same as the first is left out.
  func lines(_ key: String) -> String {
    var lines = "\(key)=\(Self.value(plain.cleaned(.line)))\n"
    for (locale, text) in translations where text != plain {
      lines += "\(Self.key(key, locale))=\(Self.value(text.cleaned(.line)))\n"
    }
    return lines
  }

  static func key(_ key: String, _ locale: String?) -> String { locale.map { "\(key)[\($0)]" } ?? key }

  private static let escapes: [UInt8: String] = [
    UInt8(ascii: "\\"): "\\\\", 0x0A: "\\n", 0x0D: "\\r", 0x09: "\\t",
  ]

  /// A value of the type localestring or string.
  static func value(_ text: String) -> String {
    let escaped = text.replacing(escapes)
    return escaped.utf8.first == 0x20 ? "\\s\(Substring(escaped.utf8.dropFirst()))" : escaped
  }
}

extension LanguageTag {
  /// As locales are named, such as `pt_BR` and `sr@latin`; scripts have names of their own there.
  var localeName: String {
    let parts = text.utf8.split(separator: UInt8(ascii: "-")).map { String(Substring($0)) }
    guard let language = parts.first else { return text }
    let region = parts.dropFirst().first { $0.utf8.count == 2 }
    let script = parts.dropFirst().first { $0.utf8.count == 4 }
    if language == "zh", region == nil, let script { return script == "Hant" ? "zh_TW" : "zh_CN" }
    let modifiers = ["Latn": "@latin", "Cyrl": "@cyrillic"]
    return language + (region.map { "_\($0)" } ?? "") + (script.flatMap { modifiers[$0] } ?? "")
  }
}

/// The entries of ours in the user's folder of desktop entries; a file without our mark is never touched.
package struct DesktopEntries {
  private let folder: String
  private let engine: Engine

  package init(_ engine: Engine) throws(Failure) {
    guard let data = engine.library.places.data else { throw UserPlaces.homeless }
    folder = "\(data)/applications"
    self.engine = engine
  }

  package func path(of id: String) -> String { "\(folder)/runintent-\(id).desktop" }

  /// The ids of our entries in the order of the alphabet.
  package var ids: [String] {
    let names = engine.world.files.names(folder) ?? []
    return names.compactMap { name -> String? in
      let bytes = name.utf8
      guard bytes.starts(with: "runintent-".utf8), bytes.suffix(8).elementsEqual(".desktop".utf8),
        bytes.count > 18
      else { return nil }
      let id = String(decoding: bytes.dropFirst(10).dropLast(8), as: UTF8.self)
      return Names.isIntent(id) && has(id) ? id : nil
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func has(_ id: String) -> Bool { isOurs(id) ?? false }

  /// Whether a line of the entry says that we wrote it for this intent; `nil` where there is none.
  private func isOurs(_ id: String) -> Bool? {
    let mark = "\(DesktopEntry.mark)=\(id)"
    return engine.installer.read(path(of: id)).map { bytes in
      bytes.split(separator: 0x0A).contains { $0.elementsEqual(mark.utf8) }
    }
  }

  package func write(_ entry: DesktopEntry) throws(Failure) -> Installer.Update {
    let path = path(of: entry.id)
    if isOurs(entry.id) == false {
      throw Failure(.fileExists, ["path": .text(path), "hint": "it is not one that this command wrote"])
    }
    return try engine.installer.update(path, Array(entry.text.utf8))
  }

  /// False when there is no entry of ours.
  package func remove(_ id: String) throws(Failure) -> Bool {
    has(id) ? try engine.installer.remove(path(of: id)) : false
  }
}

internal import IntentCore

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
  /// The words of the command.
  var words: [String]
  var actions: [Action]

  var text: String {
    var text = """
      # Written by `runintent desktop install`.
      [Desktop Entry]
      Type=Application
      Version=1.1

      """
    text += names.lines("Name")
    if let comments { text += comments.lines("Comment") }
    text += "Icon=\(icon)\nExec=\(Self.exec(words))\nTerminal=false\nStartupNotify=false\n"
    text += "Categories=\(categories)\n"
    for (locale, words) in keywords where !words.isEmpty {
      text += DesktopText.key("Keywords", locale) + "=" + words.map(DesktopText.listItem).joined() + "\n"
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
  static func exec(_ words: [String]) -> String {
    words.map { DesktopText.value(quoted($0)) }.joined(separator: " ")
  }

  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,@+%".utf8)

  /// `%` begins a field code also within quotes.
  private static func quoted(_ word: String) -> String {
    let needsQuotes = word.utf8.isEmpty || !word.utf8.allSatisfy(plain.contains)
    var bytes: [UInt8] = needsQuotes ? [UInt8(ascii: "\"")] : []
    for byte in word.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "$"), UInt8(ascii: "\\"):
        bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "%"): bytes += "%%".utf8
      default: bytes.append(byte)
      }
    }
    if needsQuotes { bytes.append(UInt8(ascii: "\"")) }
    return String(decoding: bytes, as: UTF8.self)
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

  /// A value of the type localestring or string.
  static func value(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case 0x0A: bytes += "\\n".utf8
      case 0x0D: bytes += "\\r".utf8
      case 0x09: bytes += "\\t".utf8
      case 0x20 where bytes.isEmpty: bytes += "\\s".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// One of several values, with its end.
  static func listItem(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in value(text.cleaned(.line)).utf8 {
      if byte == UInt8(ascii: ";") { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self) + ";"
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
    let modifier =
      switch script {
      case "Latn": "@latin"
      case "Cyrl": "@cyrillic"
      default: ""
      }
    return language + (region.map { "_\($0)" } ?? "") + modifier
  }
}

import Foundation
import TestSupport

/// A file of `Tests/Golden`: sections that prepare a machine, call the command, and say what is expected.
struct GoldenCase {
  struct Section: Equatable {
    /// The words between the dashes, such as `file intents/hello.json`.
    var header: [String]
    var body: String

    var kind: String { header.first ?? "" }
    /// Whether a recording writes it.
    var isExpected: Bool { ["asked", "stdout", "stderr", "status"].contains(kind) }
  }

  /// What stands before the first section.
  var comment = ""
  var sections: [Section] = []

  init(_ text: String) {
    var body = ""
    var header: [String]?
    func end(_ result: inout GoldenCase) {
      guard let header else {
        result.comment = body
        return
      }
      result.sections.append(Section(header: header, body: body))
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.hasPrefix("-- "), line.hasSuffix(" --"), line.count > 5 {
        end(&self)
        header = line.dropFirst(3).dropLast(3).split(separator: " ").map(String.init)
        body = ""
      } else {
        body += line + "\n"
      }
    }
    end(&self)
  }

  var text: String {
    comment + sections.map { "-- \($0.header.joined(separator: " ")) --\n\($0.body)" }.joined()
  }

  /// The paths of all cases, without their ending.
  static let all = Repository.files(below: Repository.golden, ending: ".golden").map {
    String($0.dropLast(".golden".count))
  }

  static func url(_ name: String) -> URL { Repository.golden.appending(path: "\(name).golden") }
}

/// How text stands in a case: escape characters are visible, and a missing last newline is told.
enum GoldenText {
  private static let unended = "(no newline at the end)\n"

  static func shown(_ bytes: [UInt8], root: String) -> String {
    var text = String(decoding: bytes, as: UTF8.self).replacing(root, with: "")
    text = text.replacing("\u{1B}", with: "␛").replacing("\r", with: "␍")
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" + unended }
    return text
  }

  /// Bytes written with `\n`, `\r`, `\t`, `\0`, `\\` and `\xFF`; line breaks of the case itself do not count.
  static func bytes(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Substring(text.replacing("\n", with: ""))
    while let character = rest.popFirst() {
      guard character == "\\", let escape = rest.popFirst() else {
        bytes += String(character).utf8
        continue
      }
      switch escape {
      case "n": bytes.append(0x0A)
      case "r": bytes.append(0x0D)
      case "t": bytes.append(0x09)
      case "0": bytes.append(0)
      case "x":
        bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0x3F)
        rest = rest.dropFirst(2)
      default: bytes += String(escape).utf8
      }
    }
    return bytes
  }

  /// The words of a command: blanks part them, single quotes keep everything, double quotes know `\n` and such.
  static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var rest = Substring(line)
    while let character = rest.popFirst() {
      switch character {
      case " ", "\n":
        if let word { words.append(word) }
        word = nil
      case "'":
        let quoted = rest.prefix { $0 != "'" }
        word = (word ?? "") + quoted
        rest = rest.dropFirst(quoted.count + 1)
      case "\"":
        let quoted = rest.prefix { $0 != "\"" }
        word = (word ?? "") + String(decoding: bytes(String(quoted)), as: UTF8.self)
        rest = rest.dropFirst(quoted.count + 1)
      default: word = (word ?? "") + String(character)
      }
    }
    return words
  }
}

/// What is known of a fault, in one text, so that a fault is one row of `FaultCode` and costs nothing until it is read:
/// code, exit status and English sentence, then hints (what to do next), then sentences for a keyword.
///
///     door.jammed 1: ${name|the door} is jammed[: ${reason}]
///     - try again, or look at ${name}
///     twice: ${name} is jammed for the second time
///
/// A sentence for a keyword is used where the argument `reason`, `cause` or `keyword` is that word. A hint whose arguments
/// are not there is left out. The catalog of translations has the sentence under the code, the hints under `CODE#1`,
/// `CODE#2` and so on, and the others under `CODE#KEYWORD`; what it does not have stays English.
///
/// - `${name}` is an argument, `${name,other}` the first of those that is there, and `${name|text}` falls
///   back to a text.
/// - A form follows a colon: `${allowed:or}` and `${missing:and}` join a list, `${source:source}` says how a
///   run was entered, `${signal:signal}` names a signal, `${command:command}` joins words as for a shell,
///   `${seconds:seconds}` is a length of time, `${limit:count item,items}` counts with the forms
///   that the language has for whole numbers (`#` in a form is where the number stands), `${cause:message}` is the
///   sentence of another code.
/// - What stands in `[…]` is left out when an argument within is not there; `[…|…]` is the first part that
///   has all of its arguments.
///
/// The arguments that sentences know, all optional:
///
/// | argument | what it holds |
/// |---|---|
/// | `name` | a parameter or option as the caller spelled it (`--state`), else what the fault is about |
/// | `value`, `found` | what was given; its kind, length or count |
/// | `allowed` | the list of values or keys that would do |
/// | `expected` | what would do, in words ("a whole number") |
/// | `limit`, `minimum`, `maximum` | the numbers that are passed |
/// | `suggestion` | what the person probably meant; it is appended to any sentence |
/// | `hint` | one more line of advice, shown beneath any sentence |
/// | `repair` | the command that mends it, words or text; a hint where the row has none |
/// | `command` | the command that would allow it, words or text |
/// | `intent`, `handler`, `program`, `resource`, `profile`, `door`, `option` | whom or what it concerns |
/// | `kind` | of which kind a thing is, such as "a FIFO" |
/// | `missing` | the capabilities that nobody granted, or phrases for them |
/// | `source` | how the run was entered: `script`, `timer`… |
/// | `path`, `searchPath` | a file or folder; the folders that were searched |
/// | `key`, `within` | a key of a definition; the key path of the object that it is in |
/// | `reason` | why, in words of the system or a provider; or a keyword |
/// | `cause` | the code of a fault beneath, whose sentence is used with the same arguments |
/// | `status`, `signal`, `seconds`, `owner`, `size`, `bytes`, `percent`, `mark`, `position` | numbers |
package struct FaultRow: Sendable, Equatable, ExpressibleByStringLiteral {
  private let text: String

  package init(stringLiteral text: String) { self.text = text }
  fileprivate var code: Substring.UTF8View { text.utf8.prefix { $0 != UInt8(ascii: " ") } }

  fileprivate var status: ExitStatus {
    let number = text.utf8.dropFirst(code.count + 1).prefix { $0 != UInt8(ascii: ":") }
    return Int32(Substring(number)).flatMap(ExitStatus.init(code:)) ?? .internalError
  }

  private var lines: [Substring.UTF8View] { text.utf8.split(separator: UInt8(ascii: "\n")) }

  /// The English sentence.
  package var message: String { Self.afterColon(lines[0]) }

  /// What to do next, a line each.
  package var hints: [String] {
    lines.dropFirst().filter(Self.isHint).map { String(Substring($0.dropFirst(2))) }
  }

  /// The sentences for keywords.
  package var variants: [(keyword: String, text: String)] {
    lines.dropFirst().filter { !Self.isHint($0) }.map { line in
      (String(Substring(line.prefix { $0 != UInt8(ascii: ":") })), Self.afterColon(line))
    }
  }

  private static func isHint(_ line: Substring.UTF8View) -> Bool { line.first == UInt8(ascii: "-") }

  private static func afterColon(_ line: Substring.UTF8View) -> String {
    String(Substring(line.drop { $0 != UInt8(ascii: ":") }.dropFirst(2)))
  }
}

extension FaultCode {
  /// The stable name, such as `file.missing`, which programs may rely on.
  package var id: String { String(Substring(rawValue.code)) }

  /// The exit status of a run that ends with the fault.
  package var status: ExitStatus { rawValue.status }

  package init?(id: String) {
    guard let code = Self.allCases.first(where: { $0.rawValue.code.elementsEqual(id.utf8) }) else {
      return nil
    }
    self = code
  }
}

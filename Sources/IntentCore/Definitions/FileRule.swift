/// What a parameter that names a file or a folder asks of it.
package struct FileRule: Sendable, Equatable {
  package var mustExist: Bool
  /// What may be given; empty for anything.
  package var accept: [Accepted]
  /// The folder in which it must lie once links are followed, absolute or `~/…`; `nil` for anywhere.
  package var within: String?
  /// What a sandbox adds for the file that is given; `nil` for nothing.
  package var access: Access?

  package init(
    mustExist: Bool = false, accept: [Accepted] = [], within: String? = nil, access: Access? = nil
  ) { (self.mustExist, self.accept, self.within, self.access) = (mustExist, accept, within, access) }

  package enum Access: String, Sendable, CaseIterable { case read, write }

  package enum Accepted: Sendable, Equatable {
    case folder
    /// A pattern of the file's name, in which `*` is any text and `?` any character.
    case name(String)
  }
}

extension FileRule.Accepted {
  /// Reads `folder`, `*.txt` or `.json`; `nil` for what could be meant otherwise.
  package init?(text: String) {
    let bytes = text.utf8
    if bytes.elementsEqual("folder".utf8) {
      self = .folder
      return
    }
    guard !bytes.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }) else { return nil }
    if bytes.first == UInt8(ascii: "."), bytes.count > 1 {
      self = .name("*" + text)
    } else if bytes.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }) {
      self = .name(text)
    } else {
      return nil
    }
  }

  package var text: String {
    switch self {
    case .folder: "folder"
    case .name(let pattern): pattern
    }
  }

  /// Whether a file's name fits; letters' case does not count in ASCII, as for `.JPG`.
  package func matches(name: String) -> Bool {
    guard case .name(let written) = self else { return false }
    let pattern = written.unicodeScalars.map(\.lowercasedASCII)
    let name = name.unicodeScalars.map(\.lowercasedASCII)
    // The last star takes more when what follows it does not fit: linear in practice, never worse than m × n.
    var (at, place) = (0, 0)
    var star: (at: Int, place: Int)?
    while place < name.count {
      if at < pattern.count, pattern[at] == "*" {
        star = (at, place)
        at += 1
      } else if at < pattern.count, pattern[at] == "?" || pattern[at] == name[place] {
        (at, place) = (at + 1, place + 1)
      } else if let last = star {
        star = (last.at, last.place + 1)
        (at, place) = (last.at + 1, last.place + 1)
      } else {
        return false
      }
    }
    return pattern[at...].allSatisfy { $0 == "*" }
  }
}

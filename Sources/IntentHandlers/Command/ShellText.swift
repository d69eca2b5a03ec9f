/// Code of a shell as far as it is needed to see which files it names.
enum ShellText {
  /// The parts between what separates words and around what is filled in, such as `./` of `./$name.sh`.
  static func pieces(_ text: String) -> [String] {
    // What is quoted may be a name with blanks, or code for another shell.
    pieces(text, quotesKeepBlanks: true) + pieces(text, quotesKeepBlanks: false)
  }

  private static func pieces(_ text: String, quotesKeepBlanks: Bool) -> [String] {
    var pieces: [String] = []
    var piece: [UInt8] = []
    var quote: UInt8?
    var isEscaped = false
    func end() {
      if !piece.isEmpty { pieces.append(String(decoding: piece, as: UTF8.self)) }
      piece = []
    }
    for byte in text.utf8 {
      if isEscaped {
        piece.append(byte)
        isEscaped = false
        continue
      }
      switch byte {
      case UInt8(ascii: "$"):
        end()
        piece = [byte]
      // Quotes do not end a name, and blanks in them neither.
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        if !quotesKeepBlanks { break }
        if quote == nil { quote = byte } else if quote == byte { quote = nil } else { piece.append(byte) }
      case UInt8(ascii: "\\"): isEscaped = quote != UInt8(ascii: "'")
      case UInt8(ascii: "{"), UInt8(ascii: "}"): break
      case 0...0x20: if quote == nil { end() } else { piece.append(byte) }
      case _ where "`=:,;|&<>()[]@!*?#^".utf8.contains(byte): end()
      default: piece.append(byte)
      }
    }
    end()
    return pieces
  }

  /// Whether each `.` that stands alone is the shell's command that reads a file, and no folder.
  static func dotIsCommand(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    for (place, byte) in bytes.enumerated() where byte == UInt8(ascii: ".") {
      let next = place + 1 < bytes.count ? bytes[place + 1] : 0
      let before = place > 0 ? bytes[place - 1] : 0x0A
      if next > 0x20, !"'\");|&".utf8.contains(next) { continue }
      if before > 0x20, !"'\"(;|&{".utf8.contains(before) { continue }
      guard isBlank(next), let last = bytes[..<place].last(where: { !isBlank($0) }) else {
        if isBlank(next) { continue }
        return false
      }
      if !"\n;|&({'\"!".utf8.contains(last) { return false }
    }
    return true
  }

  /// Whether names are put together when it runs, so that any file of the folder may be meant: `sh $name.sh`,
  /// `. *.sh`.
  static func putsNamesTogether(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    func isName(_ place: Int) -> Bool {
      guard bytes.indices.contains(place) else { return false }
      return bytes[place].isLetterOrDigit || "._-".utf8.contains(bytes[place])
    }
    for (place, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "*"), UInt8(ascii: "?"):
        if place == 0 || bytes[place - 1] != UInt8(ascii: "$") { return true }
      case UInt8(ascii: "`"): return true
      case UInt8(ascii: "$"):
        let next = place + 1 < bytes.count ? bytes[place + 1] : 0
        if next == UInt8(ascii: "(") || next == UInt8(ascii: "'") || isName(place - 1) { return true }
        var end = place + 1
        if next == UInt8(ascii: "{") {
          end = (bytes[place...].firstIndex(of: UInt8(ascii: "}")) ?? place) + 1
        } else {
          while end < bytes.count, bytes[end].isLetterOrDigit || bytes[end] == UInt8(ascii: "_") { end += 1 }
        }
        if isName(end) || bytes.indices.contains(end) && bytes[end] == UInt8(ascii: "$") { return true }
      default: break
      }
    }
    return false
  }
}

internal import IntentCore
internal import Phrases

/// Tells in one pass that there is nothing to find fault with in a phrase: every run reads its definition's phrases.
enum PhraseNotation {
  /// Whether the phrase surely can be read; false where it is worth a closer look.
  static func isSound(_ phrase: String) -> Bool {
    guard phrase.utf8.count <= PhraseTemplate.limit else { return false }
    // A bit for each open group, set for `[`; and whether words stood in it.
    var (groups, filled, depth, slots): (UInt32, UInt32, Int, Int) = (0, 0, 0, 0)
    var (last, isInside): (UInt8, Bool) = (0, false)
    for byte in phrase.utf8 {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "("):
        depth += 1
        if isInside || depth > 8 { return false }
        groups = byte == UInt8(ascii: "[") ? groups | 1 << depth : groups & ~(1 << depth)
        filled &= ~(1 << depth)
      case UInt8(ascii: "]"), UInt8(ascii: ")"):
        let isOptional = groups & 1 << depth != 0
        if isInside || depth == 0 || isOptional != (byte == UInt8(ascii: "]")) { return false }
        // Words that everybody says must stand outside of what is optional.
        if filled & 1 << depth == 0 { return false }
        depth -= 1
      case UInt8(ascii: "|"): if isInside || depth == 0 || filled & 1 << depth == 0 { return false }
      case UInt8(ascii: "{"):
        slots += 1
        if isInside || last != UInt8(ascii: "$") || slots > 8 { return false }
        isInside = true
      case UInt8(ascii: "}"):
        if !isInside { return false }
        isInside = false
        filled |= 1 << depth
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: filled |= 1 << depth
      // Marks and blanks of other scripts are no words, so that these letters alone are not enough.
      case 0xD0...0xD1, 0xE4...0xE9: filled |= 1 << depth
      default: break
      }
      last = byte
    }
    return depth == 0 && !isInside && filled & 1 != 0
  }
}

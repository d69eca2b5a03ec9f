/// A shared key as people pass it on: `id.secret`, letters and digits that cannot be taken for each other.
///
/// The alphabet is Crockford's base 32 in small letters. The id, 25 bits, tells keys apart; the secret has 80 bits
/// and is written in groups of four. Letter case, dashes and blanks do not count when it is typed.
package struct KeyText: Sendable, Equatable {
  package let id: String
  /// The letters and digits of the secret without its dashes.
  package let secret: String

  package static let idLength = 5
  package static let secretLength = 16
  /// How many random bytes make a key.
  package static let entropy = idLength + secretLength
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  package init?(random: [UInt8]) {
    guard random.count >= Self.entropy else { return nil }
    // 256 is a multiple of 32, so that every letter is as likely.
    let letters = random.prefix(Self.entropy).map { Self.alphabet[Int($0 & 31)] }
    id = String(decoding: letters[..<Self.idLength], as: UTF8.self)
    secret = String(decoding: letters[Self.idLength...], as: UTF8.self)
  }

  /// Reads what somebody typed; `nil` for what is no key at all.
  package init?(typed bytes: some Sequence<UInt8>) {
    var parts: [[UInt8]] = [[]]
    for byte in bytes {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "-"): continue
      case UInt8(ascii: "."): parts.append([])
      default:
        guard let letter = Self.letter(byte) else { return nil }
        parts[parts.count - 1].append(letter)
      }
    }
    guard parts.count == 2, parts[0].count == Self.idLength, parts[1].count == Self.secretLength else {
      return nil
    }
    id = String(decoding: parts[0], as: UTF8.self)
    secret = String(decoding: parts[1], as: UTF8.self)
  }

  /// As it is shown once, as in `k7f3m.4x9q-2h8v-t6wm-8zrn`.
  package var text: String {
    var bytes = Array(id.utf8) + [UInt8(ascii: ".")]
    for (index, byte) in secret.utf8.enumerated() {
      if index > 0, index.isMultiple(of: 4) { bytes.append(UInt8(ascii: "-")) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The small letter or digit that was meant.
  private static func letter(_ byte: UInt8) -> UInt8? {
    let small = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    return switch small {
    case UInt8(ascii: "o"): UInt8(ascii: "0")
    case UInt8(ascii: "i"), UInt8(ascii: "l"): UInt8(ascii: "1")
    default: alphabet.contains(small) ? small : nil
    }
  }
}

/// A key that a caller gave; it is compared when the run begins, and goes nowhere else.
package final class PresentedKey: Sendable {
  /// Empty for what is no key at all, which costs as much to find out as a wrong one.
  package let id: String
  package let secret: String

  package init(_ bytes: [UInt8]) {
    let text = KeyText(typed: bytes)
    id = text?.id ?? ""
    secret = text?.secret ?? ""
  }
}

/// What keys are made of, as closures: random bytes and crypt(3).
package struct KeyMaterial: Sendable {
  /// So many bytes of the kernel's random source (getrandom(2)).
  package var random: @Sendable (Int) throws(Failure) -> [UInt8]
  /// A new setting of the method for a secret (crypt_gensalt(3)).
  package var setting: @Sendable () throws(Failure) -> [UInt8]
  /// The hash of a secret by a setting or an earlier hash (crypt(3)).
  package var hash: @Sendable (_ secret: String, _ setting: [UInt8]) throws(Failure) -> [UInt8]

  package init(
    random: @escaping @Sendable (Int) throws(Failure) -> [UInt8],
    setting: @escaping @Sendable () throws(Failure) -> [UInt8],
    hash: @escaping @Sendable (_ secret: String, _ setting: [UInt8]) throws(Failure) -> [UInt8]
  ) { (self.random, self.setting, self.hash) = (random, setting, hash) }

  /// Nothing can be made or compared.
  package static let none = KeyMaterial(
    random: { _ throws(Failure) in throw Failure(.unavailable, ["name": "crypt"]) },
    setting: { () throws(Failure) in throw Failure(.unavailable, ["name": "crypt"]) },
    hash: { _, _ throws(Failure) in throw Failure(.unavailable, ["name": "crypt"]) })

  /// Stands for the hash of a key that there is not, so that finding that out takes as long (yescrypt with
  /// crypt's usual cost).
  package static let decoy = Array("$y$j9T$F5Jx5fExrKuPp53xLKQ..1$".utf8)
}

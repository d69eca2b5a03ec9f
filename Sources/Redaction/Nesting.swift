/// A secret as it stands within something that is encoded once more.
enum Nesting {
  /// The spellings of a secret that base64 or hexadecimal digits are then made of, each once.
  static func forms(_ secret: [UInt8]) -> [[UInt8]] {
    let digits = [Array("0123456789abcdef".utf8), Array("0123456789ABCDEF".utf8)]
    var forms = [json(secret), percent(secret)]
    forms += digits.map { digits in secret.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] } }
    for (bytes, _) in Redactor.base64(secret) where bytes.count >= Redactor.shortest {
      forms += [
        bytes,
        bytes.map {
          $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
        },
      ]
    }
    return forms.indices.filter { forms[$0] != secret && !forms[..<$0].contains(forms[$0]) }.map { forms[$0] }
  }

  /// The secret within a text of JSON.
  static func json(_ secret: [UInt8]) -> [UInt8] {
    secret.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
      case 0x0A: Array(#"\n"#.utf8)
      case 0x0D: Array(#"\r"#.utf8)
      case 0x09: Array(#"\t"#.utf8)
      default: [byte]
      }
    }
  }

  /// The secret as one part of an address.
  private static func percent(_ secret: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return secret.flatMap { byte -> [UInt8] in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: [byte]
      default: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
  }
}

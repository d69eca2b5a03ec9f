/// Percent-encoding of every byte outside `[a-zA-Z0-9._-]` (RFC 3986, section 2.1).
enum PercentText {
  static func encoded(_ byte: UInt8, keeping kept: UInt8? = nil) -> String {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
      return String(Unicode.Scalar(byte))
    case let byte where byte == kept: return String(Unicode.Scalar(byte))
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      return byte < 16 ? "%0" + digits : "%" + digits
    }
  }

  static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 { result += encoded(byte) }
    return result
  }
}

/// The name of a program without its folder.
struct ProgramName {
  /// The last part of the path.
  let full: String
  /// The last part without the version at its end, such as `python` for `python3.12`.
  let stem: String

  init(_ path: String) {
    // Plain loops: chains of lazy collections cost more here than the rest of a run.
    let bytes = Array(path.utf8)
    var start = bytes.count
    while start > 0, bytes[start - 1] != UInt8(ascii: "/") { start -= 1 }
    var end = bytes.count
    while end > start, Self.isVersion(bytes[end - 1]) { end -= 1 }
    full = String(decoding: bytes[start...], as: UTF8.self)
    stem = String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private static func isVersion(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }
}

internal import IntentCore

/// Trusted files as bytes: for each the name, the path and the contents, each after its length (a
/// little-endian 32-bit number); a length of all ones stands for no contents. Where a link led follows its path
/// after a NUL.
enum TrustedFileCoding {
  private static let absent = UInt32.max

  static func encode(_ files: [TrustedFile]) -> [UInt8] {
    var bytes: [UInt8] = []
    for file in files {
      append(Array(file.name.utf8), to: &bytes)
      append(Array(file.path.utf8) + (file.target.map { [0] + Array($0.utf8) } ?? []), to: &bytes)
      append(file.contents, to: &bytes)
    }
    return bytes
  }

  /// `nil` for bytes that `encode` cannot have made.
  static func decode(_ bytes: [UInt8]) -> [TrustedFile]? {
    var rest = bytes[...]
    var files: [TrustedFile] = []
    while !rest.isEmpty {
      guard let name = piece(&rest), let name, let path = piece(&rest), let path,
        let contents = piece(&rest)
      else { return nil }
      var file = TrustedFile(
        name: String(decoding: name, as: UTF8.self), path: String(decoding: path, as: UTF8.self),
        contents: contents.map(Array.init))
      if let end = path.firstIndex(of: 0) {
        file.path = String(decoding: path[..<end], as: UTF8.self)
        file.target = String(decoding: path[(end + 1)...], as: UTF8.self)
      }
      files.append(file)
    }
    return files
  }

  private static func append(_ piece: [UInt8]?, to bytes: inout [UInt8]) {
    let count = piece.map { UInt32($0.count) } ?? absent
    for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: count >> UInt32(shift))) }
    if let piece { bytes += piece }
  }

  /// The next piece, itself `nil` where it stands for nothing; `nil` when the bytes end too early.
  private static func piece(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>?? {
    guard rest.count >= 4 else { return nil }
    let count = rest.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    rest = rest.dropFirst(4)
    if count == absent { return .some(nil) }
    guard rest.count >= Int(count) else { return nil }
    defer { rest = rest.dropFirst(Int(count)) }
    return .some(rest.prefix(Int(count)))
  }
}

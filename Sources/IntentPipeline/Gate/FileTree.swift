package import IntentCore

/// All that lies in a folder, as one text of bytes that changes with it.
package struct FileTree {
  /// Name, mode and bytes of each file, in the order of their names.
  package private(set) var contents: [UInt8] = []
  private var count = 0

  /// A larger folder is not compared.
  private static let mostFiles = 512
  private static let mostBytes = 16 << 20

  /// `nil` where it cannot be read, or is too large to be compared.
  package init?(_ folder: String, _ files: World.Files) {
    guard add(folder, "", files, depth: 0) else { return nil }
  }

  private mutating func add(_ folder: String, _ prefix: String, _ files: World.Files, depth: Int) -> Bool {
    guard depth < 32, let names = files.names(folder) else { return false }
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      count += 1
      let path = "\(folder)\(folder.utf8.last == UInt8(ascii: "/") ? "" : "/")\(name)"
      // What was removed meanwhile, or leads nowhere, runs nowhere.
      guard count <= Self.mostFiles, !name.unicodeScalars.contains("\u{FFFD}") else { return false }
      guard let facts = files.there(path) else { continue }
      contents += "\(prefix)\(name)\0\(facts.mode)\0\(facts.owner)\0".utf8
      switch facts.kind {
      case .folder: if !add(path, "\(prefix)\(name)/", files, depth: depth + 1) { return false }
      case .regular:
        guard contents.count + facts.size <= Self.mostBytes, let bytes = files.read(path, Self.mostBytes)
        else { return false }
        contents += "\(bytes.count)\0".utf8
        contents += bytes
      case .link, .other: break
      }
    }
    return true
  }
}

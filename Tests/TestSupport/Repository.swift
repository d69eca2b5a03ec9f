package import Foundation

/// Where the sources that belong to this test lie.
package enum Repository {
  package static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  package static var intents: URL { root.appending(path: "intents") }
  package static var sources: URL { root.appending(path: "Sources") }
  package static var golden: URL { root.appending(path: "Tests/Golden") }

  /// The regular files below a folder, by their paths from there.
  package static func files(below folder: URL, ending: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: folder.path()) ?? FileManager.DirectoryEnumerator()
    return found.compactMap { $0 as? String }.filter { $0.hasSuffix(ending) }.sorted()
  }

  package static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}

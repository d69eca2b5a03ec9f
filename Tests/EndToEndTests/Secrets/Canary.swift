import Foundation

/// A secret that a test looks for afterwards: a random word among characters that programs write in their own ways.
struct Canary: Sendable {
  let word: String

  init() { word = "cnry" + String((0..<14).map { _ in "abcdefghijkmnpqrstuvwxyz".randomElement() ?? "x" }) }

  init(word: String) { self.word = word }

  /// The secret itself.
  var text: String { #"\#(word)/"+' \é"# }

  /// The random word in every spelling, each written down here without the program's own code.
  var spellings: [Data] {
    let bytes = Array(word.utf8)
    var all = [
      word, bytes.map { String(format: "%02x", $0) }.joined(),
      bytes.map { String(format: "%02X", $0) }.joined(), bytes.map { String(format: "%%%02X", $0) }.joined(),
      bytes.map { String(format: "%%%02x", $0) }.joined(),
    ]
    for before in 0..<3 {
      let encoded = Data([UInt8](repeating: 0, count: before) + bytes).base64EncodedString()
      all.append(String(encoded.dropFirst(4).dropLast(4)))
    }
    return all.map { Data($0.utf8) }
  }
}

/// Places where secrets may have come to, and where they were found.
struct CanarySearch {
  let canaries: [Canary]
  private(set) var places = 0
  private(set) var found: [String] = []

  init(_ canaries: [Canary]) { self.canaries = canaries }

  mutating func look(in bytes: Data, _ place: @autoclosure () -> String) {
    places += 1
    for (index, canary) in canaries.enumerated() {
      for (number, spelling) in canary.spellings.enumerated() where bytes.range(of: spelling) != nil {
        found.append("\(place()): canary \(index), spelling \(number)")
      }
    }
  }

  mutating func look(in ended: Ended, _ name: String) {
    look(in: Data(ended.output), "\(name): stdout")
    look(in: Data(ended.errors), "\(name): stderr")
  }

  /// Every file below a folder but those in which the secrets are kept.
  mutating func look(below folder: String, except kept: [String]) {
    for case let name as String in FileManager.default.enumerator(atPath: folder) ?? .init() {
      guard !kept.contains(name), let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)")
      else { continue }
      look(in: bytes, name)
    }
  }
}

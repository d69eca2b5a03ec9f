package import IntentCore
internal import IntentLoading
internal import Schedules

/// The entries of ours in the user's folder of desktop entries; a file without our mark is never touched.
package struct DesktopEntries {
  private let folder: String
  private let engine: Engine

  package init(_ engine: Engine) throws(Failure) {
    guard let data = engine.library.places.data else {
      throw Failure(.fileMissing, ["path": "HOME", "reason": "no home folder is known: set HOME"])
    }
    folder = "\(data)/applications"
    self.engine = engine
  }

  /// What becomes of an entry.
  package enum Change: String { case installed, updated, unchanged }

  package func path(of id: String) -> String { "\(folder)/runintent-\(id).desktop" }

  /// The ids of our entries in the order of the alphabet.
  package var ids: [String] {
    let names = engine.world.files.names(folder) ?? []
    return names.compactMap { name -> String? in
      let bytes = name.utf8
      guard bytes.starts(with: "runintent-".utf8), bytes.suffix(8).elementsEqual(".desktop".utf8),
        bytes.count > 18
      else { return nil }
      let id = String(decoding: bytes.dropFirst(10).dropLast(8), as: UTF8.self)
      return Names.isIdentifier(id) && has(id) ? id : nil
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func has(_ id: String) -> Bool { contents(of: id).map { $0.isMarked(id) } ?? false }

  private func contents(of id: String) -> [UInt8]? { engine.installer.read(path(of: id)) }

  package func write(_ entry: DesktopEntry) throws(Failure) -> Change {
    let bytes = Array(entry.text.utf8)
    let path = path(of: entry.id)
    let present = contents(of: entry.id)
    if present == bytes { return .unchanged }
    if let present, !present.isMarked(entry.id) {
      throw Failure(.fileExists, ["path": .text(path), "hint": "it is not one that this command wrote"])
    }
    try engine.installer.write(path, bytes, 0o644)
    return present == nil ? .installed : .updated
  }

  /// False when there is no entry of ours.
  package func remove(_ id: String) throws(Failure) -> Bool {
    guard has(id) else { return false }
    return try engine.installer.remove(path(of: id))
  }
}

extension [UInt8] {
  /// Whether a line says that we wrote it for this intent.
  fileprivate func isMarked(_ id: String) -> Bool {
    let mark = "\(DesktopEntry.mark)=\(id)"
    return split(separator: 0x0A).contains { $0.elementsEqual(mark.utf8) }
  }
}

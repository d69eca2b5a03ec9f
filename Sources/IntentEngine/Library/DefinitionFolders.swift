package import IntentCore
internal import IntentLoading

/// The folders of definitions in the order of the search; the first that has an id wins.
package struct DefinitionFolders: Sendable {
  package struct Folder: Sendable, Equatable {
    package var path: String
    /// A folder that somebody named must be there; a customary one may be missing.
    package var isNamed: Bool

    package init(path: String, isNamed: Bool) {
      self.path = path
      self.isNamed = isNamed
    }
  }

  /// What one folder holds.
  package struct Contents: Sendable {
    package var ids: [String]
    package var faults: [Fault]

    package init(ids: [String], faults: [Fault] = []) {
      self.ids = ids
      self.faults = faults
    }
  }

  /// A folder that was opened once, so that many files are read from it quickly.
  package struct OpenFolder: Sendable {
    package var list: @Sendable () throws(Failure) -> Contents
    package var open: @Sendable (_ id: String) throws(Failure) -> SourceFile

    package init(
      list: @escaping @Sendable () throws(Failure) -> Contents,
      open: @escaping @Sendable (_ id: String) throws(Failure) -> SourceFile
    ) {
      self.list = list
      self.open = open
    }
  }

  package var folders: [Folder]
  package var open: @Sendable (_ path: String) throws(Failure) -> SourceFile
  package var openFolder: @Sendable (_ path: String) throws(Failure) -> OpenFolder

  package init(
    folders: [Folder], open: @escaping @Sendable (_ path: String) throws(Failure) -> SourceFile,
    openFolder: @escaping @Sendable (_ path: String) throws(Failure) -> OpenFolder
  ) {
    self.folders = folders
    self.open = open
    self.openFolder = openFolder
  }

  /// Opens the definition of an id; only that one file is touched.
  package func find(_ id: String) throws(Failure) -> SourceFile {
    if Names.isIdentifier(id) {
      for folder in folders {
        do throws(Failure) {
          return try open("\(folder.path)/\(id).json")
        } catch  where error.faults.first?.code == .fileMissing {
          if folder.isNamed { _ = try openFolder(folder.path) }
        }
      }
    }
    var ids: [String] = []
    for folder in folders {
      guard let opened = try? openFolder(folder.path), let contents = try? opened.list() else { continue }
      // A link that leads nowhere is listed and yet not there.
      if contents.ids.contains(id) { _ = try opened.open(id) }
      ids += contents.ids
    }
    let near = Suggestion.nearest(to: id, among: ids)
    throw Failure(.intentUnknown, ["intent": .text(id), "suggestion": .text(near ?? "")])
  }

  /// A file of these folders.
  package struct Entry: Sendable {
    package var id: String
    package var path: String
    /// Whether a folder searched before has the same id.
    package var isShadowed: Bool
    package var open: @Sendable () throws(Failure) -> SourceFile

    package init(
      id: String, path: String, isShadowed: Bool = false,
      open: @escaping @Sendable () throws(Failure) -> SourceFile
    ) {
      self.id = id
      self.path = path
      self.isShadowed = isShadowed
      self.open = open
    }
  }

  /// Every file of every folder, with the faults of folders that cannot be read.
  package func entries() -> (entries: [Entry], faults: [Fault]) {
    var entries: [Entry] = []
    var faults: [Fault] = []
    var seen: Set<String> = []
    for folder in folders {
      do throws(Failure) {
        let opened = try openFolder(folder.path)
        let contents = try opened.list()
        faults += contents.faults
        entries.reserveCapacity(entries.count + contents.ids.count)
        for id in contents.ids {
          let isShadowed = folders.count > 1 && !seen.insert(id).inserted
          entries.append(
            Entry(id: id, path: "\(folder.path)/\(id).json", isShadowed: isShadowed) { () throws(Failure) in
              try opened.open(id)
            })
        }
      } catch {
        let isMissing = error.faults.first?.code == .fileMissing
        if folder.isNamed || !isMissing { faults += error.faults }
      }
    }
    return (entries, faults)
  }
}

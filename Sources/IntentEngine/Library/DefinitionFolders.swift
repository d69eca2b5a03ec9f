package import IntentCore
internal import IntentLoading

/// Opens and lists definitions.
package struct DefinitionAccess: Sendable {
  package var open: @Sendable (_ path: String) throws(Failure) -> SourceFile
  package var folder: @Sendable (_ path: String) throws(Failure) -> DefinitionFolders.OpenFolder
  /// Opens a string catalog, which may be larger than a definition.
  package var catalog: @Sendable (_ path: String) throws(Failure) -> SourceFile
  /// Where an absolute path leads without links.
  package var resolved: @Sendable (_ path: String) -> String? = { $0 }

  package init(
    open: @escaping @Sendable (_ path: String) throws(Failure) -> SourceFile,
    folder: @escaping @Sendable (_ path: String) throws(Failure) -> DefinitionFolders.OpenFolder,
    catalog: @escaping @Sendable (_ path: String) throws(Failure) -> SourceFile
  ) {
    (self.open, self.folder, self.catalog) = (open, folder, catalog)
  }
}

/// The folders of definitions in the order of the search; the first that has an id wins.
package struct DefinitionFolders: Sendable {
  package struct Folder: Sendable {
    package var path: String
    /// A folder that somebody named must be there; a customary one may be missing.
    package var isNamed = false
    /// The folder of a project, such as a clone, that this one lies in: nothing in it may lead out of it.
    package var project: String?
  }

  /// What one folder holds.
  package struct Contents: Sendable {
    package var ids: [String]
    package var faults: [Fault]

    package init(ids: [String], faults: [Fault] = []) {
      (self.ids, self.faults) = (ids, faults)
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
      (self.list, self.open) = (list, open)
    }
  }

  package var folders: [Folder]
  let access: DefinitionAccess

  /// Opens the definition of an id; only that one file is touched.
  package func find(_ id: String) throws(Failure) -> SourceFile {
    if Names.isIntent(id) {
      for folder in folders {
        do throws(Failure) {
          let file = try access.open("\(folder.path)/\(id).json")
          try refuseStray(file, in: folder)
          return file
        } catch  where error.faults.first?.code == .fileMissing {
          if folder.isNamed { _ = try access.folder(folder.path) }
        }
      }
    }
    var ids: [String] = []
    for folder in folders {
      guard let opened = try? access.folder(folder.path), let contents = try? opened.list() else { continue }
      // A link that leads nowhere is listed and yet not there.
      if contents.ids.contains(id) { try refuseStray(try opened.open(id), in: folder) }
      ids += contents.ids
    }
    let near = Suggestion.nearest(to: id, among: ids.filter(Names.isIntent))
    throw Failure(.intentUnknown, ["intent": .text(id), "suggestion": .text(near ?? "")])
  }

  /// Fails where a link of a project's leads out of the project's folder of intents, or that folder out of the project.
  private func refuseStray(_ file: SourceFile, in folder: Folder) throws(Failure) {
    guard let project = folder.project, !file.path.isBelow(folder.path) else { return }
    let (root, place) = (access.resolved(project), access.resolved(folder.path))
    if let root, let place, place.isBelow(root), file.path.isBelow(place) { return }
    throw Failure(.fileStray, ["path": .text(file.displayPath), "target": .text(file.path)])
  }

  /// A file of these folders.
  package struct Entry: Sendable {
    package var id: String
    package var path: String
    /// Whether a folder searched before has the same id.
    package var isShadowed = false
    /// Whether it is a project's, after which one's own go in all that names intents.
    package var isOfProject = false
    package var open: @Sendable () throws(Failure) -> SourceFile
  }

  /// Every file of every folder, with the faults of folders that cannot be read.
  package func entries() -> (entries: [Entry], faults: [Fault]) {
    var entries: [Entry] = []
    var faults: [Fault] = []
    var seen: Set<String> = []
    for folder in folders {
      do throws(Failure) {
        let opened = try access.folder(folder.path)
        let contents = try opened.list()
        faults += contents.faults
        entries.reserveCapacity(entries.count + contents.ids.count)
        for id in contents.ids {
          let isShadowed = folders.count > 1 && !seen.insert(id).inserted
          let path = "\(folder.path)/\(id).json"
          entries.append(
            Entry(id: id, path: path, isShadowed: isShadowed, isOfProject: folder.project != nil) {
              () throws(Failure) in
              let file = try opened.open(id)
              try refuseStray(file, in: folder)
              return file
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

/// The XDG folders of the user, absolute, which are `nil` without a home, and root's.
package struct UserPlaces: Sendable {
  package var home: String?
  package var config: String?
  package var data: String?
  package var state: String?
  package var working: String
  /// Where root says what holds for everybody.
  package var system: String

  package init(
    home: String?, config: String?, data: String?, state: String? = nil, working: String,
    system: String = "/etc/runintent"
  ) {
    (self.home, self.config, self.data, self.state, self.working) = (home, config, data, state, working)
    self.system = system
  }

  var ownIntents: String? { config.map { "\($0)/runintent/intents" } }

  var rootsIntents: String { "\(system)/intents" }

  /// Why what belongs in a folder of the user's cannot be put there.
  static let homeless = Failure(
    .fileMissing, ["path": "HOME", "reason": "no home folder is known: set HOME"])
}

extension String {
  /// Whether it is a path below a folder, byte for byte.
  fileprivate func isBelow(_ folder: String) -> Bool {
    let folder = folder == "/" ? "" : folder
    return utf8.starts(with: folder.utf8) && utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: "/")
  }
}

package import IntentCore
internal import IntentPipeline

/// The files that set-up puts in place, and where.
package struct SetupFiles: Sendable {
  package struct File: Sendable {
    package var path: String
    var bytes: [UInt8] = []
    var mode: UInt32 = 0o644
    package var kind: Kind

    package enum Kind: Sendable {
      case command
      /// A file that people edit: one that differs is theirs and stays.
      case sample
      case completion
      case manual
      /// What the machine runs at times, by its id.
      case automation
      /// An entry of the desktop, by the id of its intent.
      case desktop
    }
  }

  package var binary: String
  package var intents: String
  package var manual: String
  private var files: [File]
  /// The folders below the user's own that may become empty, deepest first.
  private var folders: [String]
  /// The ids of the samples.
  package let ids: [String]

  package typealias Note = (change: Installer.Update, file: File)

  /// - Parameters:
  ///   - samples: By their paths below the folder of definitions.
  ///   - completions: By their paths below the user's folder of data.
  ///   - manuals: By their paths below the folder of manuals.
  package init(
    samples: [(name: String, bytes: [UInt8], isProgram: Bool)], completions: [(name: String, text: String)],
    manuals: [(path: String, bytes: [UInt8])], _ places: UserPlaces
  ) throws(Failure) {
    guard let home = places.home, let config = places.config, let data = places.data else {
      throw UserPlaces.homeless
    }
    let own = "\(config)/runintent"
    let (intents, manual) = ("\(own)/intents", "\(data)/man")
    binary = "\(home)/.local/bin/runintent"
    (self.intents, self.manual) = (intents, manual)
    files = samples.map {
      File(path: "\(intents)/\($0.name)", bytes: $0.bytes, mode: $0.isProgram ? 0o755 : 0o644, kind: .sample)
    }
    files += completions.map {
      File(path: "\(data)/\($0.name)", bytes: Array($0.text.utf8), kind: .completion)
    }
    let schema = "\(intents)/\(AuthoringFolder.schemaName)"
    files.append(File(path: schema, bytes: AuthoringFolder.schema, kind: .completion))
    files += manuals.map { File(path: "\(manual)/\($0.path)", bytes: $0.bytes, kind: .manual) }
    folders = [
      "\(intents)/scripts", "\(intents)/schema", intents, own, "\(manual)/man1", "\(manual)/man7", manual,
    ]
    ids = samples.map(\.name).filter { !$0.isPath }.compactMap(\.jsonStem)
  }

  /// Writes what is not there as it should be; a sample that differs is its user's and stays.
  ///
  /// - Parameters:
  ///   - isOurs: Whether the bytes are this program, of whichever version.
  ///   - confirm: Asks before another program of the name is replaced.
  package func install(
    _ installer: Installer, isOurs: ([UInt8]) -> Bool, confirm: () throws(Failure) -> Void
  ) throws(Failure) -> [Note] {
    var notes: [Note] = []
    if let own = installer.executable(), own != binary {
      guard let bytes = installer.read(own) else { throw Failure(.fileUnreadable, ["path": .text(own)]) }
      if let present = installer.read(binary), present != bytes, !isOurs(present) { try confirm() }
      notes.append(try Self.put(File(path: binary, bytes: bytes, mode: 0o755, kind: .command), installer))
    }
    for file in files { notes.append(try Self.put(file, installer)) }
    return notes
  }

  private static func put(_ file: File, _ installer: Installer) throws(Failure) -> Note {
    if file.kind == .sample, let present = installer.read(file.path), present != file.bytes {
      return (.kept, file)
    }
    return (try installer.update(file.path, file.bytes, mode: file.mode), file)
  }

  /// Takes back what set-up put in place, and what would start it: automations and entries of the desktop.
  package func remove(_ engine: Engine, isOurs: ([UInt8]) -> Bool) async throws(Failure) -> [Note] {
    let installer = engine.installer
    let automations = try await InstalledAutomations(engine).ids
    var notes: [Note] = try await engine.uninstall(automations).map {
      (.removed, File(path: $0, kind: .automation))
    }
    let desktop = try DesktopEntries(engine)
    for id in desktop.ids where try desktop.remove(id) {
      notes.append((.removed, File(path: id, kind: .desktop)))
    }
    for id in ids { _ = try engine.world.store.removeTrust(of: "\(intents)/\(id).json") }
    for file in files {
      guard let present = installer.read(file.path) else { continue }
      if present != file.bytes, file.kind == .sample {
        notes.append((.kept, file))
      } else if try installer.remove(file.path) {
        notes.append((.removed, file))
      }
    }
    if let bytes = installer.read(binary),
      isOurs(bytes) || installer.executable().map({ installer.read($0) == bytes }) ?? false,
      try installer.remove(binary)
    {
      notes.append((.removed, File(path: binary, kind: .command)))
    }
    for folder in folders { installer.removeFolder(folder) }
    return notes
  }

  /// What the samples need that is not allowed yet; what cannot be told is told as a warning. What needs a person who
  /// proved who they are waits for its first use, and holds up nothing else.
  package func proposals(
    _ engine: Engine
  ) async throws(Failure) -> (proposals: [AllowProposal], warnings: [Fault]) {
    var proposals: [AllowProposal] = []
    var warnings: [Fault] = []
    for id in ids {
      let path = "\(intents)/\(id).json"
      do throws(Failure) {
        let proposal = try await AllowProposal.make(for: path, AllowTerms(engine.customaryWhos), engine)
        if proposal.isHarmless || proposal.capabilities.contains(where: \.needsAuthentication) { continue }
        let standing = try engine.world.store.standing(of: path, for: .here)
        if proposal.isRecorded(in: standing) { continue }
        proposals.append(proposal)
      } catch  where [.executableMissing, .permissionDenied].contains(error.faults.first?.code) {
        warnings += error.asWarnings
      }
    }
    return (proposals, warnings)
  }
}

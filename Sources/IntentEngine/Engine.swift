package import IntentCore
internal import IntentHandlers
package import IntentPipeline

/// What every front door uses: it finds definitions and brings calls of them through resolver, gate and runner. It
/// prints nothing and asks through a `FrontDoor`.
package struct Engine: Sendable {
  package var library: IntentLibrary
  /// How the call was entered; asked only when it matters.
  package let source: @Sendable () -> RunSource
  package let withLimit: TimeLimit
  package let interruption: any Cancellation
  package let installer: Installer
  package let speech: Speech

  package init(
    library: IntentLibrary, source: @escaping @Sendable () -> RunSource, withLimit: @escaping TimeLimit,
    interruption: any Cancellation, installer: Installer, speech: Speech = .english
  ) {
    (self.library, self.source, self.withLimit) = (library, source, withLimit)
    (self.interruption, self.installer, self.speech) = (interruption, installer, speech)
  }

  package var world: World { library.world }

  package var settings: EngineSettings {
    get { library.settings }
    set { library.settings = newValue }
  }

  /// Says what the program says in the language of the caller.
  package var text: Localizer { speech.localizer(library.language) }

  /// The person at a terminal, and besides whose the call is where there is none.
  package var customaryWhos: [Who] {
    let who = source().who
    return who == .here ? [.here] : [.here, who]
  }

  /// A moment in the place's own time, with its date.
  package func moment(_ time: WallTime) -> String {
    let local = world.clock.local(time)
    return "\(DateText.date(local)) \(DateText.clock(local))"
  }

  /// All that a definition can come to touch.
  ///
  /// - Parameter trusted: The files that were allowed, whose recorded paths then count.
  func claims(of definition: IntentDefinition, trusted: [TrustedFile] = []) async throws(Failure) -> Claims {
    try await Claims.of(definition, registry: .live, entities: .live, world: world, trusted: trusted)
  }
}

extension Engine {
  /// The start of a command line that somebody else calls from elsewhere: the program by its absolute path.
  var program: String {
    get throws(Failure) {
      if let path = installer.executable() { return path }
      throw Failure(.internalError, ["reason": "the path of the program is not known"])
    }
  }

  /// Those of the caller's variables that have a value, which decide where files of the user's are.
  func carried(_ names: [String]) -> [(name: String, value: String)] {
    names.compactMap { name in world.machine.caller.variable(name).flatMap { $0.isEmpty ? nil : (name, $0) } }
  }
}

/// Changes to the user's files, as closures.
package struct Installer: Sendable {
  /// The absolute path of the running program.
  package var executable: @Sendable () -> String?
  package var read: @Sendable (_ path: String) -> [UInt8]?
  /// Writes a whole file at once, with its folders; a link in its place is refused.
  package var write: @Sendable (_ path: String, _ bytes: [UInt8], _ mode: UInt32) throws(Failure) -> Void
  /// Makes a folder, and the missing ones above it, with the mode; one that is there stays as it is.
  package var makeFolder: @Sendable (_ path: String, _ mode: UInt32) throws(Failure) -> Void
  /// Removes a file; false when there was none.
  package var remove: @Sendable (_ path: String) throws(Failure) -> Bool
  /// Removes a folder when it is empty.
  package var removeFolder: @Sendable (_ path: String) -> Void

  package init(
    executable: @escaping @Sendable () -> String?, read: @escaping @Sendable (_ path: String) -> [UInt8]?,
    write: @escaping @Sendable (_ path: String, _ bytes: [UInt8], _ mode: UInt32) throws(Failure) -> Void,
    makeFolder: @escaping @Sendable (_ path: String, _ mode: UInt32) throws(Failure) -> Void,
    remove: @escaping @Sendable (_ path: String) throws(Failure) -> Bool,
    removeFolder: @escaping @Sendable (_ path: String) -> Void
  ) {
    (self.executable, self.read, self.write, self.makeFolder) = (executable, read, write, makeFolder)
    (self.remove, self.removeFolder) = (remove, removeFolder)
  }

  /// Writes a file that is not there as it is to be; what it was before, where it was otherwise.
  func update(_ path: String, _ bytes: [UInt8], mode: UInt32 = 0o644) throws(Failure) -> Update {
    let present = read(path)
    if present == bytes { return .unchanged }
    try write(path, bytes, mode)
    return present == nil ? .installed : .updated
  }

  /// What became of a file.
  package enum Update: String, CaseIterable, Sendable { case installed, updated, unchanged, removed, kept }
}

/// The translations of what the program itself says.
package struct Speech: Sendable {
  package let localizer: @Sendable (LanguageTag) -> Localizer
  /// The title of a thing in every other language of the program.
  package let translations: @Sendable (_ title: String) -> [String]

  package init(
    localizer: @escaping @Sendable (LanguageTag) -> Localizer,
    translations: @escaping @Sendable (_ title: String) -> [String]
  ) {
    (self.localizer, self.translations) = (localizer, translations)
  }

  package static let english = Speech(localizer: { _ in .english }, translations: { _ in [] })
}

extension EntityLists {
  /// The lists of this program's providers, with titles as people read them; the English ones are known too.
  package static func spoken(_ text: Localizer) -> EntityLists {
    if text.language.isEnglish { return .live }
    return EntityLists { kind, world throws(Failure) in
      try await EntityLists.live.list(kind, world).map { entity in
        let title = text(entity.title)
        return title == entity.title
          ? entity : Entity(id: entity.id, title: title, names: entity.names + [entity.title])
      }
    }
  }
}

extension IntentDefinition {
  /// Whether its handler starts programs whose output it reads; `nil` where there is no such handler.
  var startsPrograms: Bool? { HandlerRegistry.live.find(handler)?.descriptor.hasOutput }

  /// Whether it names programs that a sandbox can limit.
  package var namesPrograms: Bool { startsPrograms ?? false || listsChoices }
}

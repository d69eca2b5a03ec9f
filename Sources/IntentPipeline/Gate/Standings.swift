package import IntentCore

/// What the user's word says about one capability of a run.
package enum GrantVerdict: Sendable, Equatable {
  case denied(Grant)
  case allowed(Grant)
  case expired(Grant)
  case usedUp(Grant)
  case notAllowed
  /// A caller chooses the target, which no permission covers.
  case open

  /// Why a run is refused for it, `nil` when it is not.
  var refusal: Question.ConsentQuestion.Reason? {
    switch self {
    case .allowed: nil
    case .denied: .denied
    case .expired: .expired
    case .usedUp: .usedUp
    case .notAllowed, .open: .notAllowed
    }
  }
}

extension Standing {
  /// A denial beats every permission, whichever came first; texts are compared byte for byte.
  package func verdict(on capability: Capability, from source: RunSource, at now: WallTime) -> GrantVerdict {
    if let denial = denial(of: capability, from: source, at: now) { return .denied(denial) }
    if capability.isOpen { return .open }
    let text = capability.text
    let found = grants.filter { !$0.isDenial && $0.isAbout(source) && $0.isAbout(text) }
    guard let grant = found.first(where: { !$0.hasExpired(at: now) && $0.usesLeft != 0 }) ?? found.first
    else {
      return .notAllowed
    }
    if grant.hasExpired(at: now) { return .expired(grant) }
    if let uses = grant.usesLeft, uses < 1 { return .usedUp(grant) }
    return .allowed(grant)
  }

  /// The rule that forbids it; one for an exact thing also forbids a run whose caller may choose that thing.
  package func denial(of capability: Capability, from source: RunSource, at now: WallTime) -> Grant? {
    grants.first {
      $0.isDenial && $0.isAbout(source) && !$0.hasExpired(at: now) && capability.mayTouch($0.capability)
    }
  }

  var hasDenials: Bool { grants.contains(where: \.isDenial) }

  /// Why the definition is not allowed as it is, `nil` when it is; a file that it names and that changed is a
  /// failure of its own.
  package func distrust(
    of definition: IntentDefinition, _ world: World, operand: String? = nil, for who: Who = .here
  ) throws(Failure) -> Question.ConsentQuestion.Reason? {
    guard let trust, trust.source == definition.source else {
      if world.isRoots(definition) { return nil }
      return trust == nil ? .notAllowed : .changed
    }
    // Texts that people decide by are as they were trusted, in whatever language they are shown.
    if let wording = definition.wording {
      let trusted = trust.files.compactMap(\.wording).first ?? ""
      if !trusted.utf8.elementsEqual(wording.utf8) { return .changed }
    }
    let changed = trust.files.filter { $0.wording == nil && !$0.isUnchanged(world.files) }
    if changed.isEmpty { return nil }
    let command = FaultArgument.list(["runintent", "allow", operand ?? definition.id] + who.options)
    throw Failure(
      changed.map {
        Fault(.fileChanged, ["path": .text($0.path), "intent": .text(definition.id), "command": command])
      })
  }
}

extension World {
  /// Whether root put the definition up for everybody, and nobody else can change it.
  package func isRoots(_ definition: IntentDefinition) -> Bool {
    let (folder, path) = (rootsDefinitions.utf8, definition.path.utf8)
    return path.starts(with: folder) && path.dropFirst(folder.count).first == UInt8(ascii: "/")
      && files.isRootsAlone(definition.path)
  }

  func areRoots(_ names: [String], _ lookUp: ExecutableLookup) -> Bool {
    names.allSatisfy { lookUp.find($0).map(files.isRootsAlone) ?? false }
  }
}

extension TrustRecord {
  /// Refuses what a run would use beyond the files that were there when the person decided.
  func refuseAppeared(
    _ names: [String], _ definition: IntentDefinition, operand: String?, _ lookUp: ExecutableLookup
  ) throws(Failure) {
    let appeared = names.filter { name in !files.contains { $0.name.utf8.elementsEqual(name.utf8) } }
    if appeared.isEmpty { return }
    let command = FaultArgument.list(["runintent", "allow", operand ?? definition.id] + who.options)
    throw Failure(
      appeared.map { name in
        Fault(
          .fileAppeared,
          ["path": .text(lookUp.find(name) ?? name), "intent": .text(definition.id), "command": command])
      })
  }
}

/// Programs that write secrets are part of what was trusted with each definition that needs such a secret.
extension World {
  /// The absolute paths of the programs, each once; a configuration that cannot be read fails where it is used.
  func helpers(of call: HandlerCall, _ handler: any DescribedHandler) throws(Failure) -> [String] {
    let names = call.definition.secrets + (try handler.secrets(call))
    if names.isEmpty { return [] }
    guard let configuration = try? self.configuration() else { return [] }
    var helpers: [String] = []
    for name in names {
      guard case .command(let words)? = configuration.secret(named: name), let program = words.first,
        files.facts(program)?.kind == .regular,
        !helpers.contains(where: { $0.utf8.elementsEqual(program.utf8) })
      else { continue }
      helpers.append(program)
    }
    return helpers
  }

  /// Whether a person's word, or root's for the system, holds for each of the programs.
  func areTrusted(_ helpers: [String], by trust: TrustRecord?) -> Bool {
    helpers.allSatisfy { helper in
      trust?.files.contains { $0.path.utf8.elementsEqual(helper.utf8) } ?? false || isSystems(helper)
    }
  }
}

extension TrustedFile {
  /// A file that root alone can change is checked for that, any other for its exact bytes.
  func isUnchanged(_ files: World.Files) -> Bool {
    if let target {
      guard let now = files.resolved(path), now.utf8.elementsEqual(target.utf8) else { return false }
      return files.facts(target)?.isRootsAlone ?? false
    }
    guard let contents else { return files.facts(path)?.isRootsAlone ?? false }
    if path.utf8.last == UInt8(ascii: "/") { return FileTree(path, files)?.contents == contents }
    return files.read(path, contents.count + 1) == contents
  }
}

extension Capability {
  /// Whether the person must have proved who they are when it was allowed, or else does so at the run.
  package var needsAuthentication: Bool { permissionClass >= .unlock }
}

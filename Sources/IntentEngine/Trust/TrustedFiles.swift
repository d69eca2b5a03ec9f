package import IntentCore
internal import IntentHandlers
package import IntentPipeline

/// The files that are allowed with a definition, as they are now.
package struct TrustedFiles {
  /// Files that others than root can change are kept whole up to this size, and refused above.
  static let limit = 160 << 20

  private(set) var files: [TrustedFile] = []
  private let world: World

  /// What the definition names, and the interpreters that the first lines of its scripts name. Fails when a file is
  /// missing, too large, or such that others than its owner may write it.
  package static func of(
    _ claims: Claims, _ definition: IntentDefinition, _ world: World
  ) throws(Failure) -> [TrustedFile] {
    var own = TrustedFiles(world: world)
    for (name, path) in claims.files {
      guard let path else {
        throw Failure(
          .executableMissing,
          ["program": .text(name), "intent": .text(definition.id), "searchPath": .text(claims.searchPath)])
      }
      try own.add(name, path)
    }
    for helper in claims.helpers
    where !own.files.contains(where: { $0.name.utf8.elementsEqual(helper.name.utf8) }) {
      try own.add(helper.name, helper.path)
    }
    let lookUp = ExecutableLookup.path(of: definition, world: world)
    var next = 0
    while next < own.files.count {
      let file = own.files[next]
      next += 1
      guard let bytes = file.contents, let line = InterpreterLine(bytes) else { continue }
      // The interpreter may be one that only starts another, which its argument then names.
      let words = line.arguments.flatMap { $0.utf8.split(separator: 0x20).map { String(Substring($0)) } }
      let paths = words.filter {
        $0.utf8.first == UInt8(ascii: "/") && world.files.there($0)?.kind == .regular
      }
      for name in [line.program] + paths
      where !own.files.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
        // Whether it is run at all is seen when it is; what the definition uses may be no program.
        if let path = paths.contains(name) ? name : lookUp.find(name) { try own.add(name, path) }
      }
    }
    return own.files
  }

  /// The same files as they are now, and those that are not there, or not fit to be allowed, any more.
  package static func current(
    _ trusted: [TrustedFile], _ world: World
  ) -> (there: [TrustedFile], gone: [TrustedFile]) {
    var own = TrustedFiles(world: world)
    var gone: [TrustedFile] = []
    for file in trusted where file.wording == nil {
      do throws(Failure) { try own.add(file.name, file.path) } catch { gone.append(file) }
    }
    return (own.files, gone)
  }

  private mutating func add(_ name: String, _ path: String) throws(Failure) {
    if path.utf8.last == UInt8(ascii: "/") {
      guard let tree = FileTree(path, world.files) else { throw Failure(.fileMissing, ["path": .text(path)]) }
      files.append(TrustedFile(name: name, path: path, contents: tree.contents))
      return
    }
    guard let facts = world.files.facts(path), facts.kind == .regular else {
      throw Failure(.fileMissing, ["path": .text(path)])
    }
    // Whoever may write the file chooses what runs.
    let isPrivate = facts.group == facts.owner && world.machine.isPrivateGroup(facts.group)
    if facts.mode & 0o002 != 0 || facts.mode & 0o020 != 0 && !isPrivate {
      throw Failure(.fileWritable, ["path": .text(path), "repair": .list(["chmod", "go-w", path])])
    }
    guard facts.owner == 0 || facts.owner == world.machine.caller.user else {
      throw Failure(.fileOwner, ["path": .text(path)])
    }
    let target = world.files.resolved(path) ?? path
    var file = TrustedFile(name: name, path: path, contents: nil)
    if !world.isSystems(path, leadingTo: target) {
      if !target.utf8.elementsEqual(path.utf8), world.isSystems(target, leadingTo: target) {
        file.target = target
      } else {
        file.contents = try contents(path, facts)
      }
    }
    files.append(file)
  }

  private func contents(_ path: String, _ facts: FileFacts) throws(Failure) -> [UInt8] {
    guard facts.size <= Self.limit, let contents = world.files.read(path, Self.limit + 1),
      contents.count <= Self.limit
    else {
      throw Failure(
        .fileTooLarge, ["path": .text(path), "size": .integer(facts.size), "limit": .integer(Self.limit)])
    }
    return contents
  }
}

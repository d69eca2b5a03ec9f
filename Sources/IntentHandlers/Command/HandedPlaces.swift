internal import IntentCore
internal import IntentPipeline

/// The files and folders of a call that must lie in a folder, as the program reaches them: by descriptors, since it
/// opens a name later than it was checked, and whoever may write in the folder could lead it elsewhere meanwhile.
///
/// Each is opened by its path without links when the program starts, with no link followed. That is more than
/// staying beneath the folder: a link which leads to another place in it is not followed either.
///
/// Where a sandbox opens the file for the program the word stays a path. The rule is made of what was opened in the
/// same way, so that a path that leads elsewhere is denied, and programs that read a descriptor's path as a link, as
/// tar, du and rsync do, have a name that they can work with.
struct HandedPlaces {
  private(set) var places: [HandedPlace] = []
  /// The values of the parameters, with the paths of descriptors in the place of names.
  private(set) var values: ValueObject

  private let world: World

  /// Above those of scripts and of texts that are handed over.
  static let numbers: ClosedRange<Int32> = 64...255

  /// `nil` where no parameter must lie in a folder. Fails with `file.missing`, `permission.outside` and
  /// `value.max-items`.
  init?(_ call: HandlerCall, _ world: World) throws(Failure) {
    let parameters = call.definition.parameters.filter { $0.file?.within != nil }
    if parameters.isEmpty { return nil }
    (values, self.world) = (call.parameters, world)
    let hasSandbox = call.definition.sandbox != nil && world.machine.sandboxKernel().landlock >= 1
    for parameter in parameters {
      guard let rule = parameter.file, let value = values[parameter.name] else { continue }
      if hasSandbox, rule.access != nil { continue }
      values[parameter.name] = try handed(value, parameter.name, rule)
    }
    if places.isEmpty { return nil }
  }

  private mutating func handed(_ value: Value, _ name: String, _ rule: FileRule) throws(Failure) -> Value {
    switch value {
    case .string(let path) where path.utf8.first == UInt8(ascii: "/"):
      return .string(try handed(path, name, rule))
    case .array(let items):
      var words: [Value] = []
      for item in items { words.append(try handed(item, name, rule)) }
      return .array(words)
    default: return value
    }
  }

  private mutating func handed(_ path: String, _ name: String, _ rule: FileRule) throws(Failure) -> String {
    let fault = Fault(
      .fileOutside,
      ["option": .text("--\(name)"), "folder": .text(rule.within ?? ""), "path": .text(path)])
    guard let target = world.files.resolved(path), target.utf8.elementsEqual(path.utf8) else {
      throw Failure([fault])
    }
    if let kind = world.files.facts(path)?.kind {
      // A folder is named by what is in it, or many programs would take the descriptor's path for a link.
      return try add(path, fault, name) + (kind == .folder ? "/." : "")
    }
    if rule.mustExist || rule.access == .read {
      throw Failure(.fileMissing, ["option": .text("--\(name)"), "path": .text(path)])
    }
    if rule.access == .write {
      let made: ProcessSandbox.Place.Made = rule.accept == [.folder] ? .folder : .file
      return try add(path, made: made, fault, name) + (made == .folder ? "/." : "")
    }
    // What is not there yet has no descriptor: the folder above it has. Its own name can still become a link.
    var folder = path
    repeat { folder = folder.parent } while folder != "/" && world.files.facts(folder) == nil
    let rest = path.utf8.dropFirst(folder == "/" ? 1 : folder.utf8.count + 1)
    return try add(folder, fault, name) + "/" + String(Substring(rest))
  }

  private mutating func add(
    _ path: String, made: ProcessSandbox.Place.Made? = nil, _ fault: Fault, _ name: String
  ) throws(Failure) -> String {
    let number = Self.numbers.lowerBound + Int32(places.count)
    guard Self.numbers.contains(number) else {
      throw Failure(.valueMaxItems, ["name": .text("--\(name)"), "limit": .integer(Self.numbers.count)])
    }
    places.append(HandedPlace(number: number, path: path, made: made, fault: fault))
    return "/proc/self/fd/\(number)"
  }
}

extension String {
  /// The folder above an absolute path.
  fileprivate var parent: String {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")), slash != startIndex else { return "/" }
    return String(self[..<slash])
  }
}

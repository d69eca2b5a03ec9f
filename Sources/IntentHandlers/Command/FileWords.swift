internal import IntentCore
internal import IntentPipeline

/// The files that fixed words of a command line name, found by looking whether they lie there.
///
/// A word that names a file may make a program run it, so that its bytes belong to what was allowed. Words are never
/// looked up where the caller happens to stand.
struct FileWords {
  /// Absolute paths of the files, and of folders with a `/` at their end.
  private(set) var paths: [String] = []
  /// Words that are written as a file beside the definition, where none lies.
  private(set) var missing: [(word: Int, path: String)] = []
  /// Whether a word is seen from the folder of the run, which then has to be a certain one.
  private(set) var needsFolder = false
  /// Folders that are too large to be compared.
  private(set) var largeFolders: [String] = []
  /// What was looked for by its bare name, in those folders too.
  private var names: [String] = []
  /// Words by the absolute paths that they become where the run has the caller's folder.
  private(set) var absolute: [Int: String] = [:]

  /// Whether what is started is an interpreter, which finds modules by their names.
  var hasModules = false

  private let world: World
  /// The folder that relative names are seen from.
  private let base: String
  private let home: String
  private let ownFolders: [String]

  /// How a text is looked at.
  enum Kind {
    /// A word of a program of one's own: a file may be read as code, a folder is what it works on.
    case operand
    case word
    /// A target, which names a file only by its path.
    case target
    case code
  }

  init(_ world: World, base: String) {
    (self.world, self.base) = (world, base)
    home = world.home ?? ""
    // What is found in the system's folders is the system's.
    ownFolders = world.searchPath.utf8.split(separator: UInt8(ascii: ":")).map { String(Substring($0)) }
      .filter { $0.utf8.first == UInt8(ascii: "/") && !world.isSystems(folder: $0) }
  }

  mutating func add(word: Int, _ text: String, _ kind: Kind) {
    if text.isAddress { return }
    let bytes = Array(text.utf8)
    if kind != .code {
      let start = bytes.first == UInt8(ascii: "-") ? (bytes.firstIndex(of: UInt8(ascii: "=")) ?? -1) + 1 : 0
      let whole = String(decoding: bytes[start...], as: UTF8.self)
      let neededFolder = needsFolder
      if look(whole, kind), whole.utf8.first != UInt8(ascii: "/"), whole.isPath {
        needsFolder = neededFolder
        absolute[word] = String(decoding: bytes[..<start], as: UTF8.self) + "\(base)/\(whole)"
        return
      }
      if kind != .operand, ["./", "../"].contains(where: { whole.utf8.starts(with: $0.utf8) }),
        !whole.utf8.contains(0x20),
        world.files.there("\(base)/\(whole)") == nil
      {
        missing.append((word, whole))
      }
    }
    add(text, kind)
  }

  mutating func add(_ text: String, _ kind: Kind) {
    if text.isAddress { return }
    let isDotCommand = kind == .code && ShellText.dotIsCommand(text)
    if kind == .code {
      if ShellText.putsNamesTogether(text) { _ = take(base + "/", kind) }
      let pieces = ShellText.pieces(text)
      for piece in pieces where !(isDotCommand && piece == ".") { _ = look(piece, kind) }
      for (program, word) in zip(pieces, pieces.dropFirst()) { add(command: word, of: program) }
    }
    for piece in text.utf8.split(whereSeparator: Self.separates) {
      if isDotCommand, piece.elementsEqual(".".utf8) { continue }
      _ = look(String(Substring(piece)), kind)
      if hasModules, kind != .operand { look(module: String(Substring(piece))) }
      // What may be attached to letters of options, as in `-vf./x`.
      guard piece.first == UInt8(ascii: "-") else { continue }
      for letters in 2...6 where piece.count > letters {
        let rest = String(Substring(piece.dropFirst(letters)))
        if hasModules, kind != .operand { look(module: rest) }
        if look(rest, kind) { break }
      }
    }
  }

  /// A program that another runs by the first part of its name: `git job` is `git-job`.
  mutating func add(command name: String, of program: String) {
    guard !name.isPath, let last = program.utf8.split(separator: UInt8(ascii: "/")).last else { return }
    let whole = "\(String(Substring(last)))-\(name)"
    for folder in ownFolders where world.files.isExecutable("\(folder)/\(whole)") {
      _ = take("\(folder)/\(whole)", .word)
    }
  }

  /// The files that a program reads without a word that names them.
  mutating func add(impliedBy program: String, in folder: String? = nil) {
    for name in ProjectFiles.names(of: program) ?? [] { addImplied(name, folder ?? base) }
  }

  private mutating func addImplied(_ name: String, _ folder: String) {
    if world.files.there("\(folder)/\(name)")?.kind == .regular { _ = take("\(folder)/\(name)", .word) }
  }

  private static func separates(_ byte: UInt8) -> Bool {
    byte <= 0x20 || "'\"`=:,;|&<>(){}[]@!*?#^\\".utf8.contains(byte)
  }

  /// Whether something lies there that belongs to what was allowed.
  private mutating func look(_ text: String, _ kind: Kind) -> Bool {
    let bytes = Array(text.utf8)
    if bytes.isEmpty || bytes.contains(0) { return false }
    guard bytes.contains(UInt8(ascii: "/")) || bytes == Array("..".utf8) || bytes == [UInt8(ascii: ".")]
    else {
      return kind == .target ? false : look(name: text, kind)
    }
    if bytes[0] == UInt8(ascii: "/") { return take(process(text), kind) }
    if bytes[0] == UInt8(ascii: "~") || bytes[0] == UInt8(ascii: "$"),
      let slash = bytes.firstIndex(of: UInt8(ascii: "/"))
    {
      // A shell's variable may be the home or the folder of the run.
      let rest = String(decoding: bytes[slash...], as: UTF8.self)
      let isThere = take(home + rest, kind)
      return bytes[0] == UInt8(ascii: "$") && take(base + rest, kind) || isThere
    }
    needsFolder = true
    return take("\(base)/\(text)", kind)
  }

  /// What `/proc` calls the folder or the root of the process that is started is no place of our own process.
  private func process(_ path: String) -> String {
    guard path.utf8.starts(with: "/proc/".utf8) else { return path }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    guard parts.count > 2, let link = ["cwd", "root"].first(where: { parts[2].elementsEqual($0.utf8) }) else {
      return path
    }
    let rest = parts.dropFirst(3).map { String(Substring($0)) }.joined(separator: "/")
    return link == "cwd" ? "\(base)/\(rest)" : "/\(rest)"
  }

  /// Looks for every name in the folders that are too large to be compared, where the run may go.
  mutating func lookIntoLargeFolders() {
    for folder in largeFolders {
      for name in names where world.files.there("\(folder)/\(name)")?.kind == .regular {
        _ = take("\(folder)/\(name)", .word)
      }
    }
  }

  /// A module that an interpreter finds by a name without its ending, as in `import job`.
  private mutating func look(module text: String) {
    let name = text.utf8.starts(with: "./".utf8) ? String(text.dropFirst(2)) : text
    if name.isPath && !text.utf8.starts(with: "./".utf8) || name.utf8.isEmpty { return }
    for ending in Self.moduleEndings where world.files.there("\(base)/\(name)\(ending)")?.kind == .regular {
      _ = take("\(base)/\(name)\(ending)", .word)
      // Python runs what it once compiled of a module, and looks no further than at its time.
      let cache = "\(base)/__pycache__"
      for file in world.files.names(cache) ?? [] where file.utf8.starts(with: "\(name).".utf8) {
        _ = take("\(cache)/\(file)", .word)
      }
    }
    // A module in a package.
    if let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")), dot != name.startIndex {
      let package = String(name[..<dot])
      if world.files.there("\(base)/\(package)")?.kind == .folder { _ = take("\(base)/\(package)", .word) }
    }
  }

  private static let moduleEndings = [
    ".py", ".js", ".mjs", ".cjs", ".rb", ".pm", ".pl", ".lua", ".tcl", ".php",
  ]

  private mutating func look(name: String, _ kind: Kind) -> Bool {
    names.append(name)
    if let facts = world.files.there("\(base)/\(name)"),
      facts.kind == .regular || facts.kind == .folder && kind != .operand
    {
      needsFolder = true
      return take("\(base)/\(name)", kind)
    }
    if kind == .operand { return false }
    add(impliedBy: name)
    // A program that others than root can change is found by its bare name too.
    for folder in ownFolders where world.files.isExecutable("\(folder)/\(name)") {
      return take("\(folder)/\(name)", kind)
    }
    return false
  }

  private mutating func take(_ path: String, _ kind: Kind) -> Bool {
    guard let facts = world.files.there(path) else { return false }
    switch facts.kind {
    case .regular:
      if !world.isSystems(path) { keep(path) }
      return true
    case .folder:
      if kind == .operand || world.isSystems(folder: path) { return true }
      if FileTree(path, world.files) == nil {
        largeFolders.append(path)
        for name in ProjectFiles.all { addImplied(name, path) }
      } else {
        keep(path.utf8.last == UInt8(ascii: "/") ? path : path + "/")
      }
      return true
    case .link, .other: return true
    }
  }

  private mutating func keep(_ path: String) {
    if !paths.contains(where: { $0.utf8.elementsEqual(path.utf8) }) { paths.append(path) }
  }
}

extension String {
  fileprivate var isPath: Bool { utf8.contains(UInt8(ascii: "/")) }

  /// Whether it is the address of something elsewhere, such as `https://example.org/a`.
  fileprivate var isAddress: Bool {
    ["http", "https", "ftp", "sftp", "ssh", "git", "rtsp", "mqtt", "mqtts", "ws", "wss"].contains {
      utf8.starts(with: "\($0)://".utf8) && !utf8.contains { $0 <= 0x20 }
    }
  }
}

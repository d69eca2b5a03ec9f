internal import IntentCore
internal import IntentPipeline

/// A command line as it is started: of what trust has the bytes, these run, whatever was put in its place since.
///
/// A script goes to its interpreter on a descriptor, a program is checked once it is open, and a link is followed
/// to where it led. What root alone can change is started by its path.
struct Launch {
  private(set) var executable: String
  private(set) var arguments: [String] = []
  /// What the program is told to be called, where that is not its path.
  private(set) var name: String?
  private(set) var contents: [UInt8]?
  private(set) var descriptors: [HandedContents]
  /// The path of the script that was handed over.
  private(set) var script: String?

  private let lookUp: ExecutableLookup
  private let files: World.Files

  /// As many interpreters of interpreters as the kernel allows.
  private static let depth = 5

  /// - Parameters:
  ///   - words: The command line, with absolute paths for what is run.
  ///   - programs: The places of the programs, each but the last only starting the next.
  ///   - script: The place of a script that the last program reads.
  ///   - descriptors: What the program gets besides.
  init(
    _ words: [String], programs: [Int], script: Int?, lookUp: ExecutableLookup, files: World.Files,
    descriptors: [HandedContents] = []
  ) throws(Failure) {
    (self.lookUp, self.files, self.descriptors) = (lookUp, files, descriptors)
    executable = words[0]
    guard lookUp.trusted.contains(where: { !$0.isRoots }) else {
      arguments = Array(words.dropFirst())
      return
    }
    let last = programs.last ?? 0
    var command = Array(words[last...])
    if let script, let bytes = trusted(words[script])?.contents {
      command = try read(
        words[script], bytes, by: words[last], options: Array(words[(last + 1)..<script]),
        Array(words[(script + 1)...]))
    }
    command = try interpreted(command)
    for place in programs.indices.dropLast().reversed() {
      let wrapper = Array(words[programs[place]..<programs[place + 1]])
      command = try interpreted(wrapper + inner(command))
    }
    start(command)
  }

  private func trusted(_ path: String) -> TrustedFile? {
    lookUp.trusted.first { $0.path.utf8.elementsEqual(path.utf8) }
  }

  /// The command line with the interpreter in the place of a program that is a script, as often as it takes.
  private mutating func interpreted(_ command: [String]) throws(Failure) -> [String] {
    var command = command
    for _ in 0..<Self.depth {
      guard let bytes = trusted(command[0])?.contents, let line = InterpreterLine(bytes) else {
        return command
      }
      command = try read(
        command[0], bytes, by: try interpreter(line, of: command[0]), options: line.arguments,
        Array(command.dropFirst()))
    }
    throw Failure(.executableFailed, ["path": .text(command[0]), "reason": "too many interpreters"])
  }

  private mutating func read(
    _ path: String, _ bytes: [UInt8], by interpreter: String, options: [String], _ rest: [String]
  ) throws(Failure) -> [String] {
    let number = try freeNumber()
    let start = ScriptStart(
      interpreter: interpreter, options: options, path: path, contents: bytes, arguments: rest,
      number: number, hasPlace: files.facts("/dev/fd") != nil)
    descriptors.append(HandedContents(number: number, contents: start.contents))
    if script == nil { script = path }
    return [interpreter] + start.arguments
  }

  private func interpreter(_ line: InterpreterLine, of script: String) throws(Failure) -> String {
    let isPath = line.program.utf8.first == UInt8(ascii: "/")
    guard isPath || !line.program.utf8.contains(UInt8(ascii: "/")), let path = lookUp.find(line.program)
    else {
      throw Failure(
        .executableFailed,
        ["path": .text(script), "reason": "the interpreter that its first line or header names is missing"])
    }
    // Trust has every interpreter that others than root can change.
    guard trusted(path) != nil || files.isRootsAlone(path) else {
      throw Failure(.fileChanged, ["path": .text(path)])
    }
    return path
  }

  /// A command that another program starts, which finds the bytes on a descriptor.
  private mutating func inner(_ command: [String]) throws(Failure) -> [String] {
    guard let file = trusted(command[0]), !file.isRoots else { return command }
    var place = file.target ?? ""
    if let bytes = file.contents {
      let number = try freeNumber()
      descriptors.append(HandedContents(number: number, contents: bytes))
      place = "/proc/self/fd/\(number)"
    }
    let named = ["-c", "exec -a \"$0\" \"$@\"", command[0]]
    let shell = "/bin/bash"
    return (files.isRootsAlone(shell) ? [shell] + named : []) + [place] + command.dropFirst()
  }

  private mutating func start(_ command: [String]) {
    executable = command[0]
    arguments = Array(command.dropFirst())
    guard let file = trusted(command[0]) else { return }
    contents = file.contents
    if let target = file.target { (executable, name) = (target, file.path) }
  }

  /// Shells can close the numbers of one digit only.
  private func freeNumber() throws(Failure) -> Int32 {
    let numbers: [Int32] = [9, 8, 7, 6, 5, 4] + Array(10...63)
    for number in numbers where !descriptors.contains(where: { $0.number == number }) { return number }
    throw Failure(.executableFailed, ["path": .text(executable), "reason": "it has no free descriptor"])
  }
}

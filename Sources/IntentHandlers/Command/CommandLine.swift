internal import IntentCore
internal import IntentPipeline

/// The command line of a call: checked, with absolute paths for everything that is run.
struct CommandLine {
  let words: [HandlerCall.Bound]
  let analysis: CommandAnalysis
  let operands: OperandRule
  /// What the fixed words name, where they are no data.
  private let fileWords: FileWords?
  private let call: HandlerCall
  let containment: Containment

  /// Refuses what no value of a parameter could mend: no program, code with a parameter in it, a variable that
  /// brings in code, an option that is not known of an interpreter.
  init(_ call: HandlerCall) throws(Failure) {
    self.call = call
    words = try call.words("run")
    analysis = CommandAnalysis(words)
    containment = Containment(call)
    operands = OperandRule(call, analysis, containment)
    fileWords = call.lookUp.world.flatMap { [words, analysis, operands] world in
      operands.fileWords(of: call, words, analysis, world)
    }
    if words.isEmpty { throw Failure(.executableMissing, ["program": ""]) }
    try CommandEnvironment.check(call)
    try CommandDescriptors.check(call)
    try refuseLongWords()
    try refuseUnknownOptions()
    try refuseInjection()
    try refuseAssignments()
  }

  var name: String { text(0) }

  var capabilities: [Capability] {
    get throws(Failure) {
      let isOpen = analysis.isOpen || hasOpenPlace
      if isOpen, analysis.choosesProgram || !containment.isTight { return [.elevate(.any)] }
      let isElevated = isOpen || takesCode || hasUnboundedValue && !operands.takesAnyText || runsFolder
      var capabilities: [Capability] = []
      for index in analysis.programs {
        let target = Capability.Target.exact(try path(ofProgram: text(index)))
        let isLast = index == analysis.programs.last
        let elevates =
          analysis.elevated.contains(index) && !containment.isTight || isLast && isElevated
        capabilities.append(elevates ? .elevate(target) : .execute(target))
      }
      return capabilities
    }
  }

  /// The programs, the script, the files that words name and those in use, by names that find them; refuses a word
  /// that is written as a file where none lies.
  var files: [String] {
    get throws(Failure) {
      var indices = analysis.programs
      if let script = analysis.script { indices.append(script) }
      let own = indices.filter { !words[$0].isFree }
      if let missing = fileWords?.missing.first {
        throw Failure(
          .definitionFileWord,
          ["path": .text(missing.path), "key": .text("with.run"), "word": .integer(missing.word + 1)])
      }
      return own.map { $0 == analysis.script ? neighbour(text($0)) : text($0) }
        + call.definition.uses.map(neighbour) + (fileWords?.paths ?? [])
    }
  }

  /// Whether Python would write beside what was allowed, where that is compared before the next run.
  var leavesBytecode: Bool {
    fileWords?.paths.contains { path in
      [".py", "/"].contains { path.utf8.suffix($0.utf8.count).elementsEqual($0.utf8) }
    } ?? false
  }

  /// The folder in which it is started: the definition's `cwd`; else the caller's for what is known not to look there
  /// for code; else the definition's.
  ///
  /// - Parameter given: The same call with what the program gets in the place of names that were checked.
  func directory(_ world: World, as given: HandlerCall? = nil) throws(Failure) -> String {
    let caller = world.machine.caller
    guard let text = try call.text("cwd"), !text.utf8.isEmpty else {
      return keepsCallersFolder ? caller.workingDirectory : call.definition.folder
    }
    if text.utf8.contains(0) {
      throw Failure(.valueControl, ["name": .text(call.spelling(of: "cwd")), "value": .text(text)])
    }
    let isCallers = call["cwd"]?.beginsWithPlaceholder == true
    let path =
      isCallers || text.utf8.first == UInt8(ascii: "/")
      ? caller.absolute(text) : "\(call.definition.folder)/\(text)"
    guard world.files.facts(path)?.kind == .folder else { throw Failure(.fileMissing, ["path": .text(path)]) }
    // The program enters it once it has its descriptors.
    if let handed = try given?.text("cwd"), !handed.utf8.elementsEqual(text.utf8) { return handed }
    return path
  }

  /// How it is started; refuses a value that would be read as an option, and NUL.
  ///
  /// - Parameter given: The same call with what the program gets in the place of names that were checked.
  func launch(_ files: World.Files, as given: HandlerCall? = nil) throws(Failure) -> Launch {
    try refuseOptions()
    var texts = words.indices.map(text)
    let handed = try given?.words("run").map { $0.value?.plainText ?? "" } ?? texts
    if let named = fileWords, keepsCallersFolder {
      for (index, path) in named.absolute { texts[index] = path }
    }
    for index in analysis.programs {
      texts[index] = try path(ofProgram: texts[index])
      guard files.isExecutable(texts[index]) else {
        guard files.facts(texts[index]) != nil else { throw missing(texts[index], searched: false) }
        throw Failure(.executableFailed, ["program": .text(texts[index]), "reason": "it is not executable"])
      }
    }
    if let script = analysis.script {
      let name = neighbour(texts[script])
      texts[script] = call.lookUp.find(name) ?? path(inFolder: name)
      if files.facts(texts[script]) == nil { throw Failure(.fileMissing, ["path": .text(texts[script])]) }
    }
    for index in texts.indices where !handed[index].utf8.elementsEqual(text(index).utf8) {
      texts[index] = handed[index]
    }
    return try Launch(
      texts, programs: analysis.programs, script: analysis.script, lookUp: call.lookUp, files: files)
  }

  private func text(_ index: Int) -> String { words[index].value?.plainText ?? "" }

  private func path(ofProgram name: String) throws(Failure) -> String {
    if let path = call.lookUp.find(name) { return path }
    let hasFolder = name.utf8.contains(UInt8(ascii: "/"))
    throw missing(hasFolder ? path(inFolder: name) : name, searched: !hasFolder)
  }

  private func missing(_ program: String, searched: Bool) -> Failure {
    searched
      ? Failure(.executableMissing, ["program": .text(program), "searchPath": .text(call.lookUp.searchPath)])
      : Failure(.executableMissing, ["program": .text(program)])
  }

  /// A file without a folder is the definition's neighbour; it is never searched for.
  private func neighbour(_ name: String) -> String {
    name.utf8.contains(UInt8(ascii: "/")) ? name : "./\(name)"
  }

  private func path(inFolder name: String) -> String {
    name.utf8.first == UInt8(ascii: "/") ? name : "\(call.definition.folder)/\(name)"
  }

  private var keepsCallersFolder: Bool {
    switch operands {
    case .sandboxed: true
    case .plain(_, let keepsFolder): keepsFolder
    case .own: fileWords?.needsFolder != true
    case .unknown: false
    }
  }

  /// Whether what is started runs what lies in its folder, which is more than can be compared.
  private var runsFolder: Bool {
    guard operands == .unknown else { return false }
    return analysis.programs.contains { ProjectFiles.names(of: text($0)) != nil }
      || fileWords?.largeFolders.isEmpty == false
  }

  /// Whether a caller may choose any text that the program gets.
  private var hasUnboundedValue: Bool {
    words.contains(where: \.isUnbounded)
      || ["stdin", "env", "descriptors", "cwd"].contains { call[$0]?.isUnbounded == true }
  }

  /// Whether a caller chooses what holds code for many programs: a variable that is not known to be harmless, the
  /// folder, the input of what may read commands.
  private var hasOpenPlace: Bool {
    let names =
      ["env", "descriptors"].flatMap { call[$0]?.members ?? [] }.filter { $0.value.isFree }.map(\.key)
      + analysis.assignments.filter { words[$0].isFree }.map(analysis.assignedName)
    if names.contains(where: { !CommandEnvironment.isHarmless($0) && !isRead($0) }) { return true }
    if hasOpenWrapper { return true }
    let isData = [.own, .plain(onlyReads: true, keepsFolder: true)].contains(operands)
    if call["cwd"]?.isFree == true, !isData { return true }
    return call["stdin"]?.isUnbounded == true && !isData && !analysis.elevated.isEmpty
  }

  /// Whether a caller chooses a word of a program that only starts the next one: where it works, writes or waits.
  private var hasOpenWrapper: Bool {
    guard let last = analysis.programs.last, !containment.isTight else { return false }
    return words[..<last].indices.contains { index in
      guard words[index].isUnbounded, !analysis.assignments.contains(index),
        let starter = analysis.programs.last(where: { $0 <= index }), starter != index
      else { return false }
      return !Self.takingNumbers.contains(ProgramName(text(starter)).full)
    }
  }

  /// Programs whose own words are numbers and names of signals, and refused where they are anything else.
  private static let takingNumbers = ["timeout", "nice", "ionice"]

  /// Whether a script of one's own reads the variable, as its text names it.
  private func isRead(_ variable: String) -> Bool {
    guard operands == .own, !CommandEnvironment.choosesPrograms(variable) else { return false }
    let name = analysis.script.map { neighbour(text($0)) } ?? analysis.programs.last.map(text)
    guard let path = name.flatMap(call.lookUp.find),
      let bytes = call.lookUp.world?.files.read(path, 1 << 20)
    else { return false }
    return !bytes.contains(0) && bytes.holds(variable)
  }

  /// The kernel takes no longer word (MAX_ARG_STRLEN, execve(2)), its end included.
  private static let longestWord = 131_071

  private func refuseLongWords() throws(Failure) {
    guard let index = words.indices.first(where: { text($0).utf8.count > Self.longestWord }) else { return }
    let parameter = call.parameters.members.first { _, value in
      value.plainText.map { $0.utf8.count > Self.longestWord / 2 } ?? false
    }
    throw Failure(
      .valueTooLong,
      [
        "name": .text(parameter.map { "--\($0.key)" } ?? "with.run"),
        "found": .integer(text(index).utf8.count), "limit": .integer(Self.longestWord),
      ])
  }

  private func refuseUnknownOptions() throws(Failure) {
    let faults = analysis.unknownOptions.filter { !words[$0].isFree && !asksOnly($0) }.map { index in
      Fault(
        .definitionOption,
        [
          "option": .text(text(index)), "program": .text(name), "key": .text("with.run"),
          "word": .integer(index + 1),
        ])
    }
    if !faults.isEmpty { throw Failure(faults) }
  }

  /// Whether the word is the last one and has an interpreter tell of itself, whose code nothing then brings in.
  private func asksOnly(_ index: Int) -> Bool {
    index == words.count - 1 && ["--version", "--help", "-V"].contains(text(index))
  }

  /// Whether a caller's text becomes code of what is started.
  private var takesCode: Bool {
    analysis.code.contains { words[$0].isFree } || call["stdin"]?.isFree == true && readsCode
  }

  private var readsCode: Bool {
    analysis.inputIsCode || analysis.programs.contains { CodePlaces.readsCode(program: text($0)) }
  }

  private func refuseInjection() throws(Failure) {
    if containment.isTight || !takesCode { return }
    var faults = analysis.code.filter { words[$0].isFree }.map { index in
      Fault(
        .definitionInjection, ["program": .text(name), "key": .text("with.run"), "word": .integer(index + 1)])
    }
    if call["stdin"]?.isFree == true, readsCode {
      faults.append(Fault(.definitionInjection, ["program": .text(name), "key": "with.stdin"]))
    }
    if !faults.isEmpty { throw Failure(faults) }
  }

  private func refuseAssignments() throws(Failure) {
    let refused = analysis.assignments.map(analysis.assignedName).filter { !CommandEnvironment.isAllowed($0) }
    if !refused.isEmpty { throw Failure(refused.map(CommandEnvironment.fault)) }
  }

  /// A caller's value is an operand, never an option, unless a `--` of the definition's own stands before it.
  private func refuseOptions() throws(Failure) {
    var faults: [Fault] = []
    var isFree = false
    for (index, word) in words.enumerated() {
      let text = text(index)
      if text.utf8.contains(0) {
        faults.append(Fault(.valueControl, ["name": "with.run", "value": .text(text)]))
      }
      if index >= analysis.operandsFrom, !word.beginsWithPlaceholder, text == "--" { isFree = true }
      if !isFree, word.beginsWithPlaceholder, text.utf8.first == UInt8(ascii: "-") {
        faults.append(Fault(.valueLooksLikeOption, ["value": .text(text), "program": .text(name)]))
      }
    }
    if !faults.isEmpty { throw Failure(faults) }
  }
}

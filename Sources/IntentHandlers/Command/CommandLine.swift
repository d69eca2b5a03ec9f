internal import IntentCore
internal import IntentPipeline

/// The command line of a call: checked, with absolute paths for everything that is run.
struct CommandLine {
  let words: [HandlerCall.Bound]
  let analysis: CommandAnalysis
  private let call: HandlerCall

  /// Refuses what no value of a parameter could mend: no program, code with a parameter in it, a variable that
  /// brings in code.
  init(_ call: HandlerCall) throws(Failure) {
    self.call = call
    words = try call.words("run")
    analysis = CommandAnalysis(words)
    if words.isEmpty { throw Failure(.executableMissing, ["program": ""]) }
    try CommandEnvironment.check(call)
    try CommandDescriptors.check(call)
    try refuseInjection()
    try refuseAssignments()
  }

  var name: String { text(0) }

  var capabilities: [Capability] {
    get throws(Failure) {
      if analysis.isOpen || hasOpenEnvironment { return [.elevate(.any)] }
      var capabilities: [Capability] = []
      for index in analysis.programs {
        let target = Capability.Target.exact(try path(ofProgram: text(index)))
        capabilities.append(analysis.elevated.contains(index) ? .elevate(target) : .execute(target))
      }
      return capabilities
    }
  }

  /// The programs, the script and the files in use, by names that find them.
  var files: [String] {
    var indices = analysis.programs
    if let script = analysis.script { indices.append(script) }
    let own = indices.filter { !words[$0].isFree }
    return own.map { $0 == analysis.script ? neighbour(text($0)) : text($0) }
      + call.definition.uses.map(neighbour)
  }

  /// How it is started; refuses a value that would be read as an option, and NUL.
  func launch(_ files: World.Files) throws(Failure) -> Launch {
    try refuseOptions()
    var texts = words.indices.map(text)
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

  /// A caller who chooses where programs are looked for chooses the programs.
  private var hasOpenEnvironment: Bool {
    let members = call["env"]?.members ?? []
    return members.contains { $0.value.isFree && CommandEnvironment.choosesPrograms($0.key) }
      || analysis.assignments.contains {
        words[$0].isFree && CommandEnvironment.choosesPrograms(assignedName($0))
      }
  }

  private func assignedName(_ index: Int) -> String {
    String(decoding: text(index).utf8.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
  }

  private func refuseInjection() throws(Failure) {
    var faults = analysis.code.filter { words[$0].isFree }.map { index in
      Fault(
        .definitionInjection, ["program": .text(name), "key": .text("with.run"), "word": .integer(index + 1)])
    }
    if call["stdin"]?.isFree == true,
      analysis.inputIsCode || analysis.programs.contains(where: { CodePlaces.readsCode(program: text($0)) })
    {
      faults.append(Fault(.definitionInjection, ["program": .text(name), "key": "with.stdin"]))
    }
    if !faults.isEmpty { throw Failure(faults) }
  }

  private func refuseAssignments() throws(Failure) {
    let refused = analysis.assignments.map(assignedName).filter { !CommandEnvironment.isAllowed($0) }
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

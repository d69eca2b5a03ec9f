internal import IntentCore
internal import IntentPipeline

/// What the words after a program are to it, as far as that is known.
enum OperandRule: Equatable {
  /// Data, wherever it lies: a tight sandbox holds what is run.
  case sandboxed
  /// Data to one of the few programs that never run what their words name.
  case plain(onlyReads: Bool, keepsFolder: Bool)
  /// Callers' values are data to a script or program of one's own; a file that fixed words name may be its code.
  case own
  case unknown

  init(_ call: HandlerCall, _ analysis: CommandAnalysis, _ containment: Containment) {
    self = .unknown
    if containment.isTight {
      self = .sandboxed
      return
    }
    guard let world = call.lookUp.world, let last = analysis.programs.last, !analysis.choosesProgram,
      let path = call.lookUp.find(analysis.texts[last])
    else { return }
    let name = analysis.texts[last]
    let variables =
      ["env", "descriptors"].flatMap { call[$0]?.members ?? [] }.map(\.key)
      + analysis.assignments.map(analysis.assignedName)
    let hasOddVariables = variables.contains { !CommandEnvironment.isHarmless($0) }
    if let script = analysis.script {
      let text = analysis.texts[script]
      let path = call.lookUp.find(text.utf8.contains(UInt8(ascii: "/")) ? text : "./\(text)")
      if let path, OwnProgram.isOne(script: path, of: call.definition, world) { self = .own }
    } else if OwnProgram.isOne(name, at: path, of: call.definition, world) {
      self = .own
    } else if analysis.elevated.isEmpty, !hasOddVariables, world.isSystems(path),
      PlainTools.contains(path, analysis.texts[(last + 1)...]), !analysis.hasCodePlaces(after: last)
    {
      self = .plain(onlyReads: PlainTools.onlyReads(path), keepsFolder: ProgramName(path).full != "git")
    }
  }

  /// Whether any text is data to it.
  var takesAnyText: Bool {
    switch self {
    case .own, .sandboxed: true
    case .plain(let onlyReads, _): onlyReads
    case .unknown: false
    }
  }

  private func kind(of index: Int, _ analysis: CommandAnalysis, hasTargets: Bool) -> FileWords.Kind {
    func isOption(_ index: Int) -> Bool { analysis.texts[index].utf8.first == UInt8(ascii: "-") }
    if analysis.code.contains(index) { return .code }
    if self == .own, index >= analysis.operandsFrom { return .operand }
    let isSetting = analysis.texts[index].utf8.contains(UInt8(ascii: "="))
    return hasTargets && !isSetting && !isOption(index) && !isOption(index - 1) ? .target : .word
  }

  /// The files that fixed words name; `nil` where words are data.
  func fileWords(
    of call: HandlerCall, _ words: [HandlerCall.Bound], _ analysis: CommandAnalysis, _ world: World
  ) -> FileWords? {
    switch self {
    case .sandboxed, .plain: return nil
    case .own, .unknown: break
    }
    var base = call.definition.folder
    if let cwd = call["cwd"], !cwd.isFree, let text = cwd.value?.plainText, !text.utf8.isEmpty {
      base = text.utf8.first == UInt8(ascii: "/") ? text : "\(base)/\(text)"
    }
    var named = FileWords(world, base: base)
    let texts = analysis.texts
    named.hasModules = texts.contains { ProgramKind(name: $0).runsCode }
    let hasTargets = analysis.programs.contains { ProjectFiles.names(of: texts[$0]) != nil }
    for index in texts.indices where !words[index].isFree {
      if analysis.programs.contains(index) || index == analysis.script { continue }
      named.add(word: index, texts[index], kind(of: index, analysis, hasTargets: hasTargets))
    }
    for (_, value) in call["env"]?.members ?? [] where !value.isFree {
      named.add(value.value?.plainText ?? "", .word)
    }
    for (name, value) in call["descriptors"]?.members ?? [] where !value.isFree {
      // A secret names nothing, and nobody is to look for it.
      if call.definition.handsSecret(name) { continue }
      named.add(value.value?.plainText ?? "", self == .own ? .operand : .code)
    }
    if self == .unknown {
      if let input = call["stdin"], !input.isFree { named.add(input.value?.plainText ?? "", .code) }
      for index in analysis.programs {
        named.add(impliedBy: texts[index])
        for word in texts[(index + 1)...] { named.add(command: word, of: texts[index]) }
      }
    }
    named.lookIntoLargeFolders()
    return named
  }
}

extension IntentDefinition {
  /// Whether a descriptor of this name has a secret in it.
  fileprivate func handsSecret(_ name: String) -> Bool {
    guard case .object(let members)? = with("descriptors") else { return false }
    return members.contains { member in
      member.key.utf8.elementsEqual(name.utf8)
        && member.value.references.contains { if case .secret = $0 { true } else { false } }
    }
  }
}

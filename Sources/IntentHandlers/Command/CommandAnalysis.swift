internal import IntentCore
internal import IntentPipeline

/// What a command line would run: its programs, scripts and code, each by the index of its word.
///
/// Where an option is not known, the call counts as elevated rather than as harmless.
struct CommandAnalysis {
  /// Whether a caller may choose the program, or what stands in its place.
  var isOpen = false
  /// Whether it is the program itself that a caller may choose.
  var choosesProgram = false
  /// The program, and those that it runs by its arguments.
  var programs: [Int] = []
  /// Those of the programs that run code of the command line, or raise rights.
  var elevated: [Int] = []
  /// A file with the code of an interpreter.
  var script: Int?
  var code: [Int] = []
  var inputIsCode = false
  /// The word after which a `--` ends the options of the program that is really run.
  var operandsFrom = 0
  /// Options of an interpreter that are not known, so that what follows them is not known either.
  var unknownOptions: [Int] = []
  /// Variables that the command line sets for a program, as `NAME=value`.
  var assignments: [Int] = []

  let words: [HandlerCall.Bound]
  let texts: [String]

  init(_ words: [HandlerCall.Bound]) {
    self.words = words
    texts = words.map { $0.value?.plainText ?? "" }
    if !words.isEmpty { program(at: 0) }
  }

  /// The variable that a word of `assignments` sets.
  func assignedName(_ index: Int) -> String {
    String(decoding: texts[index].utf8.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
  }

  private mutating func program(at index: Int) {
    programs.append(index)
    operandsFrom = index + 1
    guard !words[index].isFree else {
      (isOpen, choosesProgram) = (true, true)
      return
    }
    switch ProgramKind(name: texts[index]) {
    case .plain: plain(index)
    case .shell: shell(index)
    case .interpreter(let interpreter): run(interpreter, at: index)
    case .wrapper(let wrapper): unwrap(wrapper, at: index)
    case .elevator:
      elevate(index)
      findCode(after: index)
      if hasFree(from: index + 1),
        ProgramKind.rewordsArguments(texts[index]) || !onlyFollowsCode(from: index + 1)
      {
        isOpen = true
      }
    }
  }

  private mutating func plain(_ index: Int) {
    let isFind = texts[index].utf8.suffix(4).elementsEqual("find".utf8)
    if isFind, texts[(index + 1)...].contains(where: CodePlaces.findActions.contains) { elevate(index) }
    findCode(after: index)
    if fixedWordsBringCode(to: index) { elevate(index) }
    guard hasFree(from: index + 1) else { return }
    let bringsCode =
      isFind
      ? freeWordsBringCode(toFind: index)
      : freeWordsBringCode(to: index) || !code.isEmpty && !onlyFollowsCode(from: index + 1)
    if bringsCode { isOpen = true }
  }

  /// A shell or an interpreter among the arguments, followed by an option, takes code as it does elsewhere.
  private mutating func findCode(after index: Int) {
    for next in words.indices.dropLast() where next > index {
      guard !words[next].isFree, !words[next].beginsWithPlaceholder, startsWithDash(next + 1),
        ProgramKind(name: texts[next]).runsCode
      else { continue }
      let nested = CommandAnalysis(Array(words[next...]))
      if nested.code.isEmpty { continue }
      code += nested.code.map { $0 + next }
      if nested.isOpen { isOpen = true }
      return elevate(index)
    }
  }

  private mutating func shell(_ index: Int) {
    var next = index + 1
    var takesCode = false
    var readsInput = false
    options: while next < words.count, isOption(next, "-+") {
      let bytes = Array(texts[next].utf8)
      if words[next].isFree { isOpen = true }
      next += 1
      if ["--", "-"].contains(texts[next - 1]) { break options }
      if bytes.starts(with: "--".utf8) {
        if ["--rcfile", "--init-file"].contains(texts[next - 1]) {
          next += 1
        } else if !["--posix", "--norc", "--noprofile", "--noediting", "--verbose"].contains(
          texts[next - 1])
        {
          unknownOptions.append(next - 1)
        }
        continue
      }
      for letter in bytes.dropFirst() {
        switch letter {
        case UInt8(ascii: "c"): takesCode = true
        case UInt8(ascii: "s"): readsInput = true
        case UInt8(ascii: "o"), UInt8(ascii: "O"): next += 1
        case UInt8(ascii: "i"), UInt8(ascii: "l"): elevate(index)
        default: if !"abefhkmnptuvxBCEHPT".utf8.contains(letter) { unknownOptions.append(next - 1) }
        }
      }
    }
    if readsInput, !takesCode { return readInput(index) }
    operand(next, of: index, isCode: takesCode)
  }

  private mutating func run(_ interpreter: ProgramKind.Interpreter, at index: Int) {
    var next = index + 1
    var (hasCode, isKnown) = (false, true)
    while next < words.count, isOption(next, "-") {
      let word = next
      next += 1
      if texts[word] == "--" { break }
      if texts[word] == "-" { return readInput(index) }
      let option = ProgramKind.Option(texts[word], of: interpreter)
      let value = option.takesNext ? next : word
      if option.takesNext { next += 1 }
      if !option.isKnown {
        isKnown = false
        unknownOptions.append(word)
      }
      switch option.effect {
      case .none: break
      case .loads: if value < words.count, words[value].isFree { isOpen = true }
      case .module:
        // Whatever the module does with its arguments.
        if hasFree(from: value) { isOpen = true }
        return elevate(index)
      case .code:
        hasCode = true
        if option.takesNext, words[word].isFree { isOpen = true }
        code.append(value)
      }
      if hasCode, interpreter.endsAtCode { break }
    }
    code.removeAll { $0 >= words.count }
    if !isKnown {
      elevateUnknownOption(index)
      // What runs is known all the same.
      if hasCode { unknownOptions.removeAll() }
    }
    if hasCode { return elevate(index) }
    operand(next, of: index, isCode: interpreter.operandIsCode)
  }

  /// The first operand is code or a script; without one, the program reads its input.
  private mutating func operand(_ word: Int, of index: Int, isCode: Bool) {
    if isCode {
      elevate(index)
      if word < words.count { code.append(word) }
    } else if word < words.count {
      runScript(word, of: index)
    } else {
      readInput(index)
    }
  }

  private mutating func unwrap(_ wrapper: ProgramKind.Wrapper, at index: Int) {
    var next = index + 1
    if wrapper.hasOperandsFirst, next < words.count, !isOption(next, "-") { next += wrapper.operands }
    while next < words.count, isOption(next, "-") {
      let bytes = Array(texts[next].utf8)
      next += 1
      if bytes.elementsEqual("--".utf8) { break }
      if bytes.starts(with: "--".utf8) {
        let (name, hasValue) = longName(bytes)
        if wrapper.longValued.contains(name) {
          if !hasValue { next += 1 }
        } else if !wrapper.longFlags.contains(name) {
          if wrapper.hasAssignments, "--split-string".utf8.starts(with: name.utf8) {
            unknownOptions.append(next - 1)
          }
          return elevateUnknown(index)
        }
        continue
      }
      for (place, letter) in bytes.enumerated().dropFirst() {
        if wrapper.valued.utf8.contains(letter) {
          if place + 1 == bytes.count { next += 1 }
          break
        }
        if !wrapper.flags.utf8.contains(letter) {
          // env(1) makes words of one, which nobody else looks at.
          if wrapper.hasAssignments, letter == UInt8(ascii: "S") { unknownOptions.append(next - 1) }
          return elevateUnknown(index)
        }
      }
    }
    if !wrapper.hasOperandsFirst { next += wrapper.operands }
    // Such as flock(1), whose `-c` after the file brings code.
    if wrapper.operands > 0, next < words.count, isOption(next, "-") { return elevateUnknown(index) }
    while wrapper.hasAssignments, next < words.count, !words[next].beginsWithPlaceholder,
      texts[next].utf8.contains(UInt8(ascii: "="))
    {
      assignments.append(next)
      next += 1
    }
    if next < words.count { program(at: next) }
  }

  private mutating func elevateUnknown(_ index: Int) {
    elevateUnknownOption(index)
    findCode(after: index)
  }

  /// An unknown option may take the next word, or bring in code beside the code that is known.
  private mutating func elevateUnknownOption(_ index: Int) {
    elevate(index)
    if hasFree(from: index + 1) { isOpen = true }
  }

  private mutating func runScript(_ word: Int, of index: Int) {
    operandsFrom = word + 1
    let isDevice = ["/dev/", "/proc/"].contains { texts[word].utf8.starts(with: $0.utf8) }
    if words[word].isFree {
      elevate(index)
      isOpen = true
    } else if isDevice {
      readInput(index)
    } else {
      script = word
    }
  }

  private mutating func readInput(_ index: Int) {
    inputIsCode = true
    elevate(index)
  }

  private mutating func elevate(_ index: Int) {
    if !elevated.contains(index) { elevated.append(index) }
  }

  /// Whether every free word comes after code that is the definition's own, which gets it as an argument.
  private func onlyFollowsCode(from start: Int) -> Bool {
    guard let last = code.last else { return false }
    return start >= last || !(start..<last).contains { words[$0].isFree }
  }

  /// A word that begins with a caller's value is never an option: one that looks like it is refused.
  private func isOption(_ index: Int, _ signs: String) -> Bool {
    guard let first = texts[index].utf8.first, signs.utf8.contains(first) else { return false }
    return !(words[index].isFree && words[index].beginsWithPlaceholder)
  }

  private func startsWithDash(_ index: Int) -> Bool { texts[index].utf8.first == UInt8(ascii: "-") }

  private func longName(_ bytes: [UInt8]) -> (name: String, hasValue: Bool) {
    let name = bytes.prefix { $0 != UInt8(ascii: "=") }
    return (String(decoding: name, as: UTF8.self), name.count < bytes.count)
  }
}

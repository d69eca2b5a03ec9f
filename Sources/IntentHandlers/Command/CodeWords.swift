internal import IntentPipeline

/// Looks for words, callers' and the definition's own, where a program takes code.
extension CommandAnalysis {
  func hasFree(from start: Int) -> Bool {
    start < words.count && (start..<words.count).contains { words[$0].isFree }
  }

  /// Whether a free word after the program at an index stands for code or for a program.
  func freeWordsBringCode(to index: Int) -> Bool {
    CodePlaces(program: texts[index]).map { words(in: $0, after: index) { words[$0].isFree } } ?? false
  }

  /// Whether a word stands where the program at an index takes code.
  func hasCodePlaces(after index: Int) -> Bool {
    if ProgramName(texts[index]).full == "git" { return false }
    return CodePlaces(program: texts[index]).map { words(in: $0, after: index) { _ in true } } ?? false
  }

  /// Whether the definition's own words bring code, or more of a command than the name of a program or a file.
  func fixedWordsBringCode(to index: Int) -> Bool {
    guard let places = CodePlaces(program: texts[index]) else { return false }
    if case .code = places.operands { return true }
    let isSed = places.operands == .scriptUnlessOption
    return words(in: places, after: index) { word in
      if words[word].isFree { return false }
      let text = places.value(in: texts[word])
      if isSed, CodePlaces.isHarmless(sedScript: text) { return false }
      return isSed || !text.utf8.allSatisfy { $0.isLetterOrDigit || "_-+./".utf8.contains($0) }
    }
  }

  /// Whether a word that stands where the program takes code is of a kind.
  private func words(in places: CodePlaces, after index: Int, _ isMeant: (Int) -> Bool) -> Bool {
    func anyMeant(from start: Int) -> Bool {
      start < words.count && (start..<words.count).contains(where: isMeant)
    }
    if case .code = places.operands { return anyMeant(from: index + 1) }
    var next = index + 1
    if places.hasBareLetters, let bare = firstByte(next), bare != UInt8(ascii: "-") {
      if isMeant(next), words[next].isFree { return true }
      for letter in places.letters.utf8 where texts[next].utf8.contains(letter) {
        return anyMeant(from: next + 1)
      }
    }
    var operands = 0
    var hasScript = false
    var optionsEnded = false
    while next < words.count {
      let word = next
      let text = texts[next]
      next += 1
      if !optionsEnded, text.utf8.first == UInt8(ascii: "-"), text.utf8.count > 1 {
        if text == "--" {
          optionsEnded = true
          continue
        }
        let (isCode, takesNext) = places.option(text)
        if isCode {
          if takesNext ? next < words.count && isMeant(next) : isMeant(word) { return true }
          // A caller's part of an option may be any other option.
          if words[word].isFree, isMeant(word) { return true }
          hasScript = true
        }
        if takesNext, isValue(next) { next += 1 }
        continue
      }
      if places.hasPlus, text.utf8.first == UInt8(ascii: "+"), isMeant(word) { return true }
      switch places.operands {
      case .data, .code: break
      case .codeAfter(let data): if operands >= data, isMeant(word) { return true }
      case .scriptUnlessOption:
        if operands == 0, !hasScript, !scriptFollows(next, places), isMeant(word) { return true }
      case .subcommand:
        if operands == 0 {
          if words[word].isFree, isMeant(word) { return true }
          if CodePlaces.isCode(subcommand: text) { return anyMeant(from: next) }
        }
      }
      operands += 1
    }
    return false
  }

  /// Whether a free word stands within what `find` runs, or is an expression of it.
  func freeWordsBringCode(toFind index: Int) -> Bool {
    var next = index + 1
    var runsFrom: Int?
    while next < words.count {
      if words[next].isFree {
        if texts[next].utf8.first == UInt8(ascii: "-") { return true }
        // What follows the definition's own code is an argument of it.
        if let start = runsFrom, !code.contains(where: { $0 > start && $0 < next }) { return true }
      } else if runsFrom == nil {
        if CodePlaces.findActions.contains(texts[next]) { runsFrom = next }
      } else if texts[next] == ";" || texts[next] == "+" && texts[next - 1] == "{}" {
        runsFrom = nil
      }
      next += 1
    }
    return false
  }

  /// Options may follow operands, so a script may still come by an option.
  private func scriptFollows(_ start: Int, _ places: CodePlaces) -> Bool {
    var next = start
    while next < words.count, texts[next] != "--" {
      if !words[next].isFree, texts[next].utf8.first == UInt8(ascii: "-"), texts[next].utf8.count > 1 {
        let (isCode, takesNext) = places.option(texts[next])
        if isCode { return true }
        if takesNext, isValue(next) { next += 1 }
      }
      next += 1
    }
    return false
  }

  /// What looks like an option counts as one even after an option that takes a value in some uses only.
  private func isValue(_ index: Int) -> Bool { firstByte(index) != UInt8(ascii: "-") || texts[index] == "--" }

  private func firstByte(_ index: Int) -> UInt8? { index < texts.count ? texts[index].utf8.first : nil }
}

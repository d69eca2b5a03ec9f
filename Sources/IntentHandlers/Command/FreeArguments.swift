internal import IntentPipeline

/// Looks for a caller's value where a program takes code; only asked where there is such a value at all.
extension CommandAnalysis {
  func hasFree(from start: Int) -> Bool {
    start < words.count && (start..<words.count).contains { words[$0].isFree }
  }

  /// Whether a free word after the program at an index stands for code or for a program.
  func freeWordsBringCode(to index: Int) -> Bool {
    guard let places = CodePlaces(program: texts[index]) else { return false }
    if case .code = places.operands { return true }
    var next = index + 1
    if places.hasBareLetters, let bare = firstByte(next), bare != UInt8(ascii: "-") {
      if words[next].isFree { return true }
      for letter in places.letters.utf8 where texts[next].utf8.contains(letter) { return true }
    }
    var operands = 0
    var hasScript = false
    var optionsEnded = false
    while next < words.count {
      let isFree = words[next].isFree
      let text = texts[next]
      next += 1
      if !optionsEnded, text.utf8.first == UInt8(ascii: "-"), text.utf8.count > 1 {
        if text == "--" {
          optionsEnded = true
          continue
        }
        let (isCode, takesNext) = places.option(text)
        if isCode {
          if isFree || takesNext && next < words.count && words[next].isFree { return true }
          hasScript = true
        }
        if takesNext, isValue(next) { next += 1 }
        continue
      }
      if isFree, places.hasPlus, text.utf8.first == UInt8(ascii: "+") { return true }
      switch places.operands {
      case .data: break
      case .code: if isFree { return true }
      case .codeAfter(let data): if isFree, operands >= data { return true }
      case .scriptUnlessOption:
        if isFree, operands == 0, !hasScript, !scriptFollows(next, places) { return true }
      case .subcommand:
        if operands == 0 {
          if isFree { return true }
          if CodePlaces.isCode(subcommand: text) { return hasFree(from: next) }
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

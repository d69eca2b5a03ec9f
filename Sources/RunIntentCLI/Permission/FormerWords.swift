internal import IntentCore
internal import IntentEngine

/// The words that `allow`, `deny`, `revoke` and `pending` took the place of; they stay reserved.
enum FormerWords {
  static let names = ["trust", "grant"]

  /// Fails with the same call in the new words.
  static func refuse(_ name: String, _ words: [Word]) throws(Failure) {
    guard names.contains(name) else { return }
    throw Failure(.commandRenamed, ["name": .text(name), "same": .list(call(words))])
  }

  private static let options = [
    OptionSpec("source", .value("SOURCE"), "", repeats: true),
    OptionSpec("capability", .value("CAPABILITY"), "", repeats: true),
    OptionSpec("until", .value("DURATION"), ""), OptionSpec("uses", .value("N"), ""),
    OptionSpec("deny", .flag, ""), OptionSpec("last", .flag, ""), OptionSpec("remove", .flag, ""),
    OptionSpec("list", .flag, ""),
  ]
  private static let renamed = [("capability", "--only"), ("until", "--until"), ("uses", "--times")]

  private static func call(_ words: [Word]) -> [String] {
    guard let old = try? ParsedOptions.parse(words, options + RunOptions.all) else {
      return ["runintent", "help", "allow"]
    }
    if old.has("last") { return ["runintent", "pending"] }
    if old.has("list") { return ["runintent", "allow", "--list"] + old.operands }
    let verb = old.has("remove") ? "revoke" : old.has("deny") ? "deny" : "allow"
    var call = ["runintent", verb] + (old.operands.isEmpty ? ["ID"] : old.operands)
    let sources = old.values("source")
    if sources.contains(where: { $0 != RunSource.terminal.text }) { call.append("--unattended") }
    for (name, option) in renamed { for value in old.values(name) { call += [option, value] } }
    return call + (old.has("yes") ? ["--yes"] : [])
  }
}

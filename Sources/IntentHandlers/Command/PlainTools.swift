/// The few programs that never run what their words name: with fixed words, files are data to them.
///
/// The guide names each with its reason, and nothing else counts as one of them.
enum PlainTools {
  /// They read or print; a caller's value is data to them too.
  static let readers = [
    "cat", "date", "df", "du", "echo", "head", "ls", "printf", "sleep", "tail", "true", "wc",
  ]
  /// They write, so that a caller's value could put code where it runs later.
  static let writers = ["cp", "git", "mkdir", "mv", "rm", "rsync", "tar", "touch"]

  /// What git(1) does without running anything that a word names.
  static let gitCommands = [
    "add", "branch", "checkout", "clone", "commit", "diff", "fetch", "log", "ls-files", "merge", "pull",
    "push",
    "rev-parse", "show", "stash", "status", "switch", "tag",
  ]

  /// Options of those commands that run something; a beginning of one counts too.
  private static let gitCode = [
    "--upload-pack", "--receive-pack", "--exec", "--config", "--template", "--ext-diff", "--textconv",
    "--recurse-submodules",
  ]

  /// Whether the program is one of them, by the last part of its path.
  ///
  /// - Parameter words: What follows it.
  static func contains(_ path: String, _ words: ArraySlice<String>) -> Bool {
    let name = ProgramName(path).full
    return name == "git" ? isPlain(git: words) : readers.contains(name) || writers.contains(name)
  }

  static func onlyReads(_ path: String) -> Bool { readers.contains(ProgramName(path).full) }

  private static func isPlain(git words: ArraySlice<String>) -> Bool {
    let rest = words.first == "-C" ? words.dropFirst(2) : words
    guard let command = rest.first, gitCommands.contains(command) else { return false }
    return !rest.dropFirst().contains { word in
      let name = word.utf8.prefix { $0 != UInt8(ascii: "=") }
      if command == "clone", word.utf8.starts(with: "-c".utf8) || word.utf8.starts(with: "-u".utf8) {
        return true
      }
      return name.count > 2 && gitCode.contains { $0.utf8.starts(with: name) }
    }
  }
}

/// Where a program that is no interpreter takes code, or the name of a program to run, from its arguments.
struct CodePlaces {
  /// The expressions by which find(1) runs programs.
  static let findActions = ["-exec", "-execdir", "-ok", "-okdir"]

  enum Operands: Equatable {
    case data
    case code
    /// Code, after so many operands of data.
    case codeAfter(Int)
    /// The first operand is code, unless an option brought the code.
    case scriptUnlessOption
    /// The first operand chooses what the others mean.
    case subcommand
  }

  /// Option letters whose value is code.
  var letters = ""
  /// Other option letters with a value.
  var valued = ""
  /// Option letters whose value is never the next word.
  var attached = ""
  /// Long options whose value is code, without their dashes.
  var long: [String] = []
  /// Other long options whose value may be the next word.
  var longValued: [String] = []
  var operands = Operands.data
  /// An operand such as `+command` is code.
  var hasPlus = false
  /// The first word may be option letters without a dash, as in `tar xf`.
  var hasBareLetters = false
}

extension CodePlaces {
  /// The places by the name of a program as a definition has it; `nil` where all arguments are data.
  init?(program: String) {
    let name = ProgramName(program)
    let isLoader = ["ld-linux", "ld-musl"].contains { name.full.utf8.starts(with: $0.utf8) }
    if isLoader || ["ld.so", "m4"].contains(name.full) {
      self.init(operands: .code)
      return
    }
    switch name.stem {
    case "make", "gmake", "bmake", "remake", "just", "rake", "scons", "ed", "red", "dc", "npx", "pipx", "uvx",
      "bunx", "emacsclient", "start-stop-daemon", "dbus-run-session", "dbus-launch", "xvfb-run", "ssh-agent",
      "valgrind", "unbuffer", "rlwrap", "socat", "swaymsg", "i3-msg":
      self.init(operands: .code)
    case "sed", "gsed":
      self.init(
        letters: "ef", valued: "l", attached: "i", long: ["expression", "file"], longValued: ["line-length"],
        operands: .scriptUnlessOption)
    case "sqlite", "sqlcipher": self.init(long: ["cmd", "init"], operands: .codeAfter(1))
    case "tar", "gtar", "bsdtar":
      self.init(
        letters: "IFT", valued: "bCfgHKLNVX",
        long: [
          "checkpoint-action", "to-command", "use-compress-program", "rsh-command", "rmt-command",
          "info-script", "new-volume-script", "files-from",
        ], longValued: ["file", "directory"], hasBareLetters: true)
    case "split", "csplit": self.init(long: ["filter"])
    case "sort": self.init(valued: "kSTot", long: ["compress-program"])
    case "rsync": self.init(letters: "eM", valued: "BfT", long: ["rsh", "rsync-path", "remote-option"])
    case "git":
      self.init(
        letters: "cuxO", valued: "CmFtSGL",
        long: [
          "exec-path", "upload-pack", "receive-pack", "config", "config-env", "exec", "extcmd", "template",
          "open-files-in-pager",
        ], longValued: ["git-dir", "work-tree", "namespace", "super-prefix"], operands: .subcommand)
    case "scp": self.init(letters: "oSDF", valued: "ciJlPX")
    case "sftp": self.init(letters: "oSDFbs", valued: "BciJlPRX")
    case "vi", "vim", "vim.basic", "vim.tiny", "vim.nox", "vim.gtk", "gvim", "vimdiff", "rvim", "rview",
      "nvim", "view", "ex":
      self.init(
        letters: "cSuUsl", valued: "iqtTwW", long: ["cmd", "remote-expr", "remote-send"], hasPlus: true)
    case "emacs":
      self.init(
        letters: "lfLx", valued: "tud",
        long: ["eval", "execute", "load", "funcall", "directory", "script", "init-directory"], hasPlus: true)
    case "less", "more", "most":
      self.init(letters: "k", long: ["lesskey-file", "lesskey-src"], hasPlus: true)
    case "psql":
      self.init(letters: "cfov", valued: "dFhLpPRTU", long: ["command", "file", "output", "set", "variable"])
    case "mysql", "mariadb":
      self.init(
        letters: "e", valued: "DhPSu", attached: "p",
        long: ["execute", "init-command", "pager", "defaults-file", "defaults-extra-file", "plugin-dir"])
    case "man": self.init(letters: "CHP", valued: "eLmMprRsS", long: ["pager", "html", "config-file"])
    case "curl": self.init(letters: "K", long: ["config"])
    case "wget": self.init(letters: "e", valued: "aioOPtTU", long: ["execute", "use-askpass", "config"])
    case "zip": self.init(long: ["TT", "unzip-command"])
    case "nc", "ncat", "netcat": self.init(letters: "ce", long: ["exec", "sh-exec", "lua-exec"])
    default: return nil
    }
  }

  /// Whether a program that is no interpreter takes what it reads as code.
  static func readsCode(program: String) -> Bool {
    let name = ProgramName(program)
    let readers = [
      "sqlite", "sqlcipher", "psql", "mysql", "mariadb", "bc", "dc", "ed", "red", "ex", "sftp", "make",
      "gmake", "just", "gdb", "gnuplot", "nsupdate", "parallel", "at", "batch", "crontab",
    ]
    return readers.contains(name.stem) || name.full == "m4"
  }

  /// What an option is: whether it brings code, and whether its value is the next word.
  func option(_ text: String) -> (isCode: Bool, takesNext: Bool) {
    let bytes = Array(text.utf8)
    let dashes = bytes[1] == UInt8(ascii: "-") ? 2 : 1
    let name = bytes[dashes...].prefix { $0 != UInt8(ascii: "=") }
    let hasValue = dashes + name.count < bytes.count
    if dashes == 2 {
      // A whole name is never short for a longer one.
      if longValued.contains(where: { $0.utf8.elementsEqual(name) }) { return (false, !hasValue) }
      if long.contains(where: { isShort(name, for: $0) }) { return (true, !hasValue) }
      return (false, longValued.contains { isShort(name, for: $0) } && !hasValue)
    }
    if long.contains(where: { $0.utf8.elementsEqual(name) }) { return (true, !hasValue) }
    for place in 1..<bytes.count {
      let isLast = place + 1 == bytes.count
      if letters.utf8.contains(bytes[place]) { return (true, isLast) }
      if valued.utf8.contains(bytes[place]) { return (false, isLast) }
      if attached.utf8.contains(bytes[place]) { return (false, false) }
    }
    return (false, false)
  }

  /// What an option that brings code has for a value within its own word; any other word is its own value.
  func value(in word: String) -> String {
    let bytes = Array(word.utf8)
    guard bytes.count > 2, bytes[0] == UInt8(ascii: "-") else { return word }
    if let equals = bytes.firstIndex(of: UInt8(ascii: "=")) {
      return String(decoding: bytes[(equals + 1)...], as: UTF8.self)
    }
    if bytes[1] == UInt8(ascii: "-") { return "" }
    guard let letter = bytes.firstIndex(where: letters.utf8.contains) else { return word }
    return String(decoding: bytes[(letter + 1)...], as: UTF8.self)
  }

  /// Whether a script of sed(1) is one of the few forms that neither run nor write anything: lines that are printed
  /// or deleted, or one substitution.
  static func isHarmless(sedScript text: String) -> Bool {
    let bytes = Array(text.utf8)
    func holdsOnly(_ part: ArraySlice<UInt8>, _ allowed: String) -> Bool {
      part.allSatisfy { byte in (0x30...0x39).contains(byte) || allowed.utf8.contains(byte) }
    }
    if let last = bytes.last, "pdq=".utf8.contains(last), holdsOnly(bytes.dropLast(), ",$ ") { return true }
    guard bytes.first == UInt8(ascii: "s"), bytes.count > 3, !bytes.contains(0x0A) else { return false }
    let parts = bytes[2...].split(separator: bytes[1], omittingEmptySubsequences: false)
    return parts.count == 3 && holdsOnly(parts[2], "gpiI") && bytes[1] != UInt8(ascii: "\\")
  }

  /// Whether the subcommand runs, or keeps for later, what its arguments say.
  static func isCode(subcommand: String) -> Bool {
    [
      "bisect", "submodule", "filter-branch", "config", "difftool", "mergetool", "daemon", "for-each-repo",
      "credential", "hook", "remote-ext", "upload-pack", "receive-pack", "shell",
    ].contains(subcommand)
  }

  private func isShort(_ name: ArraySlice<UInt8>, for known: String) -> Bool {
    !name.isEmpty && known.utf8.starts(with: name)
  }
}

/// What kind of program a name stands for, by what it does with its arguments.
enum ProgramKind {
  case plain
  case shell
  case interpreter(Interpreter)
  case wrapper(Wrapper)
  /// Raises rights, or runs programs of its arguments in a way that is not told apart here.
  case elevator

  /// Whether it is a shell or another interpreter.
  var runsCode: Bool {
    switch self {
    case .shell, .interpreter: true
    default: false
    }
  }

  /// A program that runs code from a file or from an option.
  struct Interpreter {
    /// Option letters whose value is code.
    var code: String
    /// Long options whose value is code.
    var longCode: [String] = []
    /// Option letters that change nothing about which code runs.
    var harmless: String
    /// Harmless option letters that take a value.
    var valued = ""
    /// Those of them whose value says what else is loaded.
    var loads = ""
    /// Long options that change nothing about which code runs.
    var longHarmless: [String] = []
    /// Harmless long options whose value may be the next word.
    var longValued: [String] = []
    /// The words after the code are the code's own.
    var endsAtCode = false
    /// Option letters whose value names code that is looked for.
    var modules = ""
    /// Without an option, the first operand is code rather than a file.
    var operandIsCode = false
  }

  /// What an option does to which code an interpreter runs.
  struct Option {
    enum Effect { case none, code, loads, module }

    private(set) var effect = Effect.none
    private(set) var isKnown = true
    /// Whether its value is the next word.
    private(set) var takesNext = false

    init(_ text: String, of interpreter: Interpreter) {
      let bytes = Array(text.utf8)
      if bytes.starts(with: "--".utf8) {
        let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
        let hasValue = name.utf8.count < bytes.count
        if interpreter.longCode.contains(name) {
          (effect, takesNext) = (.code, !hasValue)
        } else if interpreter.longValued.contains(name) {
          (effect, takesNext) = (.loads, !hasValue)
        } else {
          isKnown = interpreter.longHarmless.contains(name)
        }
        return
      }
      for (place, letter) in bytes.enumerated().dropFirst() {
        func isIn(_ letters: String) -> Bool { letters.utf8.contains(letter) }
        if isIn(interpreter.harmless) { continue }
        if !isIn(interpreter.code + interpreter.modules + interpreter.valued) {
          isKnown = false
          continue
        }
        takesNext = place + 1 == bytes.count
        if isIn(interpreter.code) {
          effect = .code
        } else if isIn(interpreter.modules) {
          effect = .module
        } else if isIn(interpreter.loads) {
          effect = .loads
        }
        return
      }
    }
  }

  /// A program that runs the program that its arguments name, with the rights that it has.
  struct Wrapper {
    var flags = ""
    var valued = ""
    var longFlags: [String] = []
    var longValued: [String] = []
    /// How many operands come before the program.
    var operands = 0
    /// They come before the options.
    var hasOperandsFirst = false
    /// Operands such as `NAME=value` come before the program.
    var hasAssignments = false
  }

  /// The kind by the last part of a name or path, version numbers left out.
  init(name: String) {
    let name = ProgramName(name)
    if ["linux32", "linux64", "i386", "i486", "i586", "i686", "x86_64", "uname26"].contains(name.full) {
      self = .wrapper(.init(flags: Self.archFlags, longFlags: Self.archOptions))
      return
    }
    self =
      switch name.stem {
      case "sh", "bash", "rbash", "dash", "ash", "zsh", "ksh", "mksh", "lksh", "pdksh", "yash", "csh",
        "tcsh", "posh":
        .shell
      case "fish", "nu", "elvish", "xonsh":
        .interpreter(
          .init(code: "cC", longCode: ["--command", "--commands", "--init-command"], harmless: ""))
      case "python", "pypy":
        .interpreter(
          .init(code: "c", harmless: "bBdEIOPqsSuvVx", valued: "WX", endsAtCode: true, modules: "m"))
      case "perl": .interpreter(.init(code: "eE", harmless: "wWTtcl", valued: "IMm", loads: "IMm"))
      case "ruby": .interpreter(.init(code: "e", harmless: "wWc", valued: "Ir", loads: "Ir"))
      case "node", "nodejs", "bun", "deno":
        .interpreter(
          .init(
            code: "ep", longCode: ["--eval", "--print"], harmless: "", valued: "rC", loads: "r",
            longHarmless: ["--no-warnings", "--enable-source-maps", "--trace-warnings", "--use-strict"],
            longValued: ["--require", "--import", "--conditions"]))
      case "php":
        .interpreter(.init(code: "rBRE", longCode: ["--run"], harmless: "qn", valued: "dc", loads: "dc"))
      case "lua", "luajit": .interpreter(.init(code: "e", harmless: "vW"))
      case "Rscript": .interpreter(.init(code: "e", harmless: ""))
      case "tclsh", "wish", "guile", "sbcl", "ghci", "osascript":
        .interpreter(.init(code: "ce", harmless: ""))
      case "awk", "gawk", "mawk", "nawk":
        .interpreter(.init(code: "ef", harmless: "", valued: "Fv", operandIsCode: true))
      case "env":
        .wrapper(
          .init(
            flags: "i0v", valued: "uC", longFlags: ["--ignore-environment", "--null", "--debug"],
            longValued: ["--unset", "--chdir"], hasAssignments: true))
      case "nice": .wrapper(.init(valued: "n", longValued: ["--adjustment"]))
      case "ionice": .wrapper(.init(flags: "t", valued: "cn"))
      case "nohup": .wrapper(.init())
      case "setsid": .wrapper(.init(flags: "cfw", longFlags: ["--ctty", "--fork", "--wait"]))
      case "stdbuf": .wrapper(.init(valued: "ioe", longValued: ["--input", "--output", "--error"]))
      case "timeout":
        .wrapper(
          .init(
            flags: "fpv", valued: "ks", longFlags: ["--foreground", "--preserve-status", "--verbose"],
            longValued: ["--kill-after", "--signal"], operands: 1))
      case "time": .wrapper(.init(flags: "apv", valued: "fo"))
      case "taskset": .wrapper(.init(flags: "ac", longFlags: ["--all-tasks", "--cpu-list"], operands: 1))
      case "chrt":
        .wrapper(
          .init(
            flags: "abdfioRrv", valued: "TPD",
            longFlags: ["--batch", "--deadline", "--fifo", "--idle", "--other", "--rr", "--reset-on-fork"],
            longValued: ["--sched-runtime", "--sched-period", "--sched-deadline"], operands: 1))
      case "setarch":
        .wrapper(
          .init(flags: Self.archFlags, longFlags: Self.archOptions, operands: 1, hasOperandsFirst: true))
      case "flock":
        .wrapper(
          .init(
            flags: "sxenuoF", valued: "wE",
            longFlags: [
              "--shared", "--exclusive", "--nonblock", "--unlock", "--close", "--no-fork", "--verbose",
            ],
            longValued: ["--timeout", "--wait", "--conflict-exit-code"], operands: 1))
      case "choom": .wrapper(.init(valued: "n", longValued: ["--adjust"]))
      case "strace":
        .wrapper(
          .init(
            flags: "cCfFhiknqrtTvwxyYzZ", valued: "aeIPsSX",
            longFlags: ["--follow-forks", "--summary", "--summary-only", "--quiet"]))
      case "sudo", "sudoedit", "doas", "su", "pkexec", "run", "runuser", "calife", "setpriv", "capsh",
        "chroot", "unshare", "nsenter", "bwrap", "machinectl", "systemd-run", "docker", "podman", "lxc",
        "busybox", "toybox", "xargs", "parallel", "watch", "prlimit", "script", "expect", "ssh", "ltrace",
        "gdb",
        "at", "batch", "crontab", "screen", "tmux", "fakeroot", "sg", "newgrp":
        name.stem == "run" && name.full != "run0" ? .plain : .elevator
      default: .plain
      }
  }

  private static let archFlags = "vBFILRSTXZ3"
  private static let archOptions = [
    "--verbose", "--addr-no-randomize", "--32bit", "--fdpic-funcptrs", "--short-inode",
    "--addr-compat-layout",
    "--read-implies-exec", "--whole-seconds", "--sticky-timeouts", "--mmap-page-zero", "--3gb", "--4gb",
  ]

  /// Whether a program that runs another one may make a line for a shell of its arguments, or read them as code.
  static func rewordsArguments(_ name: String) -> Bool {
    let passers = [
      "sudo", "doas", "pkexec", "setpriv", "chroot", "unshare", "nsenter", "bwrap", "systemd-run", "docker",
      "podman", "busybox", "toybox", "xargs", "prlimit", "ltrace", "fakeroot",
    ]
    return !passers.contains(ProgramName(name).stem) && !name.utf8.suffix(4).elementsEqual("run0".utf8)
  }
}

/// The name of a program without its folder.
struct ProgramName {
  /// The last part of the path.
  let full: String
  /// The last part without the version at its end, such as `python` for `python3.12`.
  let stem: String

  init(_ path: String) {
    // Plain loops: chains of lazy collections cost more here than the rest of a run.
    let bytes = Array(path.utf8)
    var start = bytes.count
    while start > 0, bytes[start - 1] != UInt8(ascii: "/") { start -= 1 }
    var end = bytes.count
    while end > start, Self.isVersion(bytes[end - 1]) { end -= 1 }
    full = String(decoding: bytes[start...], as: UTF8.self)
    stem = String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private static func isVersion(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }
}

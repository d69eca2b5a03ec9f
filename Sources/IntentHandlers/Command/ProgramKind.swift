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
    /// The words after the code are the code's own.
    var endsAtCode = false
    /// Without an option, the first operand is code rather than a file.
    var operandIsCode = false
  }

  /// A program that runs the program that its arguments name, with the rights that it has.
  struct Wrapper {
    var flags = ""
    var valued = ""
    var longFlags: [String] = []
    var longValued: [String] = []
    /// How many operands come before the program.
    var operands = 0
    /// Operands such as `NAME=value` come before the program.
    var hasAssignments = false
  }

  /// The kind by the last part of a name or path, version numbers left out.
  init(name: String) {
    let name = ProgramName(name)
    self =
      switch name.stem {
      case "sh", "bash", "rbash", "dash", "ash", "zsh", "ksh", "mksh", "lksh", "pdksh", "yash", "csh",
        "tcsh", "posh":
        .shell
      case "fish", "nu", "elvish", "xonsh":
        .interpreter(
          .init(code: "cC", longCode: ["--command", "--commands", "--init-command"], harmless: ""))
      case "python", "pypy":
        .interpreter(.init(code: "c", harmless: "bBdEIOPqsSuvVx", valued: "WX", endsAtCode: true))
      case "perl": .interpreter(.init(code: "eE", harmless: "wWTtcl"))
      case "ruby": .interpreter(.init(code: "e", harmless: "wWc"))
      case "node", "nodejs", "bun", "deno":
        .interpreter(.init(code: "ep", longCode: ["--eval", "--print"], harmless: ""))
      case "php": .interpreter(.init(code: "rBRE", longCode: ["--run"], harmless: "q"))
      case "lua", "luajit": .interpreter(.init(code: "e", harmless: "vW"))
      case "Rscript": .interpreter(.init(code: "e", harmless: ""))
      case "tclsh", "wish", "guile", "sbcl", "ghci", "osascript":
        .interpreter(.init(code: "ce", harmless: ""))
      case "awk", "gawk", "mawk", "nawk":
        .interpreter(.init(code: "e", harmless: "", valued: "Fv", operandIsCode: true))
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
      case "sudo", "sudoedit", "doas", "su", "pkexec", "run", "runuser", "calife", "setpriv", "capsh",
        "chroot", "unshare", "nsenter", "bwrap", "machinectl", "systemd-run", "docker", "podman", "lxc",
        "busybox", "toybox", "xargs", "parallel", "watch", "flock", "script", "expect", "ssh", "strace",
        "ltrace", "gdb", "at", "batch", "crontab", "screen", "tmux", "chrt", "taskset", "choom", "prlimit",
        "fakeroot":
        name.stem == "run" && name.full != "run0" ? .plain : .elevator
      default: .plain
      }
  }

  /// Whether a program that runs another one may make a line for a shell of its arguments, or read them as code.
  static func rewordsArguments(_ name: String) -> Bool {
    let passers = [
      "sudo", "doas", "pkexec", "setpriv", "chroot", "unshare", "nsenter", "bwrap", "systemd-run", "docker",
      "podman", "busybox", "toybox", "xargs", "flock", "strace", "ltrace", "chrt", "taskset", "choom",
      "prlimit", "fakeroot",
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

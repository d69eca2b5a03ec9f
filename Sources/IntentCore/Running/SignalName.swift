/// The names of signals (signal(7), Linux on most architectures).
package enum SignalName {
  private static let names = [
    "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM",
    "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF",
    "WINCH", "IO", "PWR", "SYS",
  ]

  package static func text(_ number: Int) -> String? {
    names.indices.contains(number - 1) ? "SIG" + names[number - 1] : nil
  }
}

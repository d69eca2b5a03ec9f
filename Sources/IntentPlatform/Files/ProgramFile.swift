internal import Glibc

/// The file of the running program.
package enum ProgramFile {
  /// The absolute path, by /proc/self/exe (proc_pid_exe(5)); `nil` without /proc.
  package static var path: String? {
    guard let found = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(found) }
    return String(validatingCString: found)
  }
}

internal import CPlatform
internal import Glibc

/// The file of the running program.
package enum ProgramFile {
  /// The absolute path, by /proc/self/exe (proc_pid_exe(5)); without /proc by the path that it was started
  /// by, which counts from the working directory.
  package static var path: String? {
    guard
      let found = realpath("/proc/self/exe", nil) ?? cplatform_started_path().flatMap({ realpath($0, nil) })
    else { return nil }
    defer { free(found) }
    return String(validatingCString: found)
  }
}

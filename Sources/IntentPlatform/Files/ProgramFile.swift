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

  /// Whether the bytes are an executable of this program, of whichever version: one that holds the id of its action
  /// for polkit.
  package static func isOurs(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else { return false }
    var mark = PolkitAction.id
    return mark.withUTF8 { mark in
      bytes.withUnsafeBytes { cplatform_contains($0.baseAddress, $0.count, mark.baseAddress, mark.count) }
    }
  }
}

import Foundation

/// The processes that are alive, by their command lines.
enum LiveProcesses {
  /// An argument for sleep(1) that no other process has.
  static func token() -> String { "300.\(UInt32.random(in: 100_000_000...999_999_999))" }

  static func withArgument(_ argument: String) -> [pid_t] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { pid_t($0) }.filter { pid in
      guard let line = FileManager.default.contents(atPath: "/proc/\(pid)/cmdline") else { return false }
      return line.split(separator: 0).contains { $0.elementsEqual(argument.utf8) }
    }
  }
}

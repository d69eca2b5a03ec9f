import Glibc
import IntentCore
import IntentPlatform

/// Runs a program with a limit of its own, on a loop of its own; orphans are adopted only in a process that has
/// no other children.
func runProgram(
  _ request: ProcessRequest, limit: Duration = .seconds(60), adoptsOrphans: Bool = false
) throws(Failure) -> ProcessOutcome {
  try EventLoop.run { loop async throws(Failure) -> ProcessOutcome in
    try await loop.withLimit(limit, under: nil) { limit throws(Failure) in
      try await World.Processes.live(loop, adoptsOrphans: adoptsOrphans).run(request, limit)
    }
  }
}

func runShell(
  _ script: String, limit: Duration = .seconds(60), adoptsOrphans: Bool = false
) throws(Failure) -> ProcessOutcome {
  try runProgram(shell(script), limit: limit, adoptsOrphans: adoptsOrphans)
}

func shell(_ script: String, _ arguments: [String] = []) -> ProcessRequest {
  ProcessRequest(
    executable: "/bin/sh", arguments: ["-c", script] + arguments, environment: [("PATH", "/usr/bin:/bin")])
}

extension ProcessOutcome {
  var outputText: String { String(decoding: output, as: UTF8.self) }
  var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// Both streams, mixed as the order says.
  var mixedText: String {
    var (outputStart, errorStart) = (0, 0)
    var bytes: [UInt8] = []
    for piece in order {
      if piece.stream == .output {
        bytes += output[outputStart..<(outputStart + piece.count)]
        outputStart += piece.count
      } else {
        bytes += errors[errorStart..<(errorStart + piece.count)]
        errorStart += piece.count
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// How many living processes have the text in their command line.
func processesNaming(_ text: String) -> Int {
  guard let folder = opendir("/proc") else { return 0 }
  defer { closedir(folder) }
  var count = 0
  while let entry = readdir(folder) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    guard let pid = Int32(name), pid != getpid() else { continue }
    let file = open("/proc/\(pid)/cmdline", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { continue }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let length = read(file, &bytes, bytes.count)
    close(file)
    if length > 0, String(decoding: bytes[..<length], as: UTF8.self).contains(text) { count += 1 }
  }
  return count
}

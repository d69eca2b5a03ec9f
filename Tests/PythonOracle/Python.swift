package import Foundation

/// Python and its libraries as judges.
package enum Python {
  /// How many cases are compared: all where everything is wanted (`RUNINTENT_REQUIRE_REAL=1`), else a quarter.
  package static func cases(_ all: Int) -> Int {
    ProcessInfo.processInfo.environment["RUNINTENT_REQUIRE_REAL"] == "1" ? all : all / 4
  }

  /// Virtual environments in the build's cache, each made once; `nil` without a network or Python's `venv`.
  package static let croniter = environment("croniter", "croniter==6.0.0")
  package static let babel = environment("babel", "babel==2.18.0")
  package static let hassil = environment("hassil", "hassil==3.5.0")

  private static func environment(_ module: String, _ package: String) -> URL? {
    var place = URL(filePath: #filePath)
    while place.lastPathComponent != "Tests" { place.deleteLastPathComponent() }
    let folder = place.deletingLastPathComponent().appending(path: ".build/test-venvs/\(module)")
    let python = folder.appending(path: "bin/python")
    let works = { run(python, ["-c", "import \(module)"]) != nil }
    if works() { return python }
    guard run(URL(filePath: "/usr/bin/env"), ["python3", "-m", "venv", folder.path]) != nil,
      run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]) != nil,
      works()
    else { return nil }
    return python
  }

  /// The interpreter itself; `nil` where there is none.
  package static let plain = ["/usr/bin/python3", "/usr/local/bin/python3"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }.map { URL(filePath: $0) }

  /// What a judge of `Tests/Laboratories/Oracle` says of facts, a line each; empty where it does not run.
  package static func judge(_ script: String, _ facts: [String], _ options: [String] = []) -> [String] {
    var place = URL(filePath: #filePath)
    while place.lastPathComponent != "Tests" { place.deleteLastPathComponent() }
    let path = place.appending(path: "Laboratories/Oracle/\(script)").path()
    let input = Data((facts.joined(separator: "\n") + "\n").utf8)
    guard let plain, let answer = run(plain, [path] + options, input: input) else { return [] }
    return String(decoding: answer, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  package static func run(_ program: URL, _ arguments: [String], input: Data? = nil) -> Data? {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    let source = Pipe()
    if input != nil { process.standardInput = source }
    guard (try? process.run()) != nil else { return nil }
    if let input {
      Thread.detachNewThread {
        try? source.fileHandleForWriting.write(contentsOf: input)
        try? source.fileHandleForWriting.close()
      }
    }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? output : nil
  }
}

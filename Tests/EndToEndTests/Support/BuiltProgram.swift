import Foundation
import TestSupport

/// The program that was built with the tests.
enum BuiltProgram {
  static let path: String? = {
    let folders = [
      Bundle.main.bundleURL, Repository.root.appending(path: ".build/debug"),
      Repository.root.appending(path: ".build/release"),
    ]
    return folders.map { $0.appending(path: "runintent").path() }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }()

  /// Runs a program to its end.
  static func run(
    _ words: [String], in folder: String, _ variables: [String: String] = [:]
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    process.currentDirectoryURL = URL(filePath: folder)
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder, "LANG": "C.UTF-8"].merging(variables) {
      $1
    }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }
}

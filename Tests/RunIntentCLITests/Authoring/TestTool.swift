import Foundation
import TestSupport

/// A tool of another ecosystem that tests check against, installed on demand below `.build`, which survives
/// between runs; without a network or the ecosystem itself it is not there, for a reason.
struct TestTool: Sendable {
  let folder: URL
  /// Why the tool cannot be used; `nil` when it can.
  let problem: String?

  var isReady: Bool { problem == nil }

  private init(_ name: String, _ commands: [[String]]) {
    folder = Repository.root.appending(path: ".build/test-tools/\(name)")
    let mark = folder.appending(path: "ready").path()
    if FileManager.default.fileExists(atPath: mark) {
      problem = nil
      return
    }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for command in commands {
      let (status, output) = Self.run(command, in: folder)
      if status != 0 {
        problem = "\(command.joined(separator: " ")) ended with \(status): \(output.suffix(200))"
        return
      }
    }
    problem = FileManager.default.createFile(atPath: mark, contents: nil) ? nil : "cannot write \(mark)"
  }

  /// The reference validator of Python.
  static let jsonschema = TestTool(
    "jsonschema",
    [
      ["python3", "-m", "venv", "venv"],
      ["venv/bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "jsonschema"],
    ])

  /// The language service with which VS Code edits JSON, as a package that has the Monaco editor carries it.
  static let languageService = TestTool(
    "json-language-service",
    [
      ["node", "--version"],
      ["python3", "-m", "venv", "venv"],
      [
        "venv/bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps",
        "monaco-qt==0.2.0",
      ],
      [
        "sh", "-c",
        "cp venv/lib/python*/site-packages/monaco/monaco-editor/min/vs/language/json/jsonWorker.js .",
      ],
    ])

  /// Runs a program with a script and some input; answers what it printed.
  func run(_ command: [String], input: Data) throws -> Data {
    let file = folder.appending(path: "input-\(UUID().uuidString).json")
    try input.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let (status, output) = Self.run(command + [file.path()], in: folder)
    guard status == 0 else { throw Problem(text: "\(command[0]) ended with \(status): \(output)") }
    return Data(output.utf8)
  }

  struct Problem: Error { var text: String }

  private static func run(_ command: [String], in folder: URL) -> (Int32, String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    do { try process.run() } catch { return (-1, "\(error)") }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}

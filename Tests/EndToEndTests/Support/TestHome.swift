import Foundation
import Glibc
import TestSupport

/// The command that was built beside these tests.
enum Binary {
  static let path: String = {
    let own = realpath("/proc/self/exe", nil)
    defer { free(own) }
    let beside = own.map { URL(filePath: String(cString: $0)).deletingLastPathComponent() }
    let candidates = [
      beside?.appending(path: "runintent").path(),
      Repository.root.appending(path: ".build/debug/runintent").path(),
    ]
    return candidates.compactMap(\.self).first { access($0, X_OK) == 0 } ?? "/nonexistent/runintent"
  }()
}

/// A home of a test's own with a folder to work in, from which the command is run.
final class TestHome: Sendable {
  let folder = ScratchFolder()
  var path: String { folder.path }
  var work: String { "\(folder.path)/work" }

  init() {
    folder.makeFolder("home")
    folder.makeFolder("work/intents")
    folder.makeFolder("run", mode: 0o700)
  }

  var environment: [String: String] {
    [
      "HOME": "\(path)/home", "XDG_RUNTIME_DIR": "\(path)/run", "PATH": "/usr/local/bin:/usr/bin:/bin",
      "LANG": "C.UTF-8",
    ]
  }

  /// Writes a definition into the folder where one works.
  func define(_ id: String, _ text: String) { folder.write(text, to: "work/intents/\(id).json") }

  /// Writes a definition that has the shell read a script of the test's own.
  func define(_ id: String, script: String, _ rest: String = "") {
    folder.write(script + "\n", to: "work/intents/\(id).sh")
    define(
      id,
      """
      { "title": "\(id)", "handler": "command",
        "with": { "run": ["sh", "./\(id).sh"] }\(rest.isEmpty ? "" : ", \(rest)") }
      """)
  }

  /// Writes a program. Another process does it: a file that this one has open to write cannot be executed,
  /// and a program that another thread starts meanwhile holds it open too.
  func program(_ name: String, _ text: String) async {
    let write = Spawn(
      program: "/bin/sh",
      arguments: ["-c", #"mkdir -p "${0%/*}" && cat > "$0" && chmod 755 "$0""#, "\(path)/\(name)"],
      environment: environment, input: .pipe(Array(text.utf8)))
    _ = await write.run()
  }

  func command(_ arguments: [String]) -> Spawn {
    Spawn(program: Binary.path, arguments: arguments, environment: environment, directory: work)
  }

  @discardableResult
  func run(_ arguments: String...) async -> Ended { await command(arguments).run() }

  /// Trusts definitions from wherever these tests are run.
  func trust(_ ids: String...) async {
    _ = await command(["allow", "--yes", "--quiet"] + ids).run()
  }

  /// The rows of the journal, newest first.
  func journal(_ arguments: String...) async throws -> [[String: Any]] {
    let ended = await command(["log", "--output", "json"] + arguments).run()
    let object = try JSONSerialization.jsonObject(with: Data(ended.output)) as? [String: Any]
    return object?["runs"] as? [[String: Any]] ?? []
  }
}

extension Ended {
  /// The one JSON object that was written.
  var json: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(output))) as? [String: Any] ?? [:]
  }

  var errorCodes: [String] {
    (json["errors"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
  }
}

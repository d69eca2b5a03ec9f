import Foundation
import TestSupport
import Testing

/// What runs without having been allowed; `Tests/Laboratories/Knowing` tries many more shapes.
@Suite struct UnallowedTests {
  @Test(arguments: [
    ["edits", "--short"], ["payloads", "--short"],
    // What they look for is there, and they must find it.
    ["edits", "--seeded", "setarch", "make -f"], ["payloads", "--seeded", "xargs stdin", "run-parts", "sed"],
  ])
  func `nothing runs that was not allowed`(_ call: [String]) async {
    let status: Int32 = call.contains("--seeded") ? 1 : 0
    let script = Repository.root.appending(path: "Tests/Laboratories/Knowing/\(call[0])").path()
    let ended = await Spawn(
      program: "/usr/bin/python3", arguments: [script, "--program", Binary.path] + call.dropFirst(),
      environment: ["PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/"]
    ).run()
    #expect(ended.status == status, "\(ended.text)\(ended.errorText)")
  }
}

import Foundation
import TestSupport
import Testing

/// What is swapped while intents run; `Tests/Laboratories/Race/swap` does the same for many more rounds.
@Suite struct SwapTests {
  @Test(arguments: [
    "script", "script-of-bash", "script-of-a-definition", "script-of-python", "program", "program-in-another",
    "interpreter", "link", "definition",
    // Fails unless other bytes come through.
    "control",
  ])
  func `no bytes run that were not trusted`(_ name: String) async {
    let script = Repository.root.appending(path: "Tests/Laboratories/Race/swap").path()
    let ended = await Spawn(
      program: "/usr/bin/python3", arguments: [script, "--rounds", "16", "--program", Binary.path, name],
      environment: ["PATH": "/usr/bin:/bin", "HOME": "/"]
    ).run()
    #expect(ended.status == 0, "\(ended.text)\(ended.errorText)")
  }

  @Test(arguments: [[], ["--seeded", "seeded-file"]])
  func `nothing that must lie in a folder is swapped for what lies elsewhere`(seed: [String]) async {
    let script = Repository.root.appending(path: "Tests/Laboratories/Race/within").path()
    let rounds = seed.isEmpty ? "16" : "120"
    let ended = await Spawn(
      program: "/usr/bin/python3", arguments: [script, "--rounds", rounds, "--program", Binary.path] + seed,
      environment: ["PATH": "/usr/bin:/bin", "HOME": "/"]
    ).run()
    #expect(ended.status == 0, "\(ended.text)\(ended.errorText)")
  }
}

import Foundation
import Glibc
import IntentCore
import TestSupport
import Testing

/// Keys in the command that was built, with crypt's own hashes.
@Suite struct KeyProcessTests {
  @Test func `a key is taken from standard input, a descriptor and the person at the terminal`() async throws
  {
    let shared = try SharedKeyHome()
    let home = shared.home
    #expect(await shared.command(["unlock", "--key", "-"]).run().status == 0)
    #expect(await shared.command(["--key", "-", "unlock"]).run().status == 0)
    let handed = home.command(["unlock", "--key", "fd:7"]).under([
      "sh", "-c", "printf %s '\(shared.text.text)' >key; exec \"$0\" \"$@\" 7<key",
    ])
    #expect(await handed.run().status == 0)
    let asked = TerminalSession(home.command(["unlock", "--key"]))
    #expect(await asked.wait(for: "Key: "))
    asked.type(shared.text.text.uppercased() + "\n")
    let answered = await asked.end()
    #expect(answered.status == 0, "\(answered.text)")
    #expect(!answered.text.lowercased().contains(shared.text.secret.prefix(4)))
    let rows = try await home.journal()
    #expect(
      rows.compactMap { $0["rule"] as? String } == Array(repeating: "key \(shared.text.id) (Ana)", count: 4))
  }

  @Test(arguments: ["fd:7", "fd:3", "fd:4", "fd:99999"])
  func `a descriptor that the caller did not hand on is none`(_ place: String) async throws {
    let shared = try SharedKeyHome()
    let ended = await shared.command(["unlock", "--key", place, "--output", "json"]).run()
    #expect(ended.status == 64)
    #expect(ended.errorCodes == ["key.unreadable"])
  }

  @Test func `wrong, elsewhere and revoked look the same from outside`() async throws {
    let shared = try SharedKeyHome()
    let wrong = await shared.command(["unlock", "--key", "-"], key: "00000.0000-0000-0000-0000").run()
    let elsewhere = await shared.command(["unlock-back", "--key", "-"]).run()
    #expect(await shared.home.run("key", "revoke", shared.text.id).status == 0)
    let revoked = await shared.command(["unlock", "--key", "-"]).run()
    for ended in [wrong, elsewhere, revoked] {
      #expect(ended.status == 77)
      #expect(ended.text.isEmpty)
      #expect(ended.messages == wrong.messages)
    }
    #expect(
      try await shared.home.journal("--denied").compactMap { $0["rule"] as? String } == [
        "key \(shared.text.id): revoked", "key \(shared.text.id): for another door", "key: wrong",
      ])
  }

  @Test func `after five wrong keys the right one has to wait too`() async throws {
    let shared = try SharedKeyHome()
    for _ in 0..<5 {
      #expect(await shared.command(["unlock", "--key", "-"], key: "nothing").run().status == 77)
    }
    let late = await shared.command(["unlock", "--key", "-", "--output", "json"]).run()
    #expect(late.status == 75)
    #expect(late.errorCodes == ["key.too-many-tries"])
    #expect(try await shared.home.journal("--denied").count == 6)
  }

  @Test func `a key is found nowhere`() async throws {
    let shared = try SharedKeyHome()
    let home = shared.home
    var search = CanarySearch([Canary(word: shared.text.secret), Canary(word: shared.text.text)])
    let sampler = ProcessSampler(home.path)
    for output in ["text", "json", "jsonl", "value", "waybar"] {
      for id in ["unlock", "unlock-back"] {
        search.look(
          in: await shared.command([id, "--key", "-", "--output", output]).run(), "\(id) \(output)")
      }
    }
    let asked = TerminalSession(home.command(["unlock", "--key"]))
    #expect(await asked.wait(for: "Key: "))
    asked.type(shared.text.text + "\n")
    search.look(in: Data(await asked.end().text.utf8), "terminal")
    let samples = sampler.end()
    #expect(samples.contains { $0.name.hasSuffix("runintent") })
    for sample in samples { search.look(in: sample.bytes, sample.name) }
    // What stands in an argument is seen by all; we at least do not say it again.
    for words in [
      ["unlock", "--key", shared.text.text], ["unlock", "--key=\(shared.text.text)", "--output", "json"],
      ["key", "revoke", shared.text.text],
    ] { search.look(in: await home.command(words).run(), "\(words[0])") }
    for words in [
      ["key", "list", "--all"], ["key", "list", "--output", "json"], ["log", "--why"],
      ["log", "--output", "json"],
    ] {
      search.look(in: await home.command(words).run(), "\(words)")
    }
    search.look(below: home.path, except: [])
    #expect(search.found.isEmpty)
    print("shared keys found: \(search.found.count) in \(search.places) places")
  }

  @Test(
    .enabled(if: geteuid() == 0, "sharing a key takes an authentication, which root has"),
    arguments: [("redeem", "64"), ("control", "16")])
  func `many processes redeem a key for one use, and one opens`(_ name: String, _ processes: String) async {
    let script = Repository.root.appending(path: "Tests/Laboratories/Race/keys").path()
    let ended = await Spawn(
      program: "/usr/bin/python3",
      arguments: [script, "--processes", processes, "--program", Binary.path, name],
      environment: ["PATH": "/usr/bin:/bin", "HOME": "/"]
    ).run()
    #expect(ended.status == 0, "\(ended.text)\(ended.errorText)")
  }
}

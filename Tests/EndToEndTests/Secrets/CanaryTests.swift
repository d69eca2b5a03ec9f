import Foundation
import Glibc
import TestSupport
import Testing

/// Secrets of every kind go to a program that tells them in every way it can; nobody else finds them anywhere.
@Suite(.enabled(if: access("/usr/bin/python3", X_OK) == 0, "needs python3")) struct CanaryTests {
  static let program = #"""
    import base64, json, os, shlex, signal, sys, time, urllib.parse
    signal.alarm(8)
    mode = sys.argv[1]
    secrets = sys.stdin.read().split("\n")
    secrets += [open(os.environ[name]).read() for name in ("ENV_FILE", "COMMAND_FILE")]
    assert len(secrets) == 4 and all("cnry" in secret for secret in secrets), "not all secrets came"
    for secret in secrets:
        raw = secret.encode()
        said = [
            raw, json.dumps(secret).encode(), json.dumps(secret, ensure_ascii=False).encode(),
            shlex.quote(secret).encode(), urllib.parse.quote(secret).encode(), raw.hex().encode(),
            urllib.parse.quote(secret, safe="").lower().encode(), urllib.parse.quote_plus(secret).encode(),
            "".join("%%%02X" % byte for byte in raw).encode(), repr(raw.hex().upper()).encode()]
        for before in (b"", b"x", b"xy"):
            said += [base64.b64encode(before + raw), base64.urlsafe_b64encode(before + raw + b"z")]
        for text in said:
            for stream in (1, 2):
                os.write(stream, b"<" + text[:5])
                if text is raw: time.sleep(0.02)
                os.write(stream, text[5:] + b">\n")
    if mode == "fail": sys.exit(3)
    if mode == "die": os.kill(os.getpid(), signal.SIGKILL)
    if mode == "hang":
        open("hanging", "w").close()
        time.sleep(30)
    """#

  static let definition = #"""
    { "title": "Canary", "summary": "Try ${mode} with ${given}",
      "parameters": {
        "mode": { "enum": ["tell", "fail", "die", "hang"], "default": "tell" },
        "given": { "type": "string", "secret": true, "prompt": "Given?" } },
      "required": ["given"], "handler": "command",
      "with": {
        "run": ["/usr/bin/python3", "./canary.py", "${mode}"], "stdin": "${secret:file}\n${given}",
        "descriptors": { "ENV_FILE": "${secret:env}", "COMMAND_FILE": "${secret:command}" } },
      "result": { "dialog": "It said ${result.text}" } }
    """#

  private struct Place {
    let home = TestHome()
    let canaries = (0..<4).map { _ in Canary() }
    static let kept = [
      "home/secrets/file", "home/secrets/command", "input.json",
    ]

    init() async {
      let folder = home.folder
      folder.write(CanaryTests.program, to: "work/intents/canary.py")
      home.define("canary", CanaryTests.definition)
      folder.write(canaries[0].text + "\n", to: "home/secrets/file", mode: 0o600)
      folder.write(canaries[2].text + "\n", to: "home/secrets/command", mode: 0o600)
      await home.program(
        "bin/keeper",
        "#!/bin/sh\necho \"asked for $1\" >&2\nsleep 0.05\ncat \"$HOME/secrets/command\"\n")
      folder.write(
        #"""
        { "secrets": { "file": "file:\#(home.path)/home/secrets/file", "env": "env:CANARY",
                       "command": "command:\#(home.path)/bin/keeper door" } }
        """#, to: "home/.config/runintent/config.json", mode: 0o600)
      let given = ["given": canaries[3].text]
      folder.write((try? JSONEncoder().encode(given)) ?? Data(), to: "input.json")
      _ = await home.command(
        ["allow", "--yes", "--quiet", "canary"]
      ).run()
    }

    /// `CANARY` in the environment of the caller is where that secret is kept.
    func command(_ arguments: [String]) -> Spawn {
      var spawn = home.command(arguments)
      spawn.environment["CANARY"] = canaries[1].text
      return spawn
    }

    /// Looks through what was sampled, which the caller's own variable is no part of.
    func look(in samples: Set<ProcessSampler.Sample>, _ search: inout CanarySearch) {
      let own = Data("CANARY=\(canaries[1].text)\u{0}".utf8)
      for sample in samples {
        var bytes = sample.bytes
        // One that is about to become another program has no name yet.
        let isCallers = ["/runintent", "env", "setsid", "environment of "].contains {
          sample.name.hasSuffix($0)
        }
        if sample.name.hasPrefix("environment"), isCallers, let range = bytes.range(of: own) {
          bytes.removeSubrange(range)
        }
        search.look(in: bytes, sample.name)
      }
    }
  }

  @Test func `no canary is found anywhere`() async throws {
    let place = await Place()
    let home = place.home
    var search = CanarySearch(place.canaries)
    let sampler = ProcessSampler(home.path)
    for output in ["text", "json", "jsonl", "value", "waybar"] {
      for mode in ["tell", "fail", "die"] {
        let ended = await place.command(
          ["canary", "--input", "\(home.path)/input.json", "--output", output, "--mode", mode]
        ).run()
        #expect(ended.status == (mode == "tell" ? 0 : 1), "\(mode): \(ended.text)\(ended.errorText)")
        if output == "text" { #expect(ended.text.contains("***"), "\(ended.text)") }
        search.look(in: ended, "\(output) \(mode)")
      }
    }
    var piped = place.command(["canary", "--input", "-", "--mode", "hang", "--timeout", "2s"])
    piped.input = .pipe(Array(try Data(contentsOf: URL(filePath: "\(home.path)/input.json"))))
    let late = await piped.run()
    #expect(late.status == 124)
    search.look(in: late, "deadline")
    let asked = TerminalSession(place.command(["canary"]))
    #expect(await asked.wait(for: "Given?"))
    asked.type(place.canaries[3].text + "\n")
    let answered = await asked.end()
    #expect(answered.status == 0, "\(answered.text)")
    search.look(in: Data(answered.text.utf8), "terminal")
    for arguments in [
      ["log", "--why"], ["log", "--output", "json"], ["show", "canary"], ["check"],
      ["why", "canary", "--input", "\(home.path)/input.json"],
      ["canary", "--input", "\(home.path)/input.json", "--dry-run"],
    ] { search.look(in: await place.command(arguments).run(), "\(arguments)") }
    let samples = sampler.end()
    for program in ["python3", "runintent"] {
      #expect(samples.contains { $0.name.hasSuffix(program) }, "\(program) was never seen")
    }
    place.look(in: samples, &search)
    search.look(below: home.path, except: Place.kept)
    #expect(search.found.isEmpty)
    print("canary secrets found: \(search.found.count) in \(search.places) places")
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGKILL, SIGTERM, SIGBUS, SIGILL])
  func `a crash tells nothing`(_ number: Int32) async throws {
    let place = await Place()
    let home = place.home
    var search = CanarySearch(place.canaries)
    var spawn = place.command(["canary", "--input", "\(home.path)/input.json", "--mode", "hang"])
    spawn.environment["SWIFT_BACKTRACE"] = "enable=yes,color=no,output-to=stderr"
    let limited = spawn.under(["sh", "-c", "ulimit -c unlimited; exec \"$0\" \"$@\""])
    let running = limited.start()
    for _ in 0..<2000 where access("\(home.work)/hanging", F_OK) != 0 {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(access("\(home.work)/hanging", F_OK) == 0)
    kill(running.pid, number)
    let ended = await running.end()
    #expect(ended.status == 128 + number, "\(ended.errorText)")
    search.look(in: ended, "signal \(number)")
    search.look(below: home.path, except: Place.kept)
    search.look(in: await home.command(["log", "--output", "json"]).run(), "log")
    #expect(search.found.isEmpty)
    #expect(!ended.errorText.contains("Registers"))
    let names = try FileManager.default.contentsOfDirectory(atPath: home.work)
    #expect(names.allSatisfy { !$0.hasPrefix("core") })
  }

  /// The same search finds what an ordinary parameter tells, so it would find a secret.
  @Test func `the search finds a leak`() async throws {
    let home = TestHome()
    let canary = Canary()
    home.define(
      "leak",
      #"""
      { "title": "Leak", "summary": "Say ${text}", "parameters": { "text": { "type": "string" } },
        "handler": "command",
        "with": { "run": ["sh", "./leak.sh", "--", "${text}"], "env": { "TOLD": "${text}" } } }
      """#)
    home.folder.write(
      "sleep 0.2; printf %s \"$TOLD\" | base64 -w0; printf %s \"$TOLD\" | od -An -tx1 | tr -d ' \\n' >&2\n",
      to: "work/intents/leak.sh")
    await home.trust("leak")
    var search = CanarySearch([canary])
    let sampler = ProcessSampler(home.path)
    let ended = await home.command(["leak", "--text", canary.text]).run()
    #expect(ended.status == 0, "\(ended.errorText)")
    search.look(in: ended, "run")
    for sample in sampler.end() { search.look(in: sample.bytes, sample.name) }
    search.look(below: home.path, except: [])
    for part in ["command line of", "environment of", "stdout", "runintent/"] {
      #expect(search.found.contains { $0.contains(part) }, "\(part): \(search.found)")
    }
    print("seeded leaks found: \(search.found.count) in \(search.places) places")
  }
}

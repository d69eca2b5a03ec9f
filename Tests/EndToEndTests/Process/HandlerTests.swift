import Foundation
import TestSupport
import Testing

/// What programs get, and what becomes of what they say.
@Suite struct HandlerTests {
  @Test(
    arguments: [("exit 1", 1, nil), ("exit 3", 3, nil), ("kill -9 $$", nil, 9)] as [(String, Int?, Int?)])
  func `a program that fails ends the run with 1 and tells its own end`(
    script: String, status: Int?, signal: Int?
  ) async {
    let home = TestHome()
    home.define("fail", script: script)
    await home.trust("fail")
    #expect(await home.run("fail").status == 1)
    let ended = await home.run("fail", "--output", "json")
    #expect(ended.status == 1)
    let handler = ended.json["handler"] as? [String: Any]
    #expect(handler?["exitCode"] as? Int == status)
    #expect(handler?["signal"] as? Int == signal)
    let passed = await home.run("fail", "--exit-status", "handler")
    #expect(passed.status == Int32(status ?? 1))
  }

  @Test func `a bare environment finds what the definition names`() async {
    let home = TestHome()
    await home.program("work/odd place/tool", "#!/bin/sh\necho found\n")
    home.define(
      "named",
      #"{ "title": "Named", "handler": "command", "with": { "run": ["\#(home.work)/odd place/tool"] } }"#)
    home.define(
      "bare", #"{ "title": "Bare", "handler": "command", "with": { "run": ["odd-tool-of-mine"] } }"#)
    await home.trust("named")
    var command = home.command(["named"])
    command.environment = ["HOME": "\(home.path)/home"]
    let ended = await command.run()
    #expect(ended.status == 0)
    #expect(ended.text.contains("found"))
    command.arguments = ["allow", "bare", "--yes"]
    command.environment["PATH"] = "/usr/bin:/opt/some where/bin"
    let missing = await command.run()
    #expect(missing.status == 69)
    #expect(missing.errorText.contains("/usr/bin:/opt/some where/bin"))
  }

  @Test func `much output on both streams is all there, whoever still holds them`() async {
    let home = TestHome()
    home.define(
      "much",
      script: """
        sleep 300 &
        head -c 1048576 /dev/zero | tr '\\0' o & head -c 1048575 /dev/zero | tr '\\0' e >&2; wait $!
        """)
    await home.trust("much")
    let ended = await home.run("much", "--output", "json")
    #expect(ended.status == 0)
    #expect(ended.seconds < 10)
    #expect((ended.json["value"] as? String)?.utf8.count == 1 << 20)
    let blocks = (ended.json["snippet"] as? [String: Any])?["blocks"] as? [[String: Any]]
    let lines = blocks?.first { $0["type"] as? String == "output" }?["lines"] as? [[String: Any]] ?? []
    let sizes = ["stdout", "stderr"].map { stream in
      lines.filter { $0["stream"] as? String == stream }.map { ($0["text"] as? String ?? "").utf8.count }
        .reduce(0, +)
    }
    #expect(sizes == [1 << 20, (1 << 20) - 1])
  }

  @Test func `arguments after the dashes arrive byte for byte`() async {
    let home = TestHome()
    home.define("print", Self.print)
    await home.trust("print")
    for words in [["a b", "", "x\ny", "-n", "$(id)", "; rm -rf ."], ["--output", "json", "--", "--help"]] {
      let ended = await home.command(["print", "--output", "value", "--"] + words).run()
      #expect(ended.status == 0, "\(ended.errorText)")
      #expect(ended.arguments == words)
    }
  }

  @Test func `hostile values arrive byte for byte`() async {
    let home = TestHome()
    home.define("print", Self.print)
    await home.trust("print")
    let values = HostileValues.all
    #expect(values.count >= 300)
    let bare = await home.command(["print", "--output", "value", "--"] + values).run()
    #expect(bare.status == 0, "\(bare.errorText)")
    let named = await home.command(["print", "--output", "value"] + values.map { "--words=\($0)" }).run()
    #expect(named.status == 0, "\(named.errorText)")
    for ended in [bare, named] {
      let arrived = ended.arguments
      #expect(arrived.count == values.count)
      for (value, argument) in zip(values, arrived) where !value.utf8.elementsEqual(argument.utf8) {
        Issue.record("\(value.debugDescription) became \(argument.debugDescription)")
      }
    }
  }

  private static let print = #"""
    {
      "title": "Print",
      "parameters": { "words": { "type": "array", "items": { "type": "string", "minLength": 0 }, "position": 1 } },
      "handler": "command",
      "with": { "run": ["/usr/bin/printf", "--", "%s\\0", "${words}"] }
    }
    """#

  @Test func `an argument that is not UTF-8 is refused`() async {
    let home = TestHome()
    let command = home.command(["hello"]).under(["sh", "-c", #"exec "$0" "$@" "$(printf 'a\377')""#])
    let ended = await command.run()
    #expect(ended.status == 64)
    #expect(ended.errorText.contains("UTF-8"))
  }

  @Test func `a value that looks like an option touches no file`() async {
    let home = TestHome()
    home.define(
      "sorted",
      """
      { "title": "Sort", "parameters": { "file": { "type": "string", "position": 1 } },
        "handler": "command", "with": { "run": ["sort", "${file}"] } }
      """)
    await home.trust("sorted")
    let target = "\(home.path)/home/.bashrc"
    for arguments in [["--file=--output=\(target)"], ["--", "--output=\(target)"], ["--file=-o\(target)"]] {
      var command = home.command(["sorted"] + arguments)
      command.input = .pipe(Array("x\n".utf8))
      let ended = await command.run()
      #expect(ended.status == 65)
      #expect(ended.errorText.contains("-o") || ended.errorText.contains("--output"))
      #expect(access(target, F_OK) != 0)
    }
  }

  @Test func `the order of two streams is kept`() async {
    let home = TestHome()
    home.define(
      "count",
      script: "i=1; while [ $i -le 40 ]; do echo $i; i=$((i+1)); echo $i >&2; i=$((i+1)); done; exit 1")
    await home.trust("count")
    let ended = await home.run("count", "--output", "json")
    #expect(ended.status == 1)
    let blocks = (ended.json["snippet"] as? [String: Any])?["blocks"] as? [[String: Any]]
    let lines = blocks?.first { $0["type"] as? String == "output" }?["lines"] as? [[String: Any]] ?? []
    #expect(lines.map { $0["text"] as? String } == (1...40).map(String.init))
    #expect(
      lines.map { $0["stream"] as? String } == (1...40).map { $0 % 2 == 1 ? "stdout" : "stderr" })
  }

  @Test func `a child that is left behind holds nobody up`() async {
    let home = TestHome()
    let token = LiveProcesses.token()
    home.define("leave", script: "echo done; sleep \(token) & setsid sleep \(token) & exit 0")
    await home.trust("leave")
    for _ in 0..<2 {
      let ended = await home.run("leave")
      #expect(ended.status == 0)
      #expect(ended.seconds < 3)
      #expect(ended.text.contains("done"))
      #expect(ended.errorText.contains("left a process"))
    }
    #expect(LiveProcesses.withArgument(token).isEmpty)
  }

  @Test func `an answer that says nothing works twice from a folder that cannot be written`() async throws {
    let home = TestHome()
    home.define("nothing", #"{ "title": "Nothing", "handler": "dialog", "with": { "text": "" } }"#)
    let file = "\(home.work)/intents/nothing.json"
    chmod("\(home.work)/intents", 0o555)
    let before = try FileManager.default.attributesOfItem(atPath: file)
    let bytes = try Data(contentsOf: URL(filePath: file))
    for _ in 0..<2 { #expect(await home.run("nothing").status == 0) }
    let after = try FileManager.default.attributesOfItem(atPath: file)
    #expect(after[.modificationDate] as? Date == before[.modificationDate] as? Date)
    #expect(try Data(contentsOf: URL(filePath: file)) == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(home.work)/intents") == ["nothing.json"])
  }

  @Test func `what a program prints never reaches the terminal as control`() async {
    let home = TestHome()
    home.define(
      "evil", script: #"printf 'a\033[31mb\033]52;c;aGk=\007c\rd\n'; printf '\033[2J\n' >&2; exit 1"#)
    await home.trust("evil")
    for arguments in [["evil"], ["evil", "--output", "json"], ["evil", "--output", "waybar"], ["log"]] {
      let ended = await home.command(arguments).run()
      let written = ended.output + ended.errors
      #expect(!written.contains { $0 == 0x1B || $0 == 0x07 || $0 == 0x0D }, "\(arguments)")
    }
    #expect(await home.run("evil").text.contains(#"\u{1B}]52;c;aGk="#))
  }
}

extension Ended {
  /// The words that `printf '%s\0'` printed.
  var arguments: [String] {
    var bytes = output
    if bytes.last == 0x0A { bytes.removeLast() }
    guard bytes.last == 0 else { return [] }
    return bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

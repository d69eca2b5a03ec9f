import Foundation
import TestSupport
import Testing

/// What was allowed by knowing it is known by what it is, on the real command.
@Suite struct KnowingTests {
  private let home = TestHome()

  private func configure(_ text: String) {
    home.folder.makeFolder("home/.config/runintent/intents")
    home.folder.write(text, to: "home/.config/runintent/config.json")
    chmod("\(home.path)/home/.config/runintent/config.json", 0o600)
  }

  @Test func `a secret's helper runs as it was trusted, or not at all`() async {
    await home.program("sec", "#!/bin/sh\necho secret1\n")
    configure(#"{ "secrets": { "s": "command:\#(home.path)/sec" } }"#)
    home.define(
      "count",
      #"{ "title": "Count", "handler": "command", "with": { "run": ["wc", "-c"], "stdin": "${secret:s}" } }"#)
    let trusted = await home.command(["allow", "count", "--yes"]).run()
    #expect(trusted.text.contains("/sec"), "\(trusted.text)")
    #expect(await home.run("count").status == 0)
    await home.program("sec", "#!/bin/sh\ntouch '\(home.path)/ran'\necho secret1\n")
    let edited = await home.run("count", "--output", "json")
    #expect(edited.errorCodes == ["permission.file-changed"])
    #expect(home.folder.read("ran") == nil)
    await home.program("sec", "#!/bin/sh\necho secret1\n")
    #expect(await home.run("count").status == 0)
    chmod("\(home.path)/sec", 0o777)
    #expect(await home.run("count").status != 0)
  }

  @Test(arguments: ["/bin/sh", "/usr/bin/env"])
  func `a script that the command of a secret names is a part of it`(program: String) async {
    for name in ["one", "two"] { await home.program(name, "#!/bin/sh\necho secret1\n") }
    configure(#"{ "secrets": { "s": "command:\#(program) \#(home.path)/one" } }"#)
    home.define(
      "count",
      #"{ "title": "Count", "handler": "command", "with": { "run": ["wc", "-c"], "stdin": "${secret:s}" } }"#)
    #expect(await home.command(["allow", "count", "--yes"]).run().text.contains("/one"))
    #expect(await home.run("count").status == 0)
    configure(#"{ "secrets": { "s": "command:\#(program) \#(home.path)/two" } }"#)
    #expect(await home.run("count", "--output", "json").errorCodes == ["permission.changed"])
    configure(#"{ "secrets": { "s": "command:\#(program) \#(home.path)/one" } }"#)
    await home.program("one", "#!/bin/sh\ntouch '\(home.path)/ran'\necho secret1\n")
    #expect(await home.run("count", "--output", "json").errorCodes == ["permission.file-changed"])
    #expect(home.folder.read("ran") == nil)
  }

  @Test func `a helper that was set after the trust is asked about`() async {
    await home.program("one", "#!/bin/sh\necho secret1\n")
    await home.program("two", "#!/bin/sh\ntouch '\(home.path)/ran'\necho secret1\n")
    configure(#"{ "secrets": { "s": "command:\#(home.path)/one" } }"#)
    home.define(
      "count",
      #"{ "title": "Count", "handler": "command", "with": { "run": ["wc", "-c"], "stdin": "${secret:s}" } }"#)
    await home.trust("count")
    configure(#"{ "secrets": { "s": "command:\#(home.path)/two" } }"#)
    let other = await home.run("count", "--output", "json")
    #expect(other.status == 77 && other.errorCodes == ["permission.changed"])
    #expect(home.folder.read("ran") == nil)
  }

  /// Each way in which fixed text reaches a file beside the definition; the file is edited after the trust.
  @Test(arguments: [
    (#""run": ["python3", "-mjob"]"#, "job.py"), (#""run": ["python3", "-Bmjob"]"#, "job.py"),
    (#""run": ["sh", "-c", "sh \"$D\""], "descriptors": { "D": "sh lib.sh" }"#, "lib.sh"),
    (#""run": ["sh", "-c", "cat \"$D\" | sh"], "descriptors": { "D": ". ./lib.sh" }"#, "lib.sh"),
  ])
  func `what fixed text names belongs to what was allowed`(with: String, file: String) async {
    let body = file == "job.py" ? "print('%')\n" : "echo %\n"
    home.folder.write(body.replacing("%", with: "one"), to: "work/intents/\(file)")
    home.define("try", #"{ "title": "Try", "handler": "command", "with": { \#(with) } }"#)
    _ = await home.run("allow", "try", "--yes")
    #expect(await home.run("try").text.contains("one"))
    home.folder.write(body.replacing("%", with: "two"), to: "work/intents/\(file)")
    let edited = await home.run("try", "--output", "json")
    #expect(edited.errorCodes == ["permission.file-changed"], "\(edited.text)")
  }

  @Test func `what Python compiled of a module is a part of it, and no run adds to it`() async {
    home.folder.write("print('one')\n", to: "work/intents/job.py")
    home.folder.makeFolder("work/intents/parts")
    home.folder.write("print('part')\n", to: "work/intents/parts/job.py")
    home.define(
      "try",
      #"{ "title": "Try", "handler": "command", "with": { "run": ["python3", "-c", "import job, parts.job"] } }"#
    )
    _ = await home.run("allow", "try", "--yes")
    for _ in 1...2 { #expect(await home.run("try").status == 0) }
    home.folder.makeFolder("work/intents/__pycache__")
    home.folder.write("planted", to: "work/intents/__pycache__/job.cpython-311.pyc")
    #expect(await home.run("try", "--output", "json").errorCodes == ["permission.file-appeared"])
  }

  @Test func `what a script's first line starts is a part of it`() async {
    await home.program("tool", "#!/bin/sh\necho one\n")
    await home.program("work/intents/own.sh", "#!/usr/bin/nice \(home.path)/tool\n")
    home.define("try", #"{ "title": "Try", "handler": "command", "with": { "run": ["./own.sh"] } }"#)
    _ = await home.run("allow", "try", "--yes")
    #expect(await home.run("try").text.contains("one"))
    await home.program("tool", "#!/bin/sh\necho two\n")
    #expect(await home.run("try", "--output", "json").errorCodes == ["permission.file-changed"])
  }

  @Test func `what is sent is shown, with what callers choose of it`() async {
    home.define(
      "send",
      #"""
      { "title": "Weather", "handler": "http", "parameters": { "p": { "type": "string", "default": "all" } },
        "with": { "url": "http://127.0.0.1:9/delete/${p}", "method": "DELETE", "body": { "everything": true } } }
      """#)
    let shown = await home.run("allow", "send", "--yes").text
    for part in ["DELETE http://127.0.0.1:9/delete/${p}", "body everything=true", "callers choose ${p}"] {
      #expect(shown.contains(part), "\(shown)")
    }
  }

  @Test func `the shell's dot names no folder`() async {
    home.folder.write("echo lib\n", to: "work/intents/lib.sh")
    home.define(
      "try", #"{ "title": "Try", "handler": "command", "with": { "run": ["sh", "-c", ". ./lib.sh"] } }"#)
    _ = await home.run("allow", "try", "--yes")
    home.folder.write("{}", to: "work/intents/other.json")
    #expect(await home.run("try").text.contains("lib"))
  }

  @Test(arguments: ["/usr/bin/touch", "/bin/touch", "//usr/bin/touch", "LINK", "env touch", "xargs touch"])
  func `a rule holds for the program, however it is spelled`(_ spelling: String) async throws {
    symlink("/usr/bin/touch", "\(home.path)/link")
    let words = spelling.replacing("LINK", with: "\(home.path)/link").split(separator: " ").map {
      "\"\($0)\""
    }
    home.define(
      "make",
      #"{ "title": "Make", "handler": "command", "with": { "run": [\#(words.joined(separator: ", ")), "made"] } }"#
    )
    await home.trust("make")
    configure(#"{ "policy": [{ "capabilities": ["exec(/usr/bin/touch)"], "deny": true }] }"#)
    #expect(await home.run("make").status == 77)
    #expect(home.folder.read("work/made") == nil)
  }

  @Test func `hours are those of the machine`() async {
    home.define("hello", #"{ "title": "Hello", "handler": "dialog", "with": { "text": "Hello!" } }"#)
    let hour = localHour()
    configure(
      #"{ "policy": [{ "hours": ["\#(two((hour + 10) % 24)):00-\#(two((hour + 13) % 24)):00"] }] }"#)
    var command = home.command(["hello"])
    command.environment["TZ"] = "XXX-11"
    #expect(await command.run().status == 77)
  }

  private func localHour() -> Int {
    var (now, parts) = (time(nil), tm())
    localtime_r(&now, &parts)
    return Int(parts.tm_hour)
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  @Test func `a link out of a project is no definition, and one's own go first`() async {
    home.folder.makeFolder("home/.config/runintent/intents")
    let own = "\(home.path)/home/.config/runintent/intents/own.json"
    home.folder.write(
      #"{ "title": "Own", "phrases": ["good night"], "handler": "dialog", "with": { "text": "own" } }"#,
      to: "home/.config/runintent/intents/own.json")
    symlink(own, "\(home.work)/intents/clone.json")
    let ended = await home.run("clone", "--output", "json")
    #expect(ended.status == 78 && ended.errorCodes == ["file.stray"])
    #expect(await home.run("list").errorText.contains("clone.json"))
    home.define(
      "other",
      #"{ "title": "O", "phrases": ["good night"], "handler": "dialog", "with": { "text": "theirs" } }"#)
    #expect(await home.run("say", "good", "night").text == "✔ own\n")
  }

  @Test func `an import changes no text of another definition`() async {
    home.folder.makeFolder("home/.config/runintent/intents")
    home.folder.write(
      #"{ "title": "Door", "confirm": "Unlock?", "handler": "dialog", "with": { "text": "x" } }"#,
      to: "home/.config/runintent/intents/door.json")
    func unit(_ text: String) -> String {
      #"{ "stringUnit": { "state": "translated", "value": "\#(text)" } }"#
    }
    home.folder.write(
      """
      { "runintent": 1, "id": "hi", "definition": { "title": "Hi", "confirm": "Unlock?", "handler": "dialog",
          "with": { "text": "hi" } },
        "strings": { "sourceLanguage": "en", "strings": {
          "Unlock?": { "localizations": { "en": \(unit("Say hi?")), "ru": \(unit("Privet?")) } },
          "Hi": { "localizations": { "en": \(unit("Low")), "ru": \(unit("Privet")) } } } } }
      """, to: "hi.json")
    #expect(await home.run("import", "\(home.path)/hi.json", "--yes").status == 0)
    for language in ["en", "ru"] {
      #expect(await home.run("door", "--language", language).errorText.contains("Unlock?"))
    }
    let catalog = home.folder.read("home/.config/runintent/intents/Localizable.xcstrings") ?? ""
    #expect(catalog.contains("Privet") && !catalog.contains("Low") && !catalog.contains("Unlock?"))
  }

  @Test func `a text that was changed since is asked about`() async {
    home.define(
      "make",
      #"{ "title": "Make", "confirm": "Make it?", "handler": "command", "with": { "run": ["touch", "made"] } }"#
    )
    func catalog(_ text: String) -> String {
      #"{ "sourceLanguage": "en", "version": "1.0", "strings": { "Make it?": { "localizations": { "ru": { "stringUnit": { "state": "translated", "value": "\#(text)" } } } } } }"#
    }
    home.folder.write(catalog("Sdelat?"), to: "work/intents/Localizable.xcstrings")
    await home.trust("make")
    #expect(await home.run("make", "--yes", "--language", "ru").status == 0)
    home.folder.write(catalog("Posmotret?"), to: "work/intents/Localizable.xcstrings")
    unlink("\(home.work)/made")
    let changed = await home.run("make", "--yes", "--language", "ru", "--output", "json")
    #expect(changed.status == 77 && changed.errorCodes == ["permission.changed"])
    #expect(home.folder.read("work/made") == nil)
    #expect(await home.run("make", "--yes").status == 0, "its own words are as they were")
  }

  @Test func `a store that others may write is not used`() async {
    home.define("hello", #"{ "title": "Hello", "handler": "dialog", "with": { "text": "Hello!" } }"#)
    home.define("make", #"{ "title": "Make", "handler": "command", "with": { "run": ["touch", "made"] } }"#)
    await home.trust("make")
    #expect(await home.run("make").status == 0)
    let folder = "\(home.path)/home/.local/state/runintent"
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for file in files where file.hasSuffix(".sqlite") { chmod("\(folder)/\(file)", 0o666) }
    unlink("\(home.work)/made")
    #expect(await home.run("make").status == 74)
    #expect(home.folder.read("work/made") == nil)
  }
}

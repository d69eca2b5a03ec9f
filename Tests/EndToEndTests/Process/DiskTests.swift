import Foundation
import TestSupport
import Testing

/// What the machine does not give is told as that, and nothing is lost for it.
@Suite struct DiskTests {
  /// A read of the store that fails with EIO, whichever it is.
  @Test(arguments: 3...12) func `a disk that does not answer is no damage`(read: Int) async {
    let home = TestHome()
    home.define("nothing", script: "true")
    await home.trust("nothing")
    _ = await home.run("nothing")
    let trace = ["/usr/bin/strace", "-f", "-o", "/dev/null", "-e", "inject=pread64:error=EIO:when=\(read)"]
    let ended = await home.command(["allow", "--list", "--output", "json"]).under(trace).run()
    #expect(!ended.errorText.contains("damaged") && !ended.text.contains("damaged"), "\(ended.errorText)")
    if ended.status != 0, ended.status != 127 {
      #expect(ended.status == 74)
      #expect(ended.errorCodes == ["store.unreadable"], "\(ended.text)")
    }
    #expect(await home.run("allow", "--list").text.contains("nothing"))
  }

  @Test func `a crontab that hangs is not waited for, and one that is not found says nothing`() async {
    let home = TestHome()
    home.define("nothing", script: "true")
    _ = await home.run("automation", "add", "daily", "nothing", "--at", "07:00")
    await home.program("hang/crontab", "#!/bin/sh\nsleep 100\n")
    var status = home.command(["automation", "status", "--output", "json"])
    status.environment["PATH"] = "\(home.path)/hang:/usr/bin:/bin"
    let hung = await status.run()
    #expect(hung.status == 124)
    #expect(hung.errorText.contains("crontab did not end within 5 s") || hung.text.contains("timed-out"))
    var remove = home.command(["automation", "remove", "daily", "--output", "json"])
    remove.environment["PATH"] = "\(home.path)/none"
    let unknown = await remove.run()
    #expect(unknown.status == 69)
    #expect(unknown.errorCodes == ["scheduler.unknown"], "\(unknown.text)\(unknown.errorText)")
  }

  @Test func `nobody reads more than a hundred faults`() async {
    let home = TestHome()
    let parameters = (0..<2000).map { #""p\#($0)": { "type": "string" }"# }.joined(separator: ", ")
    home.define(
      "many",
      #"{ "title": "M", "handler": "dialog", "with": { "text": "x" }, "parameters": { \#(parameters) } }"#)
    #expect(await home.run("check", "intents/many.json").text.contains("100 warnings"))
    home.define("none", #"{ "title": "N", "handler": "dialog", "with": { "text": "x" } }"#)
    let refused = await home.command(["none", "--output", "json"] + Array(repeating: "x", count: 5000)).run()
    #expect(refused.status == 64)
    #expect(refused.errorCodes.count == 100)
  }
}

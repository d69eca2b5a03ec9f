import Foundation
import TestSupport
import Testing

/// The built program at a terminal of its own, which a script of Python plays the person at.
@Suite(
  .enabled(
    if: BuiltProgram.path != nil && FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"),
    "needs the built program and python3")) struct TerminalSessionTests
{
  static let person = #"""
    import os, pty, select, sys, termios, time
    program, steps = sys.argv[1], eval(sys.argv[2])
    words = eval(sys.argv[3])
    pid, master = pty.fork()
    if pid == 0:
        if words[-1] == "</dev/null":
            words.pop()
            os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
        os.execv(program, [program] + words)
    seen = b""
    def read(limit):
        global seen
        end = time.time() + limit
        while time.time() < end:
            if select.select([master], [], [], 0.05)[0]:
                try: data = os.read(master, 4096)
                except OSError: return False
                if not data: return False
                seen += data
                return True
        return True
    for wait, answer in steps:
        place = len(seen)
        end = time.time() + 20
        while wait.encode() not in seen[place:] and time.time() < end:
            if not read(1): break
        time.sleep(0.05)
        if answer is None: os.write(master, b"\x04")
        elif answer.startswith("\x03"): os.write(master, b"\x03")
        elif wait != "[y/N]": os.write(master, answer.encode())
        else:
            # A decision counts only as a person types it: a key, its echo, a pause.
            for key in answer:
                place = len(seen)
                os.write(master, key.encode())
                if key != "\n":
                    while key.encode() not in seen[place:] and read(1): pass
                time.sleep(0.03)
    while read(20): pass
    _, status = os.waitpid(pid, 0)
    print(seen.decode(errors="replace").replace("\r", ""), end="")
    print("status", os.waitstatus_to_exitcode(status))
    """#

  private func session(_ words: [String], _ steps: [(wait: String, answer: String?)]) throws -> String {
    let folder = ScratchFolder()
    folder.write(
      #"""
      {"title":"Pay","summary":"Pay ${amount} to ${to}","parameters":{
      "amount":{"type":"integer","prompt":"How much?"},
      "to":{"choices":[{"value":"a","title":"Ana"},{"value":"b","title":"Bob"}],"prompt":"Whom?"},
      "code":{"type":"string","secret":true,"prompt":"Code?"}},
      "required":["amount","to","code"],"confirm":"Sure","handler":"dialog","with":{"text":"${amount}:${to}"}}
      """#, to: "intents/pay.json")
    let program = try #require(BuiltProgram.path)
    let list = { (words: [String]) in "[\(words.map { "'\($0)'" }.joined(separator: ","))]" }
    let script = steps.map { "('\($0.wait)',\($0.answer.map { "'\($0)\\n'" } ?? "None"))" }
    return try BuiltProgram.run(
      ["/usr/bin/python3", "-c", Self.person, program, "[\(script.joined(separator: ","))]", list(words)],
      in: folder.path, ["NO_COLOR": "1"]
    ).output
  }

  @Test func `a person answers`() throws {
    let seen = try session(
      ["pay"],
      [("much?", "many"), ("much?", "12"), ("> ", "bo"), ("Code?", "canary"), ("[y/N]", "y")])
    #expect(seen.contains("--amount must be a whole number"))
    #expect(seen.contains("1  Ana (a)\n  2  Bob (b)\n"))
    #expect(seen.contains("Pay 12 to Bob\nSure? [y/N] y"))
    #expect(seen.contains("12:b"))
    #expect(!seen.contains("canary"))
    #expect(seen.hasSuffix("status 0\n"))
  }

  @Test func `standard input is never the answer`() throws {
    let seen = try session(
      ["pay", "--to", "a", "--code", "x", "</dev/null"], [("much?", "12"), ("[y/N]", "y")])
    #expect(seen.contains("12:a") || seen.contains("needs --amount"))
  }

  @Test func `the end of input is no answer`() throws {
    let seen = try session(["pay"], [("much?", nil)])
    #expect(seen.contains(#"pay needs --amount, --to ("a" or "b") and --code"#))
    #expect(seen.hasSuffix("status 64\n"))
  }

  @Test func `an interruption is one`() throws {
    let seen = try session(["pay"], [("much?", "\\x03")])
    #expect(seen.hasSuffix("status 130\n"), "\(seen)")
  }

  @Test func `no question is asked where none is wanted`() throws {
    let seen = try session(["pay", "--no-input"], [])
    #expect(!seen.contains("much?"))
    #expect(seen.hasSuffix("status 64\n"))
  }
}

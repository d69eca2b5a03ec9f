import IntentCore
import Testing

@Suite struct ArgumentTests {
  /// What people and attackers put into arguments, among it every ASCII character but NUL.
  static let hostile: [String] = {
    var words = [
      "", " ", "  ", "\t", "\n", "\r\n", "a b", "a\nb", "-", "--", "-rf", "--help", "--output=/etc/passwd",
      "-n",
      "-e", "$(id)", "`id`", "${IFS}", "$HOME", "$$", "; rm -rf /", "&& id", "| id", "> /tmp/x",
      "< /etc/passwd",
      "*", "?", "[a-z]", "~", "~root", "{a,b}", "!", "!!", "#", "'", "\"", "'\"'\"'", "\\", "\\\\", "\\n",
      "\\0",
      "%s", "%n", "%%", "%d%s%x", "\u{1B}[31mred", "\u{1B}]0;title\u{7}", "\u{9B}31m", "\u{202E}evil",
      "\u{200B}",
      "\u{FEFF}", "\u{301}", "-\u{301}rf", "/\u{301}", "e\u{301}", "é", "Ж", "日本語", "👩‍👩‍👧‍👦", "🇷🇸", "\u{10FFFF}",
      "\u{FFFD}", "\u{E000}", "../../etc/passwd", "/dev/null", "file:///etc/passwd", "http://x/?a=b&c=d#e",
      "' OR 1=1 --", "{\"a\":1}", "<script>", "a=b", "=", "=a", "A=B;C", "()", "() { :; }; id", "\u{7F}",
      "CON", "nul", "0x10", "1e400", "NaN", "true", "null", String(repeating: "x", count: 100_000),
      String(repeating: "\n", count: 1000), "trailing\\", "trailing\n", "\u{85}", "\u{2028}", "\u{A0}",
    ]
    for byte in UInt8(1)...127 {
      let character = String(UnicodeScalar(byte))
      words += [character, "a\(character)b"]
    }
    return words
  }()

  @Test func `every argument arrives byte for byte`() throws {
    #expect(Self.hostile.count >= 300)
    let outcome = try runProgram(
      ProcessRequest(executable: "/usr/bin/printf", arguments: ["%s\\0"] + Self.hostile))
    #expect(outcome.exit == .status(0))
    var expected: [UInt8] = []
    for word in Self.hostile { expected += Array(word.utf8) + [0] }
    #expect(outcome.output == expected)
  }

  struct Refusal: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var request: ProcessRequest
    var reason: String

    init(_ name: String, _ request: ProcessRequest, _ reason: String) {
      testDescription = name
      self.request = request
      self.reason = reason
    }
  }

  @Test(arguments: [
    Refusal(
      "NUL in an argument", ProcessRequest(executable: "/bin/echo", arguments: ["a\0b"]),
      "an argument contains a NUL byte"),
    Refusal("NUL in the path", ProcessRequest(executable: "/bin/echo\0x"), "an argument contains a NUL byte"),
    Refusal(
      "NUL in a variable", ProcessRequest(executable: "/bin/echo", environment: [("A", "b\0C=d")]),
      "an environment variable contains a NUL byte"),
    Refusal(
      "= in a name", ProcessRequest(executable: "/bin/echo", environment: [("A=B", "c")]),
      "a variable's name is empty or contains \"=\""),
    Refusal(
      "NUL in the folder", ProcessRequest(executable: "/bin/echo", directory: "/tmp\0/x"),
      "its working directory contains a NUL byte"),
    Refusal("relative path", ProcessRequest(executable: "echo"), "its path is not absolute"),
    Refusal(
      "relative folder", ProcessRequest(executable: "/bin/echo", directory: "tmp"),
      "its working directory is not an absolute path"),
    Refusal("nothing there", ProcessRequest(executable: "/nonexistent/program"), "No such file or directory"),
    Refusal("a folder", ProcessRequest(executable: "/usr"), "Permission denied"),
    Refusal("no program", ProcessRequest(executable: "/etc/passwd"), "Permission denied"),
    Refusal(
      "no such folder", ProcessRequest(executable: "/bin/echo", directory: "/nonexistent"),
      "its working directory /nonexistent: No such file or directory"),
    Refusal(
      "a file as folder", ProcessRequest(executable: "/bin/echo", directory: "/etc/passwd"),
      "its working directory /etc/passwd cannot be entered"),
    Refusal(
      "too much",
      ProcessRequest(executable: "/bin/echo", arguments: [String(repeating: "x", count: 1 << 18)]),
      "Argument list too long"),
  ])
  func `a program that cannot run is refused with the reason`(refusal: Refusal) {
    #expect(
      throws: Failure(
        .executableFailed,
        ["path": .text(refusal.request.executable), "reason": .text(refusal.reason)])
    ) {
      try runProgram(refusal.request)
    }
  }

  @Test(arguments: [
    ("#!/nonexistent/interpreter\n", "the interpreter that its first line or header names is missing"),
    ("neither script nor program", "Exec format error"),
  ])
  func `a file that nothing can run is refused`(content: String, reason: String) throws {
    let folder = try TemporaryPrograms()
    let path = try folder.add("program", content)
    #expect(
      throws: Failure(.executableFailed, ["path": .text(path), "reason": .text(reason)])
    ) {
      try runProgram(ProcessRequest(executable: path))
    }
  }
}

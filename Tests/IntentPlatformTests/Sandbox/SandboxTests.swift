import Glibc
import IntentCore
import IntentPlatform
import Testing

/// What a kernel without Landlock cannot be asked to hold is skipped there.
private let holdsFiles = SandboxKernel.live.landlock >= 1
private let holdsPorts = SandboxKernel.live.landlock >= 4
private let holdsSignals = SandboxKernel.live.landlock >= 6

@Suite struct SandboxTests {
  private func run(
    _ script: String, _ arguments: [String] = [], _ sandbox: ProcessSandbox = ProcessSandbox(),
    in directory: String = "/"
  ) throws -> ProcessOutcome {
    var request = shell(script, arguments)
    request.sandbox = sandbox
    request.directory = directory
    return try runProgram(request)
  }

  private func python(
    _ code: String, _ sandbox: ProcessSandbox = ProcessSandbox(), kernel: SandboxKernel = .live
  ) throws -> String {
    var request = ProcessRequest(
      executable: "/usr/bin/python3", arguments: ["-I", "-c", code], environment: [("PATH", "/usr/bin:/bin")])
    request.sandbox = sandbox
    let (program, limits) = (request, kernel)
    let outcome = try EventLoop.run { loop async throws(Failure) -> ProcessOutcome in
      try await loop.withLimit(.seconds(60), under: nil) { limit throws(Failure) in
        try await ProcessRunner(loop, adoptsOrphans: false, kernel: { limits }).run(program, limit)
      }
    }
    return outcome.outputText + outcome.errorText.split(separator: "\n").suffix(1).joined()
  }

  @Test func `a program of the system runs, and finds a temporary folder that is gone afterwards`() throws {
    let outcome = try run(
      """
      mkdir -p "$TMPDIR/a/b" && echo x > "$TMPDIR/a/b/c" && chmod 0 "$TMPDIR/a" && printf %s "$TMPDIR"
      exec cat /etc/passwd /proc/self/status /proc/meminfo > /dev/null
      """)
    #expect(outcome.errorText == "")
    #expect(outcome.outputText.hasPrefix("/tmp/runintent-"))
    #expect(access(outcome.outputText, F_OK) != 0)
  }

  @Test(.enabled(if: holdsFiles, "the kernel has no Landlock"))
  func `only what is listed can be read and written`() throws {
    let folder = ScratchFolder()
    folder.folder("in")
    folder.folder("out")
    let (kept, given) = (folder.file("kept", "secret"), folder.file("in/given", "word"))
    let sandbox = ProcessSandbox(readable: [folder["in"]], writable: [.init(folder["out"])])
    let outcome = try run(
      """
      cat "$1" "$2"; ls "$3"
      echo new > "$3/new"; echo new >> "$1"; echo new > "$2"; rm "$2"; echo word > "$3/out/new"; mv "$3/out/new" "$3/moved"
      ln "$1" "$3/out/linked"; mkdir "$3/out/folder" && mv "$3/out/new" "$3/out/folder/moved"
      """, ["sh", kept, given, folder.path], sandbox)
    #expect(outcome.outputText == "word")
    #expect(folder.text("kept") == "secret")
    #expect(folder.text("in/given") == "word")
    #expect(folder.text("out/folder/moved") == "word\n")
    #expect(folder.names == ["in", "kept", "out"])
    #expect(outcome.errorText.contains("Permission denied"))
  }

  @Test(.enabled(if: holdsFiles, "the kernel has no Landlock"))
  func `what is withheld stays closed in a folder that may be read`() throws {
    let folder = ScratchFolder()
    folder.folder("home")
    folder.folder("home/store")
    folder.file("home/store/db", "secret")
    folder.file("home/note", "word")
    folder.link("home/way", to: folder["home/store"])
    let sandbox = ProcessSandbox(readable: [folder["home"]], withheld: [folder["home/store"]])
    let outcome = try run(
      "cat home/note home/store/db home/way/db; ls home/store", [], sandbox, in: folder.path)
    #expect(outcome.outputText == "word")
  }

  @Test func `a file to write is made, and taken back when nothing was put into it`() throws {
    let folder = ScratchFolder()
    let sandbox = ProcessSandbox(writable: [
      .init(folder["filled"], made: .file), .init(folder["empty"], made: .file),
      .init(folder["folder"], made: .folder),
    ])
    let outcome = try run("echo word > filled; cat empty", [], sandbox, in: folder.path)
    #expect(outcome.errorText == "")
    #expect(folder.text("filled") == "word\n")
    #expect(folder.names == ["filled"])
  }

  @Test func `a place to write that is not there, or has become a link, is said`() throws {
    let folder = ScratchFolder()
    let missing = ProcessSandbox(writable: [.init(folder["missing"])])
    if holdsFiles {
      #expect(throws: Failure(.fileMissing, ["path": .text(folder["missing"])])) {
        try run("true", [], missing)
      }
      let link = folder.link("link", to: "/etc")
      #expect {
        try run("true", [], ProcessSandbox(writable: [.init(link)]))
      } throws: {
        ($0 as? Failure)?.faults.map(\.code) == [.sandboxFailed]
      }
    }
  }

  @Test func `without network there is no socket but a pair of streams`() throws {
    let code = """
      import socket as s, errno
      for f, t, p in [(2, 1, 0), (10, 1, 0), (2, 2, 0), (2, 1, 262), (16, 3, 0), (1, 1, 0), (1, 2, 0), (17, 3, 0), (40, 1, 0)]:
          try: s.socket(f, t, p); print("made", f, t, p)
          except OSError as e: assert e.errno == errno.EACCES, e
      try: s.socketpair(s.AF_UNIX, s.SOCK_DGRAM); print("made a pair")
      except OSError as e: assert e.errno == errno.EACCES, e
      s.socketpair()
      print("done")
      """
    for version in [0, SandboxKernel.live.landlock] {
      #expect(try python(code, kernel: SandboxKernel(landlock: version)) == "done\n")
    }
  }

  @Test(.enabled(if: holdsPorts, "the kernel does not limit ports"))
  func `only the ports that are listed can be reached, and none be kept`()
    throws
  {
    let code = """
      import socket as s, errno
      def tried(act):
          try: act(); return "done"
          except OSError as e: return errno.errorcode[e.errno]
      open_ = s.socket()
      print(tried(lambda: s.create_connection(("127.0.0.1", 9))), tried(lambda: s.create_connection(("127.0.0.1", 10))))
      print(tried(lambda: open_.bind(("127.0.0.1", 0))), tried(lambda: open_.listen()))
      print(tried(lambda: open_.sendto(b"x", 0x20000000, ("127.0.0.1", 10))))
      print(tried(lambda: s.socket(2, 1, 262)), tried(lambda: s.socket(2, 3, 1)), tried(lambda: s.socket(2, 2)))
      """
    #expect(
      try python(code, ProcessSandbox(network: .ports([9])))
        == "ECONNREFUSED EACCES\nEACCES EACCES\nEACCES\nEACCES EACCES done\n")
  }

  @Test func `other processes, the kernel and the terminal are out of reach`() throws {
    let code = """
      import ctypes, errno, os
      c = ctypes.CDLL(None, use_errno=True)
      def call(*words): return "done" if c.syscall(*words) >= 0 else errno.errorcode[ctypes.get_errno()]
      m = os.uname().machine == "x86_64"
      print(call(101 if m else 117, 16, os.getppid(), 0, 0), call(310 if m else 270, os.getppid(), 0, 0, 0, 0, 0))
      print(call(272 if m else 97, 0x10000000), call(435, 0, 0), call(425, 8, 0), call(250 if m else 219, 0, -3, 0))
      print(call(165 if m else 40, 0, 0, 0, 0, 0), call(16 if m else 29, 0, 0x5412, b"x"))
      """
    #expect(
      try python(code, kernel: SandboxKernel(landlock: 0))
        == "EPERM EPERM\nEPERM ENOSYS ENOSYS EPERM\nEPERM EPERM\n")
  }

  @Test(.enabled(if: holdsSignals, "the kernel does not limit signals"))
  func `signals reach only what runs in the sandbox`() throws {
    let outcome = try run("kill -0 $PPID; sleep 60 & kill $! && wait $!; echo $?")
    #expect(outcome.outputText == "143\n")
    #expect(outcome.errorText.contains("not permitted"))
  }

  @Test func `rights cannot be gained`() throws {
    let outcome = try run("exec grep -E '^(NoNewPrivs|Seccomp):' /proc/self/status")
    #expect(outcome.outputText == "NoNewPrivs:\t1\nSeccomp:\t2\n")
    let line = try run("exec grep ^CapEff: /proc/self/status").outputText
    let held = try #require(UInt64(line.dropLast().suffix(16), radix: 16), "\(line)")
    #expect(held & ~0x24df == 0)
  }

  @Test func `truncation is held before Landlock does it`() throws {
    let code = """
      import os, errno, tempfile
      path = tempfile.mkstemp()[1]
      for act in [lambda: os.truncate(path, 0), lambda: os.open(path, os.O_TRUNC), lambda: os.open(path, os.O_TRUNC | 3)]:
          try: act(); print("done")
          except OSError as e: print(errno.errorcode[e.errno])
      os.open(path, os.O_TRUNC | os.O_WRONLY)
      """
    if holdsFiles {
      #expect(try python(code, kernel: SandboxKernel(landlock: 1)) == "EACCES\nEACCES\nEACCES\n")
    }
  }

  @Test func `what the kernel cannot hold is refused where the run rests on it`() throws {
    func failure(_ sandbox: ProcessSandbox, _ version: Int) -> [Fault]? {
      do {
        return try python("print(1)", sandbox, kernel: SandboxKernel(landlock: version)) == "1\n" ? [] : nil
      } catch {
        return (error as? Failure)?.faults
      }
    }
    func refusal(_ part: String) -> [Fault] {
      [Fault(.sandboxKernel, ["program": "/usr/bin/python3", "reason": .text(part)])]
    }
    #expect(failure(ProcessSandbox(), 0) == [])
    #expect(failure(ProcessSandbox(need: .files), 0) == refusal("files"))
    #expect(failure(ProcessSandbox(need: .whole), 5) == refusal("signals"))
    if holdsFiles { #expect(failure(ProcessSandbox(need: .files), 1) == []) }
    #expect(failure(ProcessSandbox(network: .ports([9])), 3) == (refusal("ports")))
    #expect(Failure(.sandboxKernel).status == .unavailable)
  }

  @Test(.enabled(if: holdsFiles, "the kernel has no Landlock"))
  func `a checked program and a script on a descriptor run`() throws {
    let folder = try TemporaryPrograms()
    let bytes = try #require(World.Files.live.read("/bin/echo", 1 << 30))
    let path = try folder.add("tool", bytes: bytes)
    var request = ProcessRequest(executable: path, contents: bytes, arguments: ["a"])
    request.sandbox = ProcessSandbox()
    #expect(try runProgram(request).outputText == "a\n")
    var script = ProcessRequest(executable: "/bin/sh", arguments: ["/dev/fd/9"])
    script.descriptors = [HandedContents(number: 9, contents: Array("echo b".utf8))]
    script.sandbox = ProcessSandbox()
    #expect(try runProgram(script).outputText == "b\n")
  }
}

import Foundation
import TestSupport
import Testing

/// A script that runs from its trusted bytes says and does what it does when its file is executed.
@Suite struct ScriptIdiomTests {
  struct Idiom: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// The first line of the script, and what the definition runs when it does not run the script itself.
    var line: String
    var words: [String] = []
    var script: String
    /// A file beside the script that it reads.
    var library = ""
  }

  private static let bash = "#!/bin/bash"
  private static let sh = "#!/bin/sh"
  private static let python = "#!/usr/bin/python3"

  static let idioms: [Idiom] = [
    .init("its own name and its arguments", bash, #"echo "$0|$#|$*|${@:2}|$LINENO""#),
    .init(
      "folders", bash,
      """
      echo "$(dirname "$0")|$(dirname "${BASH_SOURCE[0]}")|${BASH_SOURCE%/*}|$BASH_SOURCE|${BASH_SOURCE[0]##*/}"
      echo "$(cd -- "$(dirname -- "${BASH_SOURCE[0]:-$0}")" && pwd)|$(realpath "${BASH_SOURCE[-1]}")|${#BASH_SOURCE[@]}"
      """),
    .init(
      "a main guard", bash, #"main() { echo main "$@"; }; [[ "${BASH_SOURCE[0]}" == "$0" ]] && main "$@""#),
    .init("a guard by return", bash, "(return 0 2>/dev/null) && echo sourced || echo run"),
    .init(
      "a guard by depth", bash, "[[ ${#BASH_SOURCE[@]} -eq 1 && ${FUNCNAME[0]:-none} == none ]] && echo run"),
    .init(
      "functions", bash,
      #"f() { echo "${FUNCNAME[*]} $LINENO ${BASH_LINENO[*]}"; return 3; }; f || echo "$?"; local x 2>/dev/null || echo no"#
    ),
    .init("set -e", bash, "set -eu\necho a\nfalse\necho never"),
    .init("an option of the first line", "#!/bin/bash -e", "echo $-; false; echo never"),
    .init(
      "options in a definition", bash, words: ["bash", "-eu", "-o", "pipefail"],
      "echo $-; false | true; echo n"),
    .init("an end of options", bash, words: ["bash", "-e", "--"], "echo $- $#; false; echo never"),
    .init("exit", bash, "echo a; exit 7\necho never"),
    .init("return outside of functions", bash, "return 5; echo \"after $?\""),
    .init(
      "traps", bash,
      "trap 'echo exit $?' EXIT\ntrap 'echo err $LINENO $BASH_COMMAND' ERR\nset -E\nf() { false; }\nf\nfalse\n(exit 4)"
    ),
    .init("a here document", bash, "cat <<X\n$1 $0\nX\ncat <<'X'\n$1\nX\ncat <<<\"$2\""),
    .init("input", bash, "read -r line; echo \"[$line]\"; cat"),
    .init(
      "no final newline, and continued lines", bash,
      "echo a \\\n  b\nif true\nthen echo c; fi\necho \\\n$LINENO"),
    .init("aliases", bash, "shopt -s expand_aliases\nalias hi='echo hi'\nhi there"),
    .init(
      "extended patterns", bash,
      "shopt -s extglob\n[[ abc == +(a|b|c) ]] && echo yes; case x in !(y)) echo z;; esac"),
    .init("no open descriptors", bash, "exec 3>&1; ls /proc/$BASHPID/fd | tr '\\n' ' '"),
    .init(
      "a file beside it", bash, ". \"${BASH_SOURCE[0]%/*}/lib\"; echo \"$lib\"",
      library: "lib=\"${BASH_SOURCE[0]##*/} ${#BASH_SOURCE[@]}\""),
    .init("its own text", bash, "sed -n 's/^#: //p' \"$0\"\n#: help\n"),
    .init(
      "text that is not meant", bash, "echo \\${BASH_SOURCE[0]} '$BASH_SOURCES' \"${MY_BASH_SOURCE:-none}\""),
    .init("mixed into words", bash, "echo \"a${BASH_SOURCE[0]}b$BASH_SOURCE.c${BASH_SOURCE[0]/intents/X}\""),
    .init("a fault", bash, "echo a\nnosuchcommand\necho b"),
    .init("a syntax fault", bash, "echo a\nif\n"),
    .init("found by env", "#!/usr/bin/env bash", "echo \"$0 $BASH_SOURCE $*\""),
    .init("found by env with options", "#!/usr/bin/env -S bash -e", "echo $-; false; echo never"),
    .init(
      "a background job", bash,
      "sleep 0.1 & wait $!; echo done; { echo g; } | cat; coproc cat; kill $COPROC_PID"),

    .init("sh: its own name", sh, #"echo "$0|$#|$*|$(dirname "$0")""#),
    .init("sh: set -e", "#!/bin/sh -e", "echo a; false; echo never"),
    .init("sh: traps and exit", sh, "trap 'echo bye $?' EXIT; echo a; exit 6"),
    .init("sh: input and here documents", sh, "cat; cat <<X\n$1\nX"),
    .init(
      "sh: shift, functions, return", sh,
      "f() { echo \"f $1\"; return 2; }\nf \"$2\"; echo $?; shift; echo \"$1 $#\""),
    .init("sh: no open descriptors", sh, "ls /proc/self/fd | tr '\\n' ' '"),
    .init("sh: in a definition", sh, words: ["sh", "-u"], "echo $-; echo $nothing; echo never"),
    .init(
      "sh: started by others", sh, words: ["nice", "-n", "1", "timeout", "9", "sh"], "echo \"$0 $*\"; cat"),
    .init("dash: a fault", "#!/bin/dash", "echo a\nnosuchcommand\necho b"),

    .init("zsh: its own name", "#!/usr/bin/zsh", "echo \"$0 ${0:A:h} $# $*\"; f() { echo \"in $0\"; }; f"),
    .init("zsh: set -e and input", "#!/usr/bin/zsh -e", "cat; false; echo never"),
    .init("zsh: found by env", "#!/usr/bin/env zsh", "print -l -- $argv; ls /proc/self/fd | tr '\\n' ' '"),

    .init("python: names", python, "import sys\nprint(__file__, __name__, sys.argv, sys.path[0], __doc__)"),
    .init(
      "python: documentation", python,
      "'''doc'''\nfrom __future__ import annotations\nprint(__doc__, sorted(k for k in globals() if k != '__cached__'))"
    ),
    .init(
      "python: a main guard and exit", python,
      "import sys\ndef main(): return 3\nif __name__ == '__main__': sys.exit(main())"),
    .init("python: input", python, "import sys\nprint(repr(sys.stdin.read()))"),
    .init(
      "python: a module beside it", python,
      "import lib, os\nprint(lib.x, os.path.dirname(os.path.realpath(__file__)))", library: "x = 5"),
    .init(
      "python: source and pickle", python,
      "import inspect, pickle\ndef f(): return 1\nprint(inspect.getsource(f), pickle.loads(pickle.dumps(f))())"
    ),
    .init("python: another encoding", python, "# -*- coding: latin-1 -*-\nprint(len('\u{E9}'))"),
    .init("python: no open descriptors", python, "import os\nprint(sorted(os.listdir('/proc/self/fd')))"),
    .init(
      "python: options", python, words: ["python3", "-u", "-W", "error", "-B"],
      "import sys\nprint(sys.flags.dont_write_bytecode, sys.warnoptions)"),
    .init(
      "python: isolated", python, words: ["python3", "-I"], "import sys\nprint(sys.flags.isolated, sys.path)"),
    .init(
      "python: found by env", "#!/usr/bin/env -S /usr/bin/python3 -B",
      "import sys\nprint(sys.argv, sys.flags.dont_write_bytecode)"),
    .init("python: an exception", python, "def f():\n  raise ValueError('x')\nf()"),

    .init(
      "perl: names", "#!/usr/bin/perl -w",
      "use FindBin;\nprint \"$0 \", __FILE__, ' ', __LINE__, \" $FindBin::Bin @ARGV $^W\\n\";\nwarn 'hm';"),
    .init(
      "perl: data and input", "#!/usr/bin/perl",
      "print while <DATA>; print while <STDIN>; exit 4;\n__DATA__\ndata"),
    .init(
      "perl: in a definition", "#!/usr/bin/perl -w", words: ["perl"],
      "print \"$^W $0 \", __LINE__, \"\\n\"; die 'x'"),
    .init(
      "node: names and a module beside it", "#!/usr/bin/env node",
      """
      console.log(__filename, __dirname, process.argv.slice(1), require.main === module, module.id, module.paths[0])
      console.log(require("./lib.js").x, require("fs").readFileSync(0, "utf8")); process.exitCode = 3
      """, library: "exports.x = 7"),
    .init(
      "node: in a definition", "#!/usr/bin/env node", words: ["node", "--no-warnings"],
      "if (require.main === module) { console.log(process.argv.slice(2)); throw new Error('x') }"),
    .init("awk", "#!/usr/bin/awk -f", "BEGIN { print ARGC, ARGV[1]; exit 3 }"),
  ]

  @Test(arguments: idioms) func behaves(as idiom: Idiom) async throws {
    let home = TestHome()
    let path = "\(home.work)/intents/./tool"
    let words = idiom.words.isEmpty ? ["./tool"] : idiom.words + ["./tool"]
    await home.program("work/intents/tool", "\(idiom.line)\n\(idiom.script)")
    for name in ["lib", "lib.py", "lib.js"] { home.folder.write(idiom.library, to: "work/intents/\(name)") }
    let list = (words + ["a b", "", "-c"]).map { "\"\($0)\"" }.joined(separator: ", ")
    home.define(
      "tool", #"{ "title": "T", "handler": "command", "with": { "run": [\#(list)], "stdin": "in\nput" } }"#)
    await home.trust("tool")
    // Descriptor 3 is there for progress, and nothing above it.
    let alone =
      "for number in {3..255}; do eval \"exec $number>&-\"; done; exec 3>/dev/null; exec \"$0\" \"$@\""
    let command = (idiom.words.isEmpty ? [] : ["/usr/bin/env"] + idiom.words) + [path, "a b", "", "-c"]
    let expected = await Spawn(
      program: "/bin/bash", arguments: ["-c", alone] + command, environment: home.environment,
      directory: home.work, input: .pipe(Array("in\nput".utf8))
    ).run()
    let json = await home.run("tool", "--output", "json").json
    #expect((json["handler"] as? [String: Any])?["exitCode"] as? Int == Int(expected.status))
    let (output, errors) = Self.written(json)
    #expect(output == Self.lines(expected.text))
    // A fault names the descriptor where the shell names the file that it reads.
    if expected.status != 0 {
      #expect(Self.named(errors, path) == Self.named(Self.lines(expected.errorText), path))
    }
  }

  private static func lines(_ text: String) -> [String] {
    text.isEmpty ? [] : (text.hasSuffix("\n") ? String(text.dropLast()) : text).components(separatedBy: "\n")
  }

  /// What was written, by stream; of a run that ended well only its output.
  private static func written(_ json: [String: Any]) -> (output: [String], errors: [String]) {
    if let value = json["value"] as? String { return (lines("\(value)\n"), []) }
    let blocks = (json["snippet"] as? [String: Any])?["blocks"] as? [[String: Any]] ?? []
    let written = blocks.flatMap { $0["lines"] as? [[String: Any]] ?? [] }
    func texts(_ stream: String) -> [String] {
      written.filter { $0["stream"] as? String == stream }.compactMap { $0["text"] as? String }
    }
    return (texts("stdout"), texts("stderr"))
  }

  private static func named(_ lines: [String], _ path: String) -> [String] {
    lines.filter { !$0.contains("<string>") && !$0.contains("    at ") && !$0.contains("exec(globals()") }.map
    { line in
      line.replacing(": /dev/fd/9: ", with: ": ").replacing("/dev/fd/9", with: path)
    }
  }
}

extension ScriptIdiomTests.Idiom {
  init(_ name: String, _ line: String, words: [String] = [], _ script: String, library: String = "") {
    self.init(testDescription: name, line: line, words: words, script: script, library: library)
  }
}

import Foundation
import TestSupport
import Testing

/// The completion scripts in the shells themselves.
@Suite(.enabled(if: BuiltProgram.path != nil, "needs the built program")) struct ShellCompletionTests {
  let folder = ScratchFolder()

  init() throws {
    folder.write(
      #"""
      {"title":"Greet","parameters":{
      "name":{"type":"string","position":1,"choices":["Ana","Bob Lee","$(touch hacked)"]},
      "state":{"enum":["toggle","on","off"]},
      "door":{"choices":["demo:front","demo:back"]},
      "file":{"file":{}}},"handler":"dialog","with":{"text":"x"}}
      """#, to: "intents/greet.json")
    folder.write("x", to: "notes.txt")
    let program = try #require(BuiltProgram.path)
    folder.makeFolder("bin")
    symlink(program, "\(folder.path)/bin/runintent")
  }

  struct Sample: CustomTestStringConvertible {
    let words: [String]
    let replies: [String]
    init(_ words: String..., gives replies: [String]) { (self.words, self.replies) = (words, replies) }
    var testDescription: String { words.joined(separator: " ") }
  }

  /// The words as bash breaks them.
  static let samples = [
    Sample("gre", gives: ["greet"]), Sample("greet", "A", gives: ["Ana"]),
    Sample("greet", "B", gives: [#"Bob\ Lee"#]), Sample("greet", #"Bob\ L"#, gives: [#"Bob\ Lee"#]),
    Sample("greet", "\"Bob L", gives: ["Bob Lee"]), Sample("greet", "$", gives: [#"\$\(touch\ hacked\)"#]),
    Sample("greet", "--sta", gives: ["--state"]), Sample("greet", "--state", "o", gives: ["off", "on"]),
    Sample("greet", "--state", "=", "o", gives: ["off", "on"]),
    Sample("greet", "--state", "=", gives: ["off", "on", "toggle"]),
    Sample("greet", "--door", "demo", ":", "f", gives: ["front"]),
    Sample("greet", "--door", "demo", ":", gives: ["back", "front"]),
    Sample("greet", "--door", "=", "demo", ":", "b", gives: ["back"]),
    Sample("greet", "--file", "", gives: []), Sample("completions", "", gives: ["bash", "fish", "zsh"]),
    Sample("--output", "js", gives: ["json", "jsonl"]), Sample("run", "gr", gives: ["greet"]),
  ]

  @Test(arguments: samples) func `bash completes`(_ sample: Sample) throws {
    let words = sample.words.map { "'\($0.replacing("'", with: #"'\''"#))'" }.joined(separator: " ")
    let script = """
      source <(runintent completions bash)
      COMP_WORDS=(runintent \(words)); COMP_CWORD=\(sample.words.count)
      set -u; _runintent; for reply in ${COMPREPLY[@]+"${COMPREPLY[@]}"}; do printf '<%s>\\n' "$reply"; done
      """
    let answer = try BuiltProgram.run(["/bin/bash", "-c", script], in: folder.path, path)
    #expect(answer.output == sample.replies.map { "<\($0)>\n" }.joined())
    #expect(folder.read("hacked") == nil)
  }

  private var path: [String: String] { ["PATH": "\(folder.path)/bin:/usr/bin:/bin"] }

  @Test func `bash falls back to files`() throws {
    let answer = try BuiltProgram.run(
      ["/bin/bash", "-c", "source <(runintent completions bash); complete -p runintent"], in: folder.path,
      path)
    #expect(answer.output == "complete -o default -F _runintent runintent\n")
  }

  @Test(arguments: ["zsh", "fish"]) func `the script is one`(shell: String) throws {
    guard
      let program = ["/usr/bin", "/bin"].map({ "\($0)/\(shell)" }).first(where: {
        FileManager.default.isExecutableFile(atPath: $0)
      })
    else {
      try Test.cancel("there is no \(shell) here")
    }
    let answer = try BuiltProgram.run(
      ["/bin/sh", "-c", "runintent completions \(shell) > script && \(program) -n script"], in: folder.path,
      path)
    #expect(answer.output == "")
    #expect(answer.status == 0)
  }
}

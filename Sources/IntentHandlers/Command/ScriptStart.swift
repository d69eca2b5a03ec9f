internal import IntentCore

/// How an interpreter is given a script's bytes on a descriptor, in such a way that the script finds its own name.
struct ScriptStart {
  /// What follows the interpreter.
  private(set) var arguments: [String]
  private(set) var contents: [UInt8]

  private let number: Int32
  private var place: String { "/dev/fd/\(number)" }

  /// - Parameters:
  ///   - options: What stands between the interpreter and the script.
  ///   - path: The absolute path of the script.
  ///   - hasPlace: Whether descriptors have paths, as /proc gives them.
  init(
    interpreter: String, options: [String], path: String, contents: [UInt8], arguments rest: [String],
    number: Int32, hasPlace: Bool = true
  ) {
    (self.number, self.contents) = (number, contents)
    arguments = options + ["/dev/fd/\(number)"] + rest
    // What ends the options would end ours too.
    let own = options.last == "--" ? Array(options.dropLast()) : options
    switch ProgramName(interpreter).stem {
    case "bash" where hasPlace:
      asBash(path)
      readSourceAsName()
    case "zsh" where hasPlace: prefix("0=\(Self.quoted(path));\(letGo)")
    case "sh", "bash", "dash", "ash", "ksh", "mksh", "lksh", "pdksh", "yash", "posh", "zsh":
      // Most know no way to rename themselves, but call code that they read by the name of the command.
      arguments = own + ["-c", hasPlace ? ". \(place)" : "eval \"$(cat <&\(number))\"", path] + rest
      if hasPlace { prefix(letGo) }
      readSourceAsName()
    case "python", "pypy":
      // What holds a NUL is an archive.
      if !contents.contains(0) { arguments = own + ["-c", python, path] + rest }
    case "node", "nodejs": arguments = own + ["-e", node, "--", path] + rest
    case "perl": asPerl(path)
    default: break
    }
  }

  /// Closes the descriptor, which the shell has copied; most shells know only one digit of a number.
  private var letGo: String { number > 9 ? "" : "exec \(number)<&-; " }

  private mutating func asBash(_ path: String) {
    // Before version 5 nothing renames it.
    let older = "[ \"$0\" != \(place) ]||exec \"$BASH\" -$- -c '. \(place)' \(Self.quoted(path)) \"$@\""
    prefix("BASH_ARGV0=\(Self.quoted(path));\(older);\(letGo)")
  }

  /// The first line keeps its number; one that names an interpreter becomes a comment.
  private mutating func prefix(_ text: String) { contents = Array(text.utf8) + contents }

  private mutating func asPerl(_ path: String) {
    guard !path.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 < 0x20 }) else { return }
    let name = path.utf8.flatMap { "'\\".utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
    var line = "BEGIN{$0='".utf8 + name + "'}\n".utf8
    // Perl itself reads the options of the first line.
    var head = 0
    if contents.starts(with: "#!".utf8) {
      head = (contents.firstIndex(of: UInt8(ascii: "\n")) ?? contents.count - 1) + 1
    }
    line += "# line \(head == 0 ? 1 : 2) \"\(path)\"\n".utf8
    let isWhole = head > 0 && contents[head - 1] != UInt8(ascii: "\n")
    contents.insert(contentsOf: (isWhole ? [UInt8(ascii: "\n")] : []) + line, at: head)
  }

  /// Runs the bytes as the module `__main__`, as if the file had been read.
  private var python: String {
    """
    def _():
     import sys
     a=sys.argv=sys.argv[1:]
     p=sys.path[:1]==[""]
     if p:del sys.path[0]
     import os
     if p:sys.path.insert(0,os.path.dirname(os.path.realpath(a[0])))
     globals()["__file__"]=a[0]
     f=os.fdopen(\(number),"rb")
     try:return compile(f.read(),a[0],"exec",0,True)
     finally:f.close()
    exec(globals().pop("_")())
    """
  }

  /// Runs the bytes as the main module (CommonJS).
  private var node: String {
    """
    (a=>{let f=require("fs"),M=require("module"),h=require("path"),q=a[1]=h.resolve(a[1]),p=f.realpathSync(q),\
    m=new M(p,null),s=f.readFileSync(\(number),"utf8");f.closeSync(\(number));m.id=".";m.filename=p;\
    m.paths=M._nodeModulePaths(h.dirname(p));M._cache[p]=process.mainModule=m;\
    m._compile(s.replace(/^#!.*/,""),p);m.loaded=true})(process.argv)
    """
  }

  /// A word of a POSIX shell.
  private static func quoted(_ text: String) -> String {
    let bytes = text.utf8.flatMap { $0 == UInt8(ascii: "'") ? Array("'\\''".utf8) : [$0] }
    return "'\(String(decoding: bytes, as: UTF8.self))'"
  }

  /// The variable by which a script of bash finds the file that it is in would name the descriptor; where it
  /// stands for the script itself, `$0` is the same.
  private mutating func readSourceAsName() {
    guard contents.holds("BASH_SOURCE") else { return }
    var read: [UInt8] = []
    read.reserveCapacity(contents.count)
    var rest = contents[...]
    func isQuoted() -> Bool { read.reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1 }
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "$"), !isQuoted(), let length = Self.reference(rest) {
        read += rest.first == UInt8(ascii: "{") ? "${0".utf8 : "$0".utf8
        rest = rest.dropFirst(length)
      } else {
        read.append(byte)
      }
    }
    contents = read
  }

  /// The length of `BASH_SOURCE`, `{BASH_SOURCE`, `{BASH_SOURCE[0]` or `{BASH_SOURCE[-1]`; what closes the brace is
  /// left.
  private static func reference(_ text: ArraySlice<UInt8>) -> Int? {
    let name = "BASH_SOURCE".utf8
    let hasBrace = text.first == UInt8(ascii: "{")
    let named = hasBrace ? text.dropFirst() : text
    guard named.starts(with: name) else { return nil }
    let after = named.dropFirst(name.count)
    if let next = after.first, next.isLetterOrDigit || next == UInt8(ascii: "_") { return nil }
    guard hasBrace else { return name.count }
    guard after.first == UInt8(ascii: "[") else { return 1 + name.count }
    for index in ["[0]", "[-1]"] where after.starts(with: index.utf8) {
      return 1 + name.count + index.utf8.count
    }
    return nil
  }
}

/// The first line of a script that names its interpreter, as the kernel and env(1) read it.
package struct InterpreterLine: Equatable {
  /// An absolute path, or the bare name that env(1) looks for.
  package var program: String
  /// What the interpreter gets before the script.
  package var arguments: [String]

  /// The kernel reads no more of a line (execve(2)).
  private static let limit = 256

  /// `nil` where the bytes are no script.
  package init?(_ contents: [UInt8]) {
    guard contents.starts(with: "#!".utf8) else { return nil }
    let line = contents.prefix(Self.limit).dropFirst(2).prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }
    let words = line.split(maxSplits: 1, whereSeparator: Self.isBlank)
    program = words.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    arguments = []
    guard words.count > 1 else { return }
    var rest = words[1].drop(while: Self.isBlank)
    while let last = rest.last, Self.isBlank(last) { rest.removeLast() }
    if rest.isEmpty { return }
    arguments = [String(decoding: rest, as: UTF8.self)]
    if let found = Self.found(byEnv: program, Array(rest)), let first = found.first {
      program = first
      arguments = Array(found.dropFirst())
    }
  }

  /// The command that env(1) is only there to find; `nil` where it does more than that, or reads quotes.
  private static func found(byEnv program: String, _ argument: [UInt8]) -> [String]? {
    guard ProgramName(program).full == "env" else { return nil }
    var words = [argument[...]]
    if argument.starts(with: "-S".utf8) {
      let rest = argument.dropFirst(2)
      guard !rest.contains(where: { "'\"\\$#".utf8.contains($0) }) else { return nil }
      words = rest.split(whereSeparator: isBlank)
    }
    guard let first = words.first, first.first != UInt8(ascii: "-"), !first.contains(UInt8(ascii: "="))
    else { return nil }
    return words.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

import IntentCore
import IntentPipeline
import TestSupport
import Testing

@Suite struct FilePathTests {
  private var resolving: Resolving {
    var resolving = Resolving()
    resolving.world = ScriptedWorld { script in
      script.files = [
        "/home/ana/work/notes.txt": [1], "/home/ana/work/photo.JPG": [1], "/home/ana/a.txt": [1],

      ]
      script.emptyFolders = ["/home/ana/work/none"]
      script.folders = ["/home/ana/work", "/home/ana", "/tmp", "/home/ana/work/box.txt"]
    }
    return resolving
  }

  static let paths: [(text: String, path: String)] = [
    ("notes.txt", "/home/ana/work/notes.txt"), ("./notes.txt", "/home/ana/work/notes.txt"),
    ("../a.txt", "/home/ana/work/../a.txt"), ("/etc/x", "/etc/x"), (".", "/home/ana/work"),
    ("./", "/home/ana/work"), ("~/a.txt", "/home/ana/a.txt"), ("~", "/home/ana"),
    ("./~", "/home/ana/work/~"), ("~ana/x", "/home/ana/work/~ana/x"), ("~$doc", "/home/ana/work/~$doc"),
    ("-rf", "/home/ana/work/-rf"), ("a b\n", "/home/ana/work/a b\n"), ("é", "/home/ana/work/é"),
  ]

  @Test(arguments: paths) func `a path is the caller's`(text: String, path: String) async throws {
    let definition = try Resolving.parameters(#""x":{"file":{}}"#)
    #expect(try await resolving.value(definition, [text]) == .string(path))
  }

  static let rules: [(rule: String, text: String, code: FaultCode?)] = [
    (#"{"mustExist":true}"#, "notes.txt", nil), (#"{"mustExist":true}"#, "none.txt", .fileMissing),
    (#"{"mustExist":true}"#, "/tmp", nil), (#"{"accept":["*.txt"]}"#, "notes.txt", nil),
    (#"{"accept":["*.txt"]}"#, "none.txt", nil), (#"{"accept":["*.txt"]}"#, "photo.JPG", .valueFormat),
    (#"{"accept":[".jpg",".png"]}"#, "photo.JPG", nil), (#"{"accept":["*.txt"]}"#, "box.txt", .valueFormat),
    (#"{"accept":["folder"]}"#, "/tmp", nil), (#"{"accept":["folder"]}"#, "notes.txt", .valueFormat),
    (#"{"accept":["folder"]}"#, "none", nil), (#"{"accept":["folder","*.txt"]}"#, "notes.txt", nil),
    (#"{"accept":["folder"],"mustExist":true}"#, "none", .fileMissing),
    (#"{}"#, "a\u{0}b", .valueControl),
  ]

  @Test(arguments: rules) func `the rule holds`(rule: String, text: String, code: FaultCode?) async throws {
    let definition = try Resolving.parameters("\"x\":{\"type\":\"string\",\"file\":\(rule)}")
    let faults = await resolving.faults(definition, [.text(text)])
    #expect(faults.map(\.code) == (code.map { [$0] } ?? []))
    #expect(faults.allSatisfy { $0.parameter == "x" })
  }

  static let contained: [(text: String, real: String?, isIn: Bool)] = [
    ("/srv/safe/x", nil, true), ("/srv/safe", nil, true), ("/srv/safe/a/b", nil, true),
    ("/srv/safe-evil/x", nil, false), ("/srv/saf", nil, false), ("/srv", nil, false),
    ("/etc/passwd", nil, false),
    ("/srv/safe\u{301}/x", nil, false), ("/srv/safe/../x", "/srv/x", false), ("notes.txt", nil, false),
    ("/srv/safe/link", "/etc/passwd", false), ("/home/ana/link", "/srv/safe/x", true),
    ("/srv/Safe/x", nil, false), ("/srv/safe/x/../../safe-evil", "/srv/safe-evil", false),
  ]

  @Test(arguments: contained)
  func `a path stays in its folder, once links are followed`(
    text: String, real: String?, isIn: Bool
  ) async throws {
    let resolving = resolving
    resolving.world.change { $0.links = real.map { [text: $0] } ?? [:] }
    let definition = try Resolving.parameters(#""x":{"file":{"within":"/srv/safe"}}"#)
    if isIn {
      #expect(try await resolving.value(definition, [text]) == .string(real ?? text))
    } else {
      let fault = try #require(await resolving.faults(definition, [.text(text)]).first)
      #expect(fault.code == .fileOutside && fault.status == .notAllowed)
      #expect(fault["option"] == .text("--x"))
    }
  }

  @Test func `nothing is not in a folder`() async throws {
    let definition = try Resolving.parameters(#""x":{"file":{"within":"/srv/safe"}}"#)
    #expect(await resolving.faults(definition, [.text("")]).map(\.code) == [.valueMinLength])
  }

  @Test func `a missing file is 66 and names the parameter`() async throws {
    let definition = try Resolving.parameters(#""x":{"file":{"mustExist":true}}"#)
    let fault = try #require(await resolving.faults(definition, [.text("none.txt")]).first)
    #expect(fault.status == .notFound)
    #expect(fault["option"] == .text("--x"))
    #expect(fault["path"] == .text("none.txt"))
  }

  @Test func `a default and a list are paths too`() async throws {
    let definition = try Resolving.parameters(#""x":{"file":{},"default":"."}"#)
    #expect(try await resolving.values(definition, [])["x"] == "/home/ana/work")
    let list = try Resolving.parameters(#""x":{"type":"array","items":{"type":"string"},"file":{}}"#)
    #expect(try await resolving.value(list, ["a", "/b"]) == ["/home/ana/work/a", "/b"])
  }
}

import IntentCore
import IntentPipeline
import TestSupport
import Testing

@testable import IntentHandlers

@Suite struct SandboxPlanTests {
  private static let intents = "/home/ana/.config/runintent/intents"

  private static func world() -> ScriptedWorld {
    ScriptedWorld { script in
      script.executables = ["/usr/bin/tar", "/srv/tools/run"]
      script.emptyFolders = ["/"]
      script.folders = [
        "/srv/data", "/srv/project", "/srv/projects", "/srv/projects/a/.git", "/home/ana/Notes", "/srv/link",
      ]
      script.names = [
        "/srv/data": ["x"], "/srv/project": ["Makefile"], "/srv/projects": ["a"], "/home/ana/Notes": [],
      ]
      script.links = ["/srv/link": "/home/ana/.ssh"]
      script.ownFiles = ["/home/ana/.local/state/runintent", "/home/ana/.config/runintent/config.json"]
    }
  }

  private func call(
    _ rule: SandboxRule?, _ values: KeyValuePairs<String, Value> = [:], _ file: FileRule? = nil
  ) async throws -> HandlerCall {
    var parameter = Parameter.text("x")
    parameter.file = file
    var intent = definition("command", parameters: [parameter], with: ["run": ["tar", "${x}"]])
    intent.sandbox = rule
    return try await filled(intent, values.map { ($0.key, $0.value) }, in: Self.world())
  }

  private func rule(
    read: [String] = [], write: [String] = [], network: SandboxRule.Network = .none, sockets: Bool = false
  ) -> SandboxRule {
    SandboxRule(
      read: read.map { Template(written: .string($0)) }, write: write.map { Template(written: .string($0)) },
      network: network, opensSockets: sockets)
  }

  @Test func `paths are seen from the home, the definition and the caller, and lead where they lead`()
    async throws
  {
    let plan = try SandboxPlan(
      await call(rule(read: ["~/Notes", "data", "/srv/link", "${x}"], write: ["/srv/data"]), ["x": "own"]))
    #expect(
      plan?.readable == ["/home/ana/Notes", "\(Self.intents)/data", "/home/ana/.ssh", "/home/ana/work/own"])
    #expect(plan?.writable == [.init("/srv/data")])
    #expect(try await SandboxPlan(call(nil)) == nil)
  }

  @Test func `a parameter with access adds the file that is given`() async throws {
    let read = try SandboxPlan(await call(rule(), ["x": "a"], FileRule(access: .read)))
    #expect(read?.readable == ["/home/ana/work/a"] && read?.writable == [])
    let write = try SandboxPlan(await call(rule(), ["x": "a"], FileRule(access: .write)))
    #expect(write?.writable == [.init("/home/ana/work/a", made: .file)])
    let folder = try SandboxPlan(await call(rule(), ["x": "a"], FileRule(accept: [.folder], access: .write)))
    #expect(folder?.writable == [.init("/home/ana/work/a", made: .folder)])
  }

  @Test func `a value leads no path out of the folder that the definition names`() async throws {
    #expect(
      try await SandboxPlan(call(rule(read: ["/srv/${x}/y"]), ["x": "data"]))?.readable == ["/srv/data/y"])
    await #expect {
      try await SandboxPlan(call(rule(read: ["/srv/l${x}"]), ["x": "ink"]))
    } throws: {
      ($0 as? Failure)?.faults.map(\.code) == [.fileOutside]
    }
  }

  @Test(arguments: [
    (["~/.config/runintent/config.json"], [], ""), (["~/.local/state/runintent/x"], [], ""),
    ([], ["/home/ana"], "write"), ([], ["~/.local/state/runintent"], ""),
  ])
  func `the store and the configuration stay closed`(read: [String], write: [String], reason: String)
    async throws
  {
    await #expect {
      try await SandboxPlan(call(rule(read: read, write: write)))
    } throws: {
      guard let fault = ($0 as? Failure)?.faults.first else { return false }
      return fault.code == .sandboxOwnFiles && fault["reason"] == .text(reason)
    }
  }

  @Test func `what is to be written must be there`() async throws {
    await #expect(throws: Failure(.fileMissing, ["path": "/srv/none"])) {
      try await SandboxPlan(call(rule(write: ["/srv/none"])))
    }
  }

  private func isTight(
    _ rule: SandboxRule?, _ values: KeyValuePairs<String, Value> = ["x": "v"], _ file: FileRule? = nil
  ) async throws -> Bool { try await Containment(call(rule, values, file)).isTight }

  @Test(arguments: [
    "/srv/data", "/tmp", "/home/ana/Notes",
  ]) func `a folder of data is no place for code`(path: String) async throws {
    #expect(try await isTight(rule(), ["x": .string(path)], FileRule(access: .write)))
  }

  @Test(arguments: [
    "/", "/home", "/home/ana", "/home/ana/.bashrc", "/home/ana/.config/autostart/x", "/home/ana/bin/x",
    "/usr/bin/x",
    "/etc/cron.d/x", "/var/spool/cron", "/run/user/1000/systemd", "\(intents)/x.json", "/srv/project",
    "/srv/projects",
    "/srv/x/.git/hooks/post-merge", "/srv/tools/run", "/srv/link", "/opt/x", "/proc/self/mem",
  ]) func `a place where code starts from is not tight`(path: String) async throws {
    #expect(try await !isTight(rule(), ["x": .string(path)], FileRule(access: .write)))
    #expect(try await isTight(rule(), ["x": .string(path)], FileRule(access: .read)))
  }

  @Test func `reading the home and reaching the network together is not tight`() async throws {
    for network in [SandboxRule.Network.any, .ports([443])] {
      #expect(try await !isTight(rule(read: ["~"], network: network)))
      #expect(try await !isTight(rule(read: ["~/.ssh"], network: network)))
      #expect(try await isTight(rule(read: ["~/Notes"], network: network)))
      #expect(try await isTight(rule(network: network)))
    }
    #expect(try await isTight(rule(read: ["~"])))
  }

  @Test func `socket files, and no sandbox, are not tight`() async throws {
    #expect(try await !isTight(rule(sockets: true)))
    #expect(try await !isTight(nil))
    let call = try await call(nil, ["x": "v"])
    #expect(!Containment(call).isSandboxed)
  }

  @Test func `a value that is not known is judged by the folder in which it must lie`() async throws {
    #expect(try await isTight(rule(), [:], FileRule(within: "/srv/data", access: .write)))
    #expect(try await !isTight(rule(), [:], FileRule(within: "~", access: .write)))
  }
}

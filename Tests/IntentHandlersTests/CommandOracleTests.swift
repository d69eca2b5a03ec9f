import Foundation
import IntentCore
import IntentPipeline
import JSONSchema
import PythonOracle
import TestSupport
import Testing

@testable import IntentHandlers

/// A small world of commands in full: the handler and a second implementation say the same of each.
@Suite struct CommandOracleTests {
  private static let folder = "/home/ana/.config/runintent/intents"
  private static let programs: [(name: String, words: [String])] = [
    ("own", ["./own.sh"]), ("script", ["sh", "./own.sh"]), ("reads", ["cat", "--"]), ("writes", ["cp", "a"]),
    ("other", ["grep", "-e"]),
  ]
  private static let places = [
    "nothing", "number", "list", "pattern", "word", "input", "language", "variable", "folder", "program",
    "script",
  ]
  private static let sandboxes: [(name: String, rule: SandboxRule?)] = [
    ("none", nil), ("tight", SandboxRule()), ("tight", SandboxRule(read: [home], network: .none)),
    ("tight", SandboxRule(network: .any)), ("tight", SandboxRule(network: .ports([443]))),
    ("loose", SandboxRule(write: [home])),
    ("loose", SandboxRule(write: [.literal(.string("/home/ana/.config"))])),
    ("loose", SandboxRule(read: [home], network: .any)), ("loose", SandboxRule(opensSockets: true)),
    ("loose", SandboxRule(write: [.literal(.string(folder))])),
    ("loose", SandboxRule(write: [.literal(.string("/usr/bin"))])),
  ]
  private static let home = Template.literal(.string("/home/ana"))

  private let world = ScriptedWorld { script in
    for name in ["cat", "cp", "grep", "sh"] { script.executables.insert("/usr/bin/\(name)") }
    script.files["\(folder)/./own.sh"] = Array("#!/bin/sh\n".utf8)
    script.emptyFolders = ["/home/ana", "/usr", "/bin"]
    script.folders = ["/home/ana", "/home/ana/.config", folder, "/usr/bin"]
  }

  private func decision(
    _ words: [String], _ place: String, _ sandbox: SandboxRule?
  ) async throws -> String {
    var parameter = Parameter.text("x")
    switch place {
    case "number": parameter.schema = Schema([.type([.integer])])
    case "list": parameter = .choice("x", ["a", "b"])
    case "pattern": parameter.schema = Schema([.type([.string]), .pattern(try Pattern("^[a-z]{1,8}$"))])
    default: break
    }
    var run = words + (["nothing"].contains(place) ? ["a"] : [])
    switch place {
    case "number", "list", "pattern", "word": run.append("${x}")
    case "program": run = ["${x}"]
    case "script": run = ["sh", "-c", "${x}"]
    default: break
    }
    var intent = definition(
      "command", parameters: [parameter], with: ["run": .array(run.map { .string($0) })])
    intent.sandbox = sandbox
    let field: (String, Value)? =
      switch place {
      case "input": ("stdin", "${x}")
      case "language": ("env", .object(["LANG": "${x}"]))
      case "variable": ("env", .object(["MAKEFILES": "${x}"]))
      case "folder": ("cwd", "${x}")
      default: nil
      }
    if let (key, value) = field { intent.with.append((key, Template(written: value))) }
    let call = try await filled(intent, ["x": place == "number" ? 7 : "a"], in: world)
    do {
      let capabilities = try CommandHandler().capabilities(call)
      if capabilities == [.elevate(.any)] { return "any" }
      let isElevated = capabilities.contains { if case .elevate = $0 { true } else { false } }
      return isElevated ? "elevate" : "exec"
    } catch {
      return error.faults.first?.code == .definitionInjection ? "refused" : "\(error)"
    }
  }

  @Test(.enabled(if: Python.plain != nil, "there is no python3"))
  func `the handler and the oracle agree on every command`() async throws {
    var facts: [String] = []
    var decisions: [String] = []
    for (program, words) in Self.programs {
      for place in Self.places {
        for (name, sandbox) in Self.sandboxes {
          facts.append(#"{"program":"\#(program)","place":"\#(place)","sandbox":"\#(name)"}"#)
          decisions.append(try await decision(words, place, sandbox))
        }
      }
    }
    let answers = Python.judge("command.py", facts)
    try #require(answers.count == decisions.count)
    let apart = decisions.indices.filter { decisions[$0] != answers[$0] }
    for index in apart.prefix(5) {
      Issue.record("handler \(decisions[index]), oracle \(answers[index]): \(facts[index])")
    }
    #expect(apart.isEmpty, "\(apart.count) of \(decisions.count) differ")
    #expect(
      Python.judge("command.py", facts, ["--forget-sandbox"]) != decisions, "a seeded fault went unseen")
    #expect(
      Python.judge("command.py", facts, ["--forget-callers"]) != decisions, "a seeded fault went unseen")
    print("classes of commands compared: \(decisions.count), different: \(apart.count)")
  }
}

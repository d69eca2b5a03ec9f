internal import IntentCore

extension Diagnosis {
  /// Which program this is, and whether a shell finds it first.
  package static func program(_ engine: Engine, version: String) -> Diagnosis {
    let say = engine.text
    let own = engine.installer.executable() ?? "runintent"
    var diagnosis = Diagnosis(name: "program", state: .good, text: "\(own), \(version)")
    let path = engine.world.machine.caller.variable("PATH") ?? ""
    let found = path.utf8.split(separator: UInt8(ascii: ":"))
      .map { String(decoding: $0, as: UTF8.self) + "/runintent" }
      .first { engine.world.files.isExecutable($0) }
    guard let found else {
      diagnosis.state = .absent
      diagnosis.details.append(say("no folder of PATH has it"))
      diagnosis.advice.append(say("to install it: ${command}", ["command": "runintent setup"]))
      return diagnosis
    }
    if !found.utf8.elementsEqual(own.utf8) {
      diagnosis.details.append(say("a shell finds ${path} first", ["path": .string(found)]))
    }
    return diagnosis
  }

  /// What the programs that intents start will see.
  package static func environment(_ engine: Engine) -> Diagnosis {
    let variables = engine.world.machine.caller.environment
    let path = variables.first { $0.name == "PATH" }?.value ?? ""
    return Diagnosis(
      name: "environment", state: .good, text: "PATH \(path)",
      details: variables.filter { $0.name != "PATH" }.map { "\($0.name) \($0.value)" })
  }
}

internal import IntentCore
internal import IntentEngine

extension Diagnosis {
  /// Which program this is, and whether a shell finds it first.
  static func program(_ session: Session) -> Diagnosis {
    let say = session.text
    let own = session.environment.installer.executable() ?? "runintent"
    var diagnosis = Diagnosis(name: "program", state: .good, text: "\(own), \(Tool.version)")
    let path = session.environment.variables.find("PATH") ?? ""
    let found = path.utf8.split(separator: UInt8(ascii: ":"))
      .map { String(decoding: $0, as: UTF8.self) + "/runintent" }
      .first { session.world.files.isExecutable($0) }
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
  static func environment(_ session: Session) -> Diagnosis {
    let variables = session.world.machine.caller.environment
    let path = variables.first { $0.name == "PATH" }?.value ?? ""
    return Diagnosis(
      name: "environment", state: .good, text: "PATH \(path)",
      details: variables.filter { $0.name != "PATH" }.map { "\($0.name) \($0.value)" })
  }
}

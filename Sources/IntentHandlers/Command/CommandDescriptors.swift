internal import IntentCore
internal import IntentPipeline

/// Texts that a program reads from descriptors of its own, where nobody else finds them.
enum CommandDescriptors {
  /// Lower numbers are used by shells and kept for what a program may tell.
  static let first: Int32 = 10
  static let limit = 32

  /// Refuses names that cannot be variables or choose programs, and those that `env` sets too.
  static func check(_ call: HandlerCall) throws(Failure) {
    guard let members = call["descriptors"]?.members else { return }
    var faults: [Fault] = []
    for (name, _) in members
    where !CommandEnvironment.isAllowed(name) || CommandEnvironment.choosesPrograms(name) {
      faults.append(CommandEnvironment.fault(name))
    }
    for (name, _) in call["env"]?.members ?? []
    where members.contains(where: { $0.key.utf8.elementsEqual(name.utf8) }) {
      var fault = CommandEnvironment.fault(name)
      fault.arguments.append(("reason", "twice"))
      faults.append(fault)
    }
    if members.count > limit {
      faults.append(Fault(.valueMaxItems, ["name": "with.descriptors", "limit": .integer(limit)]))
    }
    if !faults.isEmpty { throw Failure(faults) }
  }

  /// Puts each text behind a descriptor and its path into the variable.
  static func add(to request: inout ProcessRequest, of call: HandlerCall) throws(Failure) {
    guard call["descriptors"] != nil else { return }
    var number = first
    for (name, text) in try call.table("descriptors") {
      while request.descriptors.contains(where: { $0.number == number }) { number += 1 }
      request.descriptors.append(HandedContents(number: number, contents: Array(text.utf8)))
      let path = "/dev/fd/\(String(number))"
      request.environment.removeAll { $0.name.utf8.elementsEqual(name.utf8) }
      request.environment.append((name, path))
      number += 1
    }
  }
}

package import IntentCore
internal import Redaction

/// Reads the secrets that a run names, each from where the configuration says that it is kept.
package struct SecretReading {
  /// The most bytes of a secret.
  static let limit = 64 << 10

  let world: World
  let withLimit: TimeLimit
  let cancellation: any Cancellation

  package init(world: World, withLimit: @escaping TimeLimit, cancellation: any Cancellation) {
    self.world = world
    self.withLimit = withLimit
    self.cancellation = cancellation
  }

  /// The secrets by name; fails with all that is wrong with any of them.
  package func read(_ names: [String]) async throws(Failure) -> ValueObject {
    let configuration = try world.configuration()
    var secrets = ValueObject()
    var faults: [Fault] = []
    for name in names where secrets[name] == nil {
      do throws(Failure) {
        guard let reference = configuration.secret(named: name) else {
          throw Failure([Self.undefined(name, world)])
        }
        secrets[name] = .string(try text(await bytes(reference, among: secrets)))
      } catch {
        if cancellation.reason != nil { throw error }
        faults += error.faults.map { $0.about(secret: name) }
      }
    }
    if !faults.isEmpty { throw Failure(faults) }
    return secrets
  }

  /// The fault of a secret that the configuration does not define, with the entry that would.
  package static func undefined(_ name: String, _ world: World) -> Fault {
    let caller = world.machine.caller
    let home = caller.environment.first { $0.name == "HOME" }?.value
    let folder = caller.variable("XDG_CONFIG_HOME").flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
    let path = (folder ?? home.map { $0 + "/.config" }).map { $0 + "/runintent/config.json" }
    return Fault(
      .secretUndefined,
      [
        "name": .text(name), "path": .text(path ?? "config.json"),
        "expected": .text("\"secrets\": { \"\(name)\": \"file:/PATH\" }"),
      ])
  }

  private func bytes(
    _ reference: SecretReference, among known: ValueObject
  ) async throws(Failure) -> [UInt8] {
    switch reference {
    case .file(let path):
      guard path.utf8.first == UInt8(ascii: "/") else {
        throw Failure(.secretUnreadable, ["path": .text(path), "reason": "not-absolute"])
      }
      return try world.files.readPrivate(path, Self.limit + 2).withoutFinalNewline
    case .environment(let variable):
      guard let value = world.machine.caller.variable(variable), !value.utf8.isEmpty else {
        throw Failure(.secretUnreadable, ["variable": .text(variable), "reason": "not-set"])
      }
      return Array(value.utf8)
    case .command(let words):
      return try await SecretHelper(words: words, reading: self).output(hiding: known).withoutFinalNewline
    }
  }

  private func text(_ bytes: [UInt8]) throws(Failure) -> String {
    let reason: FaultArgument
    if bytes.isEmpty {
      reason = "empty"
    } else if bytes.count > Self.limit {
      reason = "too-long"
    } else if bytes.contains(0) {
      reason = "nul"
    } else if bytes.count < Redactor.shortest {
      reason = "too-short"
    } else if let text = String(validating: bytes, as: UTF8.self) {
      return text
    } else {
      reason = "encoding"
    }
    throw Failure(.secretInvalid, ["reason": reason])
  }
}

extension [UInt8] {
  fileprivate var withoutFinalNewline: [UInt8] { last == 0x0A ? Array(dropLast()) : self }
}

extension Fault {
  fileprivate func about(secret name: String) -> Fault {
    guard self["name"] == nil else { return self }
    var fault = self
    fault.arguments.insert(("name", .text(name)), at: 0)
    return fault
  }
}

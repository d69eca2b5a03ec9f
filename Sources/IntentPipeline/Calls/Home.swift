package import IntentCore

extension World {
  /// The caller's home; `nil` where none is known.
  package var home: String? {
    machine.caller.environment.first { $0.name == "HOME" }.map(\.value).flatMap { $0.utf8.isEmpty ? nil : $0 }
  }
}

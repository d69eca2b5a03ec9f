package import IntentCore

/// What a call can be judged by besides its values: who calls, where paths lead, and what is runintent's own.
package struct Surroundings: Sendable {
  package var caller: World.Caller
  package var files: World.Files
  /// The store and the files of the configuration, which no sandbox opens.
  package var ownFiles: [String]

  package init(_ world: World) {
    (caller, files, ownFiles) = (world.machine.caller, world.files, world.ownFiles)
  }

  /// The caller's home; `nil` where none is known.
  package var home: String? {
    caller.environment.first { $0.name == "HOME" }.map(\.value).flatMap { $0.utf8.isEmpty ? nil : $0 }
  }
}

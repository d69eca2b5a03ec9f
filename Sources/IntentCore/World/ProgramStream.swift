/// A program that runs beside us and says something from time to time, such as a monitor of a bus.
package protocol ProgramStream: AnyObject, Sendable {
  /// Whether the program has ended.
  var hasEnded: Bool { get }
  /// Ends the program with all that it started; nothing is reported after that.
  func stop() async
}

/// What a streaming program did.
package enum ProgramEvent: Sendable, Equatable {
  /// It wrote a line, which is here without its end; one of more than 64 KiB is cut.
  case line(String)
  case ended
}

extension World.Processes {
  /// Starts a program and reports each of its lines as it comes; fails when it cannot be started.
  package typealias Stream =
    @Sendable (ProcessRequest, _ report: @escaping @Sendable (ProgramEvent) -> Void) throws(Failure) ->
    any ProgramStream

  /// A world without streaming programs.
  package static let noStream: Stream = { request, _ throws(Failure) in
    throw Failure(.executableFailed, ["path": .text(request.executable)])
  }
}

internal import Glibc
package import IntentCore
internal import IntentPlatform

/// Where an answer that goes on is written while it comes.
package struct LiveOutput: Sendable {
  /// Writes to standard output and to standard error; fails with `output.failed`, or as if ended by SIGPIPE when
  /// nobody reads any more.
  package var write: @Sendable (_ output: [UInt8], _ errors: [UInt8]) throws(Failure) -> Void
  /// Tells also when the reader of a pipe has gone.
  package var interruption: @Sendable () -> any Cancellation

  package static let none = LiveOutput(
    write: { _, _ throws(Failure) in }, interruption: { Uncancelled() })
}

extension LiveOutput {
  static func standard(
    _ streams: StandardStream, _ loop: EventLoop, _ interruption: CancellationSource
  ) -> LiveOutput {
    LiveOutput(
      write: { output, errors throws(Failure) in
        _ = streams.write(errors, to: .errors)
        guard let problem = streams.write(output, to: .output) else { return }
        if problem.code == EPIPE { throw CancellationReason.signal(SIGPIPE).failure }
        throw Failure(.outputFailed, ["reason": problem.argument])
      },
      interruption: {
        let source = CancellationSource(parent: interruption)
        loop.onHangUp(of: STDOUT_FILENO) { source.cancel(.signal(SIGPIPE)) }
        return source
      })
  }
}

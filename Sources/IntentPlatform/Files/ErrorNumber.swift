internal import Glibc
package import IntentCore

/// Why a system call failed (errno(3)).
package struct ErrorNumber: Error, Sendable, Equatable {
  package var code: Int32

  package init(_ code: Int32) { self.code = code }

  /// Of the system call that failed just now on this thread.
  package static var current: ErrorNumber { ErrorNumber(errno) }

  package var text: String { String(cString: strerror(code)) }

  package var argument: FaultArgument { .text(text) }

  /// Whether nobody reads any more what was written.
  package var isBrokenPipe: Bool { code == EPIPE }

  func means(_ codes: Int32...) -> Bool { codes.contains(code) }
}

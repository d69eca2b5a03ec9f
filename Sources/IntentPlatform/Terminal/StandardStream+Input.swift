internal import Glibc
package import IntentCore

extension StandardStream {
  /// Reads standard input to its end, but at most so many bytes, and stays ready for signals meanwhile.
  ///
  /// Fails with `fileUnreadable`, also where the process started with the descriptor closed, and with the
  /// reason when cancelled before the end.
  package func readInput(
    limit: Int, _ loop: EventLoop, _ cancellation: any Cancellation
  ) async throws(Failure) -> [UInt8] {
    if wasClosed(.input) { throw StandardStream.unreadable(ErrorNumber(EBADF)) }
    var bytes: [UInt8] = []
    while bytes.count < limit {
      try await loop.wait(for: STDIN_FILENO, .readable, cancellation)
      let piece = try StandardStream.readPiece(min(limit - bytes.count, 1 << 16))
      guard let piece else { continue }
      if piece.isEmpty { break }
      bytes += piece
    }
    return bytes
  }

  /// What one read(2) answers, `nil` when there is nothing yet.
  private static func readPiece(_ size: Int) throws(Failure) -> [UInt8]? {
    var problem: ErrorNumber?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      let result = read(STDIN_FILENO, buffer.baseAddress, size)
      if result < 0 { problem = .current }
      count = max(result, 0)
    }
    guard let problem else { return bytes }
    if problem.means(EINTR, EAGAIN) { return nil }
    throw unreadable(problem)
  }

  private static func unreadable(_ problem: ErrorNumber) -> Failure {
    Failure(.fileUnreadable, ["path": "standard input", "reason": problem.argument])
  }
}

package import IntentCore

/// The last authentication, kept for a few minutes and for the same terminal session alone.
package struct AuthenticationCache: Sendable {
  package static let lifetime = Duration.seconds(300)

  private let path: String
  private let folder: String
  private let files: World.Files
  private let clock: World.Clock

  /// - Parameter folder: The user's own folder of state.
  package init(folder: String, files: World.Files, clock: World.Clock) {
    self.folder = folder
    path = folder + "/authentication"
    self.files = files
    self.clock = clock
  }

  /// Whether the person proved who they are in this session, not long ago by both clocks; a wall clock that was
  /// set back says no. Never makes it last longer.
  func holds(for login: TerminalLogin) -> Bool {
    guard let facts = files.facts(path), facts.kind == .regular, facts.owner == login.user,
      facts.mode & 0o077 == 0, let bytes = files.read(path, 256)
    else { return false }
    let text = login.text
    guard bytes.starts(with: text.utf8) else { return false }
    let times = bytes[text.utf8.count...].split(
      separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard times.count == 3, times[0].isEmpty, let wall = Int(String(decoding: times[1], as: UTF8.self)),
      let monotonic = Int(String(decoding: times[2], as: UTF8.self))
    else { return false }
    let ages = [
      clock.wall() - WallTime(microseconds: wall),
      clock.monotonic() - MonotonicTime(nanoseconds: monotonic),
    ]
    return ages.allSatisfy { .zero <= $0 && $0 < Self.lifetime }
  }

  /// One that cannot be kept is asked for again.
  func keep(for login: TerminalLogin) {
    let line = "\(login.text) \(clock.wall().microseconds) \(clock.monotonic().nanoseconds)"
    do throws(Failure) {
      try Folders.make(folder, mode: 0o700)
      try AtomicFile.write(Array(line.utf8), to: path, mode: 0o600)
    } catch {}
  }
}

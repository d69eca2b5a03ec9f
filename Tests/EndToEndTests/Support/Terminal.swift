import Foundation
import Glibc
import Synchronization

/// A terminal of a test's own with a program in its foreground; the test plays the person.
final class TerminalSession: Sendable {
  private let master: Int32
  private let running: Running
  private let seen = Mutex<(text: [UInt8], isOver: Bool)>(([], false))

  /// - Parameter typedAhead: What the person typed before the program started.
  init(_ spawn: Spawn, columns: UInt16 = 80, typedAhead: String = "") {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    self.master = master
    var locked: Int32 = 0
    var number: Int32 = 0
    // TIOCSPTLCK, TIOCGPTN and TIOCSWINSZ of ioctl_tty(2).
    _ = ioctl(master, 0x4004_5431, &locked)
    _ = ioctl(master, 0x8004_5430, &number)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, 0x5414, &size)
    let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    if !typedAhead.isEmpty { _ = typedAhead.withCString { write(master, $0, strlen($0)) } }
    var inTerminal = spawn
    inTerminal.program = "/usr/bin/setsid"
    inTerminal.arguments = ["-c", spawn.program] + spawn.arguments
    inTerminal.hasOwnSession = false
    inTerminal.input = .descriptor(terminal)
    if case .pipe = spawn.output { inTerminal.output = .descriptor(terminal) }
    if case .pipe = spawn.errors { inTerminal.errors = .descriptor(terminal) }
    running = inTerminal.start()
    close(terminal)
    Thread.detachNewThread { [self] in
      var bytes = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(master, &bytes, bytes.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { break }
        seen.withLock { $0.text += bytes[..<count] }
      }
      seen.withLock { $0.isOver = true }
    }
  }

  deinit { close(master) }

  var text: String {
    seen.withLock { String(decoding: $0.text, as: UTF8.self) }.replacing("\r\n", with: "\n")
  }

  /// Whether the program has closed the terminal.
  var isOver: Bool { seen.withLock { $0.isOver } }

  func type(_ text: String) { _ = text.withCString { write(master, $0, strlen($0)) } }

  /// Types as a person does: one key after the other, each when the one before has appeared.
  func answer(_ keys: String) async {
    for key in keys {
      let before = seen.withLock { $0.text.count }
      type(String(key))
      for _ in 0..<200 where !key.isNewline && seen.withLock({ $0.text.count == before && !$0.isOver }) {
        try? await Task.sleep(for: .milliseconds(5))
      }
      try? await Task.sleep(for: .milliseconds(30))
    }
  }

  /// Waits until the text has appeared; false when it does not within a minute.
  func wait(for part: String) async -> Bool {
    for _ in 0..<12000 {
      if text.contains(part) { return true }
      if seen.withLock({ $0.isOver }) { return text.contains(part) }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return false
  }

  /// Waits for the end; the status, and all that has appeared.
  func end() async -> (status: Int32, text: String) {
    let ended = await running.end()
    while !seen.withLock({ $0.isOver }) { try? await Task.sleep(for: .milliseconds(2)) }
    return (ended.status, text)
  }
}

extension String {
  /// The text without the sequences that set colours.
  var withoutColor: String { replacing(/\u{1B}\[[0-9;]*m/, with: "") }
}

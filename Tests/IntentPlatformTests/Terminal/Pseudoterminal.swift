import Glibc

/// A terminal of a test's own; the test sits at `master` and plays the person.
final class Pseudoterminal: Sendable {
  let master: Int32
  let terminal: Int32
  let path: String

  init() {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var locked: Int32 = 0
    var number: Int32 = 0
    // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2).
    _ = ioctl(master, 0x4004_5431, &locked)
    _ = ioctl(master, 0x8004_5430, &number)
    path = "/dev/pts/\(number)"
    terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
  }

  deinit {
    close(terminal)
    close(master)
  }

  func type(_ text: String) { Pseudoterminal.type(text, at: master) }

  static func type(_ text: String, at master: Int32) {
    _ = text.withCString { write(master, $0, text.utf8.count) }
  }

  /// What appears until the text does, or until half a second passes without anything.
  static func wait(for text: String, at master: Int32) -> String {
    var seen = ""
    while !seen.utf8.contains(text.utf8) {
      var input = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&input, 1, 500) > 0 else { break }
      var bytes = [UInt8](repeating: 0, count: 1024)
      let count = read(master, &bytes, bytes.count)
      guard count > 0 else { break }
      seen += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
    return seen
  }

  /// What has appeared, until a tenth of a second passes without anything.
  static func rest(at master: Int32) -> String {
    var seen = ""
    var input = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    while poll(&input, 1, 100) > 0 {
      var bytes = [UInt8](repeating: 0, count: 1024)
      let count = read(master, &bytes, bytes.count)
      guard count > 0 else { break }
      seen += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
    return seen
  }

  var echoes: Bool {
    var modes = termios()
    tcgetattr(terminal, &modes)
    return modes.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Makes it the controlling terminal of this process, in a session of its own.
  func takeOver() {
    // The terminal hangs up when the test puts it away.
    signal(SIGHUP, SIG_IGN)
    setsid()
    close(open(path, O_RDWR))
  }
}

internal import Glibc

/// What a program tries to find out whether a sandbox holds it: reading, writing and connecting.
package enum SandboxProbe {
  package enum Act: String, Sendable, CaseIterable { case read, write, connect }

  /// The file that is read, and the one that is made, in the folder of the probe.
  package static let (given, made) = ("given", "made")

  /// Tries all of it with a folder in which there is a file to read; answers what could be done.
  package static func run(in folder: String) -> [Act] {
    Act.allCases.filter { act in
      switch act {
      case .read: opens("\(folder)/\(given)", O_RDONLY)
      case .write: opens("\(folder)/\(made)", O_WRONLY | O_CREAT)
      case .connect: connects()
      }
    }
  }

  private static func opens(_ path: String, _ flags: Int32) -> Bool {
    let file = open(path, flags | O_CLOEXEC, 0o600)
    if file >= 0 { close(file) }
    return file >= 0
  }

  /// Whether a connection is tried at all: nobody need listen.
  private static func connects() -> Bool {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(9).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return result == 0 || errno == ECONNREFUSED
  }
}

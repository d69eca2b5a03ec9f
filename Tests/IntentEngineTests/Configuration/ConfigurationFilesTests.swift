import IntentCore
import IntentEngine
import Synchronization
import Testing

@Suite struct ConfigurationFilesTests {
  /// Two files in memory that count how often they are opened.
  private final class Disk: Sendable {
    let opened = Mutex<[String]>([])
    let files: [String: String]

    init(_ files: [String: String]) { self.files = files }

    var configuration: @Sendable () throws(Failure) -> Configuration {
      let open: ConfigurationFiles.Open = { [self] path throws(Failure) in
        opened.withLock { $0.append(path) }
        return files[path].map { SourceFile(displayPath: path, path: path, bytes: Array($0.utf8)) }
      }
      let folders = UserPlaces(
        home: "/home/ana", config: "/home/ana/.config", data: nil, working: "/", system: "/etc/ri")
      return ConfigurationFiles(folders, openRoots: open, openOwn: open).remembered
    }
  }

  private static let roots = "/etc/ri/config.json"
  private static let own = "/home/ana/.config/runintent/config.json"

  @Test func `nothing is read before it is asked for, and all once`() throws {
    let disk = Disk([Self.own: #"{"language": "ru"}"#])
    let configuration = disk.configuration
    #expect(disk.opened.withLock { $0 }.isEmpty)
    for _ in 0..<3 { #expect(try configuration().language == "ru") }
    #expect(disk.opened.withLock { $0 } == [Self.roots, Self.own])
  }

  @Test func `root's rules come first, one's own values over root's`() throws {
    let disk = Disk([
      Self.roots: #"{"language": "ja", "policy": [{"deny": true}]}"#,
      Self.own: #"{"language": "ru", "policy": [{"users": []}]}"#,
    ])
    let read = try disk.configuration()
    #expect(read.language == "ru" && read.policy.map(\.isRoots) == [true, false])
  }

  @Test func `the faults of both come together`() {
    let disk = Disk([Self.roots: "[]", Self.own: "{"])
    let configuration = disk.configuration
    for _ in 0..<2 {
      let failure = #expect(throws: Failure.self) { try configuration() }
      #expect(failure?.faults.compactMap(\.location?.file) == [Self.roots, Self.own])
    }
  }
}

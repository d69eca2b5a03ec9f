package import IntentCore
internal import IntentHandlers
internal import IntentLoading
internal import Synchronization

/// The two files of the configuration: root's, and the user's over it.
package struct ConfigurationFiles: Sendable {
  package typealias Open = @Sendable (_ path: String) throws(Failure) -> SourceFile?

  /// One of the two.
  package struct Place: Sendable {
    package var path: String
    package var isRoots: Bool
  }

  /// In the order in which each overlays the one before.
  package let places: [Place]
  private let home: String?
  private let openRoots: Open
  private let openOwn: Open

  /// - Parameters:
  ///   - openRoots: Opens a file that nobody but root may change; `nil` when there is none.
  ///   - openOwn: Opens a file that nobody but the user and root may change; `nil` when there is none.
  package init(_ folders: UserPlaces, openRoots: @escaping Open, openOwn: @escaping Open) {
    let own = folders.config.map { Place(path: "\($0)/runintent/config.json", isRoots: false) }
    places = [Place(path: "\(folders.system)/config.json", isRoots: true)] + (own.map { [$0] } ?? [])
    home = folders.home
    (self.openRoots, self.openOwn) = (openRoots, openOwn)
  }

  package func open(_ place: Place) throws(Failure) -> SourceFile? {
    try place.isRoots ? openRoots(place.path) : openOwn(place.path)
  }

  package func read(_ file: SourceFile, of place: Place) throws(Failure) -> Configuration {
    try ConfigurationReader.read(file, isRoots: place.isRoots, home: home) { DoorProviders.forms }
  }

  /// What both say together; the faults of both come at once.
  package func read() throws(Failure) -> Configuration {
    var whole: Configuration?
    var faults: [Fault] = []
    for place in places {
      do throws(Failure) {
        guard let file = try open(place) else { continue }
        let read = try read(file, of: place)
        whole = whole?.overlaid(with: read) ?? read
      } catch {
        faults += error.faults
      }
    }
    if !faults.isEmpty { throw Failure(faults) }
    return whole ?? Configuration()
  }

  /// The same, read when it is first asked for and then remembered, faults too.
  package var remembered: @Sendable () throws(Failure) -> Configuration {
    let memory = Memory(files: self)
    return { () throws(Failure) in try memory.configuration() }
  }
}

/// What the files said when they were read.
private final class Memory: Sendable {
  private let files: ConfigurationFiles
  private let known = Mutex<Result<Configuration, Failure>?>(nil)

  init(files: ConfigurationFiles) { self.files = files }

  func configuration() throws(Failure) -> Configuration {
    let result = known.withLock { known in
      let result = known ?? Result { () throws(Failure) in try files.read() }
      known = result
      return result
    }
    return try result.get()
  }
}

/// Writes one member into the bytes of a configuration and leaves every other byte as it is.
package enum ConfigurationEdit {
  /// The same file with `vpn.profile`; `nil` where it has one already or its form does not let it be added.
  ///
  /// - Parameter bytes: The file as it is; `nil` where there is none.
  package static func naming(_ profile: String, in bytes: [UInt8]?, file: String) throws(Failure) -> [UInt8]?
  {
    let member = "\"profile\": \(Value.string(profile).json())"
    guard let bytes else { return Array("{ \"vpn\": { \(member) } }\n".utf8) }
    let root = try JSONDocument(bytes: bytes, file: file, limits: .definition).root
    guard case .object(let members) = root.kind else { return nil }
    guard let vpn = root["vpn"] else {
      return inserted("\"vpn\": { \(member) }", before: members.first, at: root.span, bytes)
    }
    guard case .object(let parts) = vpn.kind, vpn["profile"] == nil else { return nil }
    return inserted(member, before: parts.first, at: vpn.span, bytes)
  }

  /// As the first member of the object, with the blanks and line breaks that the first one had before it.
  private static func inserted(
    _ member: String, before first: JSONMember?, at object: JSONSpan, _ bytes: [UInt8]
  ) -> [UInt8] {
    let start = object.start + 1
    guard let first else { return bytes[..<start] + Array(" \(member) ".utf8) + bytes[(object.end - 1)...] }
    let lead = bytes[start..<first.keySpan.start]
    return bytes[..<start] + lead + Array("\(member),".utf8) + bytes[start...]
  }
}

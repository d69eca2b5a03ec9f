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

  static let fileName = "config.json"

  private let roots: String
  private let own: String?
  private let home: String?
  private let openRoots: Open
  private let openOwn: Open

  /// - Parameters:
  ///   - openRoots: Opens a file that nobody but root may change; `nil` when there is none.
  ///   - openOwn: Opens a file that nobody but the user and root may change; `nil` when there is none.
  package init(
    _ folders: UserPlaces, openRoots: @escaping Open, openOwn: @escaping Open
  ) {
    roots = folders.system
    own = folders.config
    home = folders.home
    self.openRoots = openRoots
    self.openOwn = openOwn
  }

  /// In the order in which each overlays the one before.
  package var places: [Place] { own.map { [rootsPlace, ownPlace($0)] } ?? [rootsPlace] }

  private var rootsPlace: Place { Place(path: "\(roots)/\(Self.fileName)", isRoots: true) }

  private func ownPlace(_ folder: String) -> Place {
    Place(path: "\(folder)/runintent/\(Self.fileName)", isRoots: false)
  }

  package func open(_ place: Place) throws(Failure) -> SourceFile? {
    try place.isRoots ? openRoots(place.path) : openOwn(place.path)
  }

  /// What one file says; `nil` when there is none.
  func read(_ place: Place) throws(Failure) -> Configuration? {
    guard let file = try open(place) else { return nil }
    return try read(file, of: place)
  }

  package func read(_ file: SourceFile, of place: Place) throws(Failure) -> Configuration {
    try ConfigurationReader.read(file, isRoots: place.isRoots, home: home) { DoorProviders.forms }
  }

  /// What both say together; the faults of both come at once.
  package func read() throws(Failure) -> Configuration {
    // One after the other and not in a loop: a list of places costs a run its type.
    let roots: Configuration?
    do throws(Failure) {
      roots = try read(rootsPlace)
    } catch {
      guard let own else { throw error }
      do throws(Failure) {
        _ = try read(ownPlace(own))
      } catch let further {
        throw Failure(error.faults + further.faults)
      }
      throw error
    }
    guard let own, let over = try read(ownPlace(own)) else { return roots ?? Configuration() }
    return roots?.overlaid(with: over) ?? over
  }

  /// The same, read when it is first asked for and then remembered, faults too.
  package var remembered: @Sendable () throws(Failure) -> Configuration {
    let memory = Memory(files: self)
    return { () throws(Failure) in try memory.configuration() }
  }
}

/// What the files said when they were read.
private final class Memory: Sendable {
  private enum Known {
    case nothing
    case configuration(Configuration)
    case failure(Failure)
  }

  private let files: ConfigurationFiles
  private let known = Mutex(Known.nothing)

  init(files: ConfigurationFiles) { self.files = files }

  func configuration() throws(Failure) -> Configuration {
    let read = known.withLock { known -> Known in
      if case .nothing = known { known = self.read() }
      return known
    }
    switch read {
    case .configuration(let configuration): return configuration
    case .failure(let failure): throw failure
    case .nothing: return Configuration()
    }
  }

  private func read() -> Known {
    do throws(Failure) {
      return .configuration(try files.read())
    } catch {
      return .failure(error)
    }
  }
}

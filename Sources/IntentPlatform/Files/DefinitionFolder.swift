internal import Glibc
package import IntentCore

/// A folder of definitions, opened once so that many of them are read quickly.
package final class DefinitionFolder: Sendable {
  /// The folder as messages show it.
  package let displayPath: String
  /// The absolute path with links resolved.
  package let path: String
  /// What is worrying about who may change the folder or one above it; every file read from it has them.
  package let concerns: [Fault]
  let descriptor: Descriptor
  private let ownership: Ownership

  /// Opens a folder; fails with `file.missing` or `folder.unreadable`.
  package init(_ path: String, display: String, for ownership: Ownership = .user) throws(Failure) {
    do throws(FileProblem) {
      let resolved = try DefinitionFiles.resolved(path)
      descriptor = try Descriptor(Glibc.open(resolved, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
      concerns = try ownership.concerns(folder: resolved)
      self.path = resolved
      displayPath = display
      self.ownership = ownership
    } catch {
      throw error.failure(folder: display)
    }
  }

  /// Reads the definition of an id that `list` gave; fails as `DefinitionFiles.open` does.
  package func open(_ id: String, limit: Int = JSONLimits.definition.bytes) throws(Failure) -> SourceFile {
    let name = id + ".json"
    let display = DefinitionFolder.join(displayPath, name)
    let number = openat(descriptor.number, name, DefinitionFiles.flags)
    // Links, and sockets, which cannot be opened at all.
    if number < 0, errno == ELOOP || errno == ENXIO {
      return try DefinitionFiles.open(
        DefinitionFolder.join(path, name), display: display, limit: limit, for: ownership)
    }
    do throws(FileProblem) {
      let whole = DefinitionFolder.join(path, name)
      let file = try Descriptor(number)
      let (bytes, concern) = try DefinitionFiles.read(file, limit: limit, for: ownership, path: whole)
      return SourceFile(
        displayPath: display, path: whole, bytes: bytes,
        concerns: concern.map { concerns + [$0] } ?? concerns)
    } catch {
      throw error.failure(file: display)
    }
  }

  static func join(_ folder: String, _ name: String) -> String {
    folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
  }
}

extension DefinitionFolder {
  /// What lies in a folder of definitions.
  package struct Listing: Sendable, Equatable {
    /// The ids of `*.json` directly in the folder, in the order of their bytes.
    package var ids: [String]
    /// `file.name` faults of `*.json` whose names cannot be ids.
    package var faults: [Fault]
  }

  /// Lists the definitions; hidden files, as editors leave them, do not count.
  package func list() throws(Failure) -> Listing {
    do throws(FileProblem) {
      let copy = openat(descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard copy >= 0 else { throw .current }
      guard let stream = fdopendir(copy) else {
        let problem = FileProblem.current
        close(copy)
        throw problem
      }
      var listing = Listing(ids: [], faults: [])
      try visitNames(stream) { note($0, in: &listing) }
      listing.ids.sort()
      return listing
    } catch {
      throw error.failure(folder: displayPath)
    }
  }

  private func note(_ name: UnsafeRawBufferPointer, in listing: inout Listing) {
    let ending: StaticString = ".json"
    let length = name.count - ending.utf8CodeUnitCount
    guard length > 0, name[0] != UInt8(ascii: "."),
      memcmp(name.baseAddress! + length, ending.utf8Start, ending.utf8CodeUnitCount) == 0
    else { return }
    let id = name[..<length]
    if DefinitionFolder.isID(id) {
      listing.ids.append(String(decoding: id, as: UTF8.self))
    } else {
      let text = String(decoding: name, as: UTF8.self)
      listing.faults.append(
        Fault(.fileName, ["name": .text(text), "path": .text(DefinitionFolder.join(displayPath, text))]))
    }
  }

  /// Whether the bytes are `[a-z0-9][a-z0-9._-]*`, at most 64 of them.
  private static func isID(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard let first = bytes.first, bytes.count <= 64, isLetterOrDigit(first) else { return false }
    return bytes.allSatisfy { isLetterOrDigit($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z"))
      || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
  }
}

internal import Glibc
package import IntentCore

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
      defer { closedir(stream) }
      var listing = Listing(ids: [], faults: [])
      while true {
        errno = 0
        guard let entry = readdir(stream) else { break }
        let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        let start = UnsafeRawPointer(entry) + offset
        let name = UnsafeRawBufferPointer(
          start: start, count: strlen(start.assumingMemoryBound(to: CChar.self)))
        note(name, in: &listing)
      }
      guard errno == 0 else { throw .current }
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
    return bytes.allSatisfy { byte in
      isLetterOrDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
        || byte == UInt8(ascii: "-")
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z"))
      || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
  }
}

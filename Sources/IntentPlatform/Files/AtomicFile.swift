internal import CPlatform
internal import Glibc
package import IntentCore

/// Writes files so that a reader sees the old one or the new one, whole, also after a power cut.
package enum AtomicFile {
  /// Writes a file beside its place, syncs it and renames it there.
  ///
  /// A link in its place is refused, not followed. Fails with `file.not-regular` or `file.write-failed`.
  /// - Parameter mode: The permission bits, whatever the umask.
  package static func write(_ bytes: [UInt8], to path: String, mode: UInt32) throws(Failure) {
    do throws(FileProblem) {
      let place = try Place(path)
      try place.replace(with: bytes, mode: mode)
    } catch {
      throw error.failure(writing: path)
    }
  }

  /// Removes a regular file; false when there was none. Fails as `write` does.
  @discardableResult
  package static func remove(_ path: String) throws(Failure) -> Bool {
    do throws(FileProblem) {
      let place = try Place(path)
      guard unlinkat(place.folder.number, place.name, 0) == 0 else { throw .current }
      return true
    } catch {
      if case .system(let number) = error, number.means(ENOENT) { return false }
      throw error.failure(writing: path)
    }
  }
}

/// A name in a folder that is open, where nothing is or a regular file.
private struct Place: ~Copyable {
  let folder: Descriptor
  let name: String

  init(_ path: String) throws(FileProblem) {
    guard !path.utf8.contains(0) else { throw .system(ErrorNumber(EINVAL)) }
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    guard !name.isEmpty, name != ".", name != ".." else { throw .irregular("a folder") }
    let folder = try Descriptor(open(path.folderOfPath ?? ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    var status = stat()
    if fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 {
      if let kind = status.irregularKind { throw .irregular(kind) }
    } else if errno != ENOENT {
      throw .current
    }
    self.folder = folder
    self.name = name
  }

  func replace(with bytes: [UInt8], mode: UInt32) throws(FileProblem) {
    let temporary = "." + name + "." + String(UInt64.random(in: .min ... .max), radix: 36)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = try Descriptor(openat(folder.number, temporary, flags, 0o600))
    do throws(FileProblem) {
      if let number = Descriptor.writeAll(file.number, bytes) { throw .system(number) }
      guard fchmod(file.number, mode) == 0, fsync(file.number) == 0,
        renameat(folder.number, temporary, folder.number, name) == 0
      else { throw .current }
    } catch {
      unlinkat(folder.number, temporary, 0)
      throw error
    }
    // Some file systems cannot sync a folder; the file is in its place then all the same.
    fsync(folder.number)
  }
}

/// Makes and removes folders.
package enum Folders {
  /// Makes a folder and the missing ones above it, and answers those that it made, outermost first.
  ///
  /// Fails with `file.write-failed`.
  /// - Parameter mode: The permission bits of new folders, whatever the umask.
  @discardableResult
  package static func make(_ path: String, mode: UInt32) throws(Failure) -> [String] {
    var missing: [String] = []
    var current = path
    while true {
      var status = stat()
      if stat(current, &status) == 0 {
        guard status.st_mode & S_IFMT == S_IFDIR else { throw failure(current, ErrorNumber(ENOTDIR)) }
        break
      }
      guard errno == ENOENT else { throw failure(current, .current) }
      missing.append(current)
      guard let above = current.folderOfPath, above != "/" else { break }
      current = above
    }
    var made: [String] = []
    for folder in missing.reversed() {
      if mkdir(folder, mode) == 0 {
        guard chmod(folder, mode) == 0 else { throw failure(folder, .current) }
        made.append(folder)
      } else if errno != EEXIST {
        throw failure(folder, .current)
      }
    }
    return made
  }

  /// Removes a folder if nothing is in it; false when there is none or it holds something.
  @discardableResult
  package static func removeEmpty(_ path: String) throws(Failure) -> Bool {
    if rmdir(path) == 0 { return true }
    let number = ErrorNumber.current
    guard number.means(ENOENT, ENOTEMPTY, EEXIST, ENOTDIR) else { throw failure(path, number) }
    return false
  }

  private static func failure(_ path: String, _ number: ErrorNumber) -> Failure {
    FileProblem.system(number).failure(writing: path)
  }
}

/// A new folder that only its owner may enter, for work that is thrown away.
package enum PrivateFolder {
  /// Makes the folder below `parent`; fails with `file.write-failed`.
  package static func make(in parent: String) throws(Failure) -> String {
    let template = "\(parent)/runintent-XXXXXX"
    var bytes = Array(template.utf8CString)
    guard mkdtemp(&bytes) != nil else { throw FileProblem.current.failure(writing: template) }
    return String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes the folder with all that is in it; links are not followed.
  package static func discard(_ path: String) { cplatform_discard_folder(path) }
}

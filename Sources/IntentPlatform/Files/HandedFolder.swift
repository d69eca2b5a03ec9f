internal import Glibc
package import IntentCore

/// A folder of ours whose names are links to a descriptor of whoever opens them.
package enum HandedFolder {
  /// Answers the folder's path, after making it and the links where they are missing.
  package static func prepare(
    _ path: String, _ names: [String], _ descriptor: Int32
  ) throws(Failure) -> String {
    guard let folder = try StoreFolder.open(path, creating: true) else { throw Failure(.internalError) }
    let target = "/dev/fd/\(String(descriptor))"
    for name in names where !leads(folder.descriptor, name, to: target) {
      unlinkat(folder.descriptor, name, 0)
      if symlinkat(target, folder.descriptor, name) != 0, !leads(folder.descriptor, name, to: target) {
        throw StoreFailure.unwritable("\(path)/\(name)", code: errno)
      }
    }
    return path
  }

  private static func leads(_ folder: Int32, _ name: String, to target: String) -> Bool {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      guard let start = buffer.baseAddress else { return false }
      let count = readlinkat(folder, name, start, buffer.count)
      return count > 0 && buffer[..<count].elementsEqual(target.utf8.map { CChar(bitPattern: $0) })
    }
  }
}

internal import CPlatform
internal import Glibc
package import IntentCore

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

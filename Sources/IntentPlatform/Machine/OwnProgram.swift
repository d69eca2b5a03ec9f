internal import CPlatform
internal import Glibc

/// The file of the running program.
package enum ProgramFile {
  /// The absolute path, by /proc/self/exe (proc_pid_exe(5)); without /proc by the path that it was started
  /// by, which counts from the working directory.
  package static var path: String? {
    guard
      let found = realpath("/proc/self/exe", nil) ?? cplatform_started_path().flatMap({ realpath($0, nil) })
    else { return nil }
    defer { free(found) }
    return String(validatingCString: found)
  }

  /// Whether the bytes are an executable of this program, of whichever version: one that holds the id of its action
  /// for polkit.
  package static func isOurs(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else { return false }
    var mark = PolkitAction.id
    return mark.withUTF8 { mark in
      bytes.withUnsafeBytes { cplatform_contains($0.baseAddress, $0.count, mark.baseAddress, mark.count) }
    }
  }
}

/// The string catalogs that travel inside the program, as bytes.
package enum EmbeddedTexts {
  /// Messages about faults and the words of the command line.
  package static var messages: [UInt8] { bytes(cplatform_messages) }
  /// What handlers say.
  package static var handlers: [UInt8] { bytes(cplatform_handler_texts) }
  /// The texts of the sample intents.
  package static var samples: [UInt8] { bytes(cplatform_sample_texts) }
  /// The Markdown of the guides, the front page first.
  package static var guides: [String] {
    bytes(cplatform_guides).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func bytes(_ text: (UnsafeMutablePointer<Int>?) -> UnsafePointer<UInt8>?) -> [UInt8] {
    var count = 0
    let start = text(&count)
    return Array(UnsafeBufferPointer(start: start, count: count))
  }
}

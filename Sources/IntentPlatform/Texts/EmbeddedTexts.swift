internal import CPlatform

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

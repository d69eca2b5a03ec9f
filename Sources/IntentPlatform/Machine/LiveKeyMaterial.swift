internal import CPlatform
package import IntentCore

extension KeyMaterial {
  /// By the kernel's random source and the system's crypt.
  package static let live = KeyMaterial(
    random: { count throws(Failure) in
      var bytes = [UInt8](repeating: 0, count: count)
      guard cplatform_random(&bytes, count) else { throw unavailable("getrandom") }
      return bytes
    },
    setting: { () throws(Failure) in
      try text { cplatform_hash_setting($0, $1) }
    },
    hash: { secret, setting throws(Failure) in
      let setting = String(decoding: setting, as: UTF8.self)
      return try text { cplatform_hash(secret, setting, $0, $1) }
    })

  private static func unavailable(_ name: String) -> Failure { Failure(.unavailable, ["name": .text(name)]) }

  /// The text that a function of C writes into a buffer.
  private static func text(_ write: (UnsafeMutablePointer<CChar>, Int) -> Bool) throws(Failure) -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: 512)
    guard write(&buffer, buffer.count) else { throw unavailable("crypt") }
    return buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  }
}

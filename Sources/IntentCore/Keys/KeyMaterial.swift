/// What keys are made of, as closures: random bytes and crypt(3).
package struct KeyMaterial: Sendable {
  /// So many bytes of the kernel's random source (getrandom(2)).
  package var random: @Sendable (Int) throws(Failure) -> [UInt8]
  /// A new setting of the method for a secret (crypt_gensalt(3)).
  package var setting: @Sendable () throws(Failure) -> [UInt8]
  /// The hash of a secret by a setting or an earlier hash (crypt(3)).
  package var hash: @Sendable (_ secret: String, _ setting: [UInt8]) throws(Failure) -> [UInt8]

  package init(
    random: @escaping @Sendable (Int) throws(Failure) -> [UInt8],
    setting: @escaping @Sendable () throws(Failure) -> [UInt8],
    hash: @escaping @Sendable (_ secret: String, _ setting: [UInt8]) throws(Failure) -> [UInt8]
  ) {
    self.random = random
    self.setting = setting
    self.hash = hash
  }

  /// Nothing can be made or compared.
  package static let none = KeyMaterial(
    random: { _ throws(Failure) in throw Failure(.unavailable, ["name": "crypt"]) },
    setting: { () throws(Failure) in throw Failure(.unavailable, ["name": "crypt"]) },
    hash: { _, _ throws(Failure) in throw Failure(.unavailable, ["name": "crypt"]) })

  /// Stands for the hash of a key that there is not, so that finding that out takes as long (yescrypt with
  /// crypt's usual cost).
  package static let decoy = Array("$y$j9T$F5Jx5fExrKuPp53xLKQ..1$".utf8)
}

internal import IntentCore

extension World {
  /// Begins a run by redeeming a key. The secret is hashed here, outside of any transaction, and as long where there
  /// is no such key.
  func redeem(_ use: KeyUse, _ start: RunStart) throws(Failure) -> Int {
    let known = try store.keyHash(use, clock)
    let hash = try keyMaterial().hash(use.key.secret, known ?? KeyMaterial.decoy)
    return try store.redeemKey(use, hash: hash, start, clock)
  }
}

/// The keys of a store; each call is atomic.
package protocol KeyStore: Sendable {
  /// Keeps a key by its hash; fails with `key.clock-back` where the clock shows an earlier moment than the store has
  /// seen.
  ///
  /// - Parameter takesClock: Whether the clock is taken as right even then, which revokes every earlier key.
  /// - Returns: False when another key has the id.
  func addKey(_ key: SharedKey, hash: [UInt8], takesClock: Bool, _ clock: World.Clock) throws(Failure) -> Bool
  /// Every key that was shared, the latest first.
  func keys() throws(Failure) -> [SharedKey]
  /// Whether there is such a key; one that is revoked already stays as it is.
  func revokeKey(_ id: String, at time: WallTime) throws(Failure) -> Bool
  /// The latest moment that any row of the journal or of the keys tells of.
  func latestInstant() throws(Failure) -> WallTime?
  /// The hash that a caller's secret is to be compared with, `nil` where there is no such key; fails with
  /// `key.too-many-tries` or `key.clock-back` where nothing is heard now.
  func keyHash(_ use: KeyUse, _ clock: World.Clock) throws(Failure) -> [UInt8]?
  /// Counts one use down and writes the row `authorised` in one transaction; where the key does not allow the use, the
  /// try is counted and the run refused with `key.refused`.
  ///
  /// - Parameter hash: That of the caller's secret, made as `keyHash` wants it.
  func redeemKey(_ use: KeyUse, hash: [UInt8], _ start: RunStart, _ clock: World.Clock) throws(Failure) -> Int
}

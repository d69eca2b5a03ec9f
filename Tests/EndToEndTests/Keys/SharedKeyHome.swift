import Foundation
import IntentCore
import IntentPlatform
import TestSupport

/// A home with a door of the demo, to which a key was shared.
struct SharedKeyHome {
  let home = TestHome()
  let text: KeyText

  init(uses: Int = 20) throws {
    home.define(
      "unlock",
      #"{ "title": "Unlock", "handler": "lock.set", "with": { "door": "front", "state": "unlocked" } }"#)
    home.define(
      "unlock-back",
      #"{ "title": "Unlock", "handler": "lock.set", "with": { "door": "back", "state": "unlocked" } }"#)
    let material = KeyMaterial.live
    guard let text = KeyText(random: try material.random(KeyText.entropy)) else {
      throw Failure(.internalError)
    }
    self.text = text
    let folder = "\(home.path)/home/.local/state/runintent"
    let clock = World.Clock.live { _, _ throws(Failure) in }
    let store = SQLiteStore(stateFolder: folder, runtimeFolder: folder + "/leases", clock: clock)
    let now = clock.wall()
    let key = SharedKey(
      id: text.id, name: "Ana", door: KeyDoor(provider: "demo", id: "front"), from: now,
      until: now + .seconds(3600), uses: uses, sharedAt: now)
    _ = try store.addKey(
      key, hash: try material.hash(text.secret, try material.setting()), takesClock: false, clock)
  }

  /// The words with the key at standard input.
  func command(_ words: [String], key: String? = nil) -> Spawn {
    var spawn = home.command(words)
    spawn.input = .pipe(Array((key ?? text.text).utf8))
    return spawn
  }
}

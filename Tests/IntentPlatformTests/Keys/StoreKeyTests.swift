import Dispatch
import IntentCore
import IntentPlatform
import Synchronization
import Testing

/// What becomes of keys in the real store; hashes are of crypt where it matters.
@Suite struct StoreKeyTests {
  private final class Machine: Sendable {
    let fixture: StoreFixture
    private let now = Mutex(WallTime(microseconds: 1_796_031_000_000_000))
    init() throws { fixture = try StoreFixture() }

    var clock: World.Clock {
      var clock = World.Clock.sleeping
      clock.wall = { [self] in now.withLock { $0 } }
      return clock
    }

    func pass(_ duration: Duration) { now.withLock { $0 = $0 + duration } }

    var time: WallTime { now.withLock { $0 } }
  }

  private static let text = "k7f3m.4x9q-2h8v-t6wm-8zrn"

  private func share(
    _ machine: Machine, _ change: (inout SharedKey) -> Void = { _ in }, takesClock: Bool = false
  ) throws {
    var key = SharedKey(
      id: "k7f3m", name: "Ana", door: KeyDoor(provider: "mqtt", id: "front"), from: machine.time,
      until: machine.time + .seconds(3600), uses: 2, sharedAt: machine.time)
    change(&key)
    key.usesLeft = key.uses
    #expect(
      try machine.fixture.store().addKey(
        key, hash: Array("right".utf8), takesClock: takesClock, machine.clock))
  }

  private func use(
    _ door: String = "front", provider: String = "mqtt", _ action: Capability.LockAction = .unlock,
    key: String = text, from source: RunSource = .script
  ) -> KeyUse {
    KeyUse(
      PresentedKey(Array(key.utf8)), action, KeyDoor(provider: provider, id: door), from: source)
  }

  /// The number of the run, or the code and the rule of the refusal.
  private func redeem(_ machine: Machine, _ use: KeyUse, hash: String = "right") -> String {
    let store = machine.fixture.store()
    do throws(Failure) {
      _ = try store.keyHash(use, machine.clock)
      let run = try store.redeemKey(use, hash: Array(hash.utf8), .sample(), machine.clock)
      return try store.runs(JournalQuery()).first { $0.run == run }?.start.rule ?? "no row"
    } catch {
      guard let fault = error.faults.first, case .text(let rule)? = fault["rule"] else { return "\(error)" }
      return "\(fault.code.id): \(rule)"
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var door = "front"
    var provider = "mqtt"
    var action = Capability.LockAction.unlock
    var key = text
    var hash = "right"
    var after = Duration.zero
    var outcome: String
    var change: @Sendable (inout SharedKey) -> Void = { _ in }
  }

  static let cases: [Case] = [
    Case(testDescription: "its own door", outcome: "key k7f3m (Ana)"),
    Case(
      testDescription: "a door whose name goes on", door: "front_door",
      outcome: "key.refused: key k7f3m: for another door"),
    Case(
      testDescription: "a door whose name is shorter", door: "fron",
      outcome: "key.refused: key k7f3m: for another door"),
    Case(
      testDescription: "a door with a mark on its last letter", door: "front\u{301}",
      outcome: "key.refused: key k7f3m: for another door"),
    Case(
      testDescription: "the door of another provider", provider: "ha",
      outcome: "key.refused: key k7f3m: for another door"),
    Case(
      testDescription: "opening", action: .open, outcome: "key.refused: key k7f3m: not for opening"),
    Case(
      testDescription: "opening where it was shared for that", action: .open, outcome: "key k7f3m (Ana)"
    ) { $0.opens = true },
    Case(testDescription: "a wrong secret", hash: "wrong", outcome: "key.refused: key k7f3m: wrong"),
    Case(testDescription: "a hash that begins right", hash: "righ", outcome: "key.refused: key k7f3m: wrong"),
    Case(
      testDescription: "a wrong id", key: "k7f3n.4x9q-2h8v-t6wm-8zrn", outcome: "key.refused: key: wrong"),
    Case(testDescription: "no key at all", key: "let me in", outcome: "key.refused: key: wrong"),
    Case(
      testDescription: "the last moment", after: .seconds(3600) - .microseconds(1),
      outcome: "key k7f3m (Ana)"),
    Case(
      testDescription: "its end", after: .seconds(3600), outcome: "key.refused: key k7f3m: expired"),
    Case(testDescription: "before its time", outcome: "key.refused: key k7f3m: early") {
      $0.from = $0.from + .seconds(1)
    },
    Case(testDescription: "its beginning", after: .seconds(1), outcome: "key k7f3m (Ana)") {
      $0.from = $0.from + .seconds(1)
    },
  ]

  @Test(arguments: cases) func `a key opens one door in its time`(_ sample: Case) throws {
    let machine = try Machine()
    try share(machine, sample.change)
    machine.pass(sample.after)
    let use = use(sample.door, provider: sample.provider, sample.action, key: sample.key)
    #expect(redeem(machine, use, hash: sample.hash) == sample.outcome)
    let left = try machine.fixture.store().keys().first?.usesLeft
    #expect(left == (sample.outcome.hasPrefix("key.") ? 2 : 1))
  }

  @Test func `every refusal says the same`() {
    let texts = SharedKey.Refusal.allCases.map { refusal -> Failure in
      var failure = Failure(refusing: use(), refusal, "k7f3m")
      failure.faults[0].arguments.removeAll { $0.name == "rule" }
      return failure
    }
    #expect(texts.allSatisfy { $0 == texts[0] })
  }

  @Test func `uses are counted down, and revoking ends it`() throws {
    let machine = try Machine()
    try share(machine)
    #expect(redeem(machine, use()) == "key k7f3m (Ana)")
    #expect(redeem(machine, use()) == "key k7f3m (Ana)")
    #expect(redeem(machine, use()) == "key.refused: key k7f3m: used up")
    let again = try Machine()
    try share(again)
    #expect(try again.fixture.store().revokeKey("k7f3m", at: again.time))
    #expect(redeem(again, use()) == "key.refused: key k7f3m: revoked")
    #expect(try !again.fixture.store().revokeKey("other", at: again.time))
  }

  @Test func `a refused key leaves no row, and one that opens leaves one that is on the disk first`() throws {
    let machine = try Machine()
    try share(machine)
    _ = redeem(machine, use(), hash: "wrong")
    #expect(try machine.fixture.store().runs(JournalQuery()).isEmpty)
    _ = redeem(machine, use())
    #expect(try machine.fixture.store().runs(JournalQuery()).count == 1)
  }

  @Test func `wrong keys are heard five times, whoever asks next and in another process`() throws {
    let machine = try Machine()
    try share(machine)
    for _ in 0..<5 { #expect(redeem(machine, use(), hash: "wrong") == "key.refused: key k7f3m: wrong") }
    // The right one too, so that what is tried beyond tells nothing.
    #expect(redeem(machine, use()) == "key.too-many-tries: too many wrong keys")
    #expect(redeem(machine, use(from: .timer)) == "key k7f3m (Ana)", "another kind of caller")
    #expect(redeem(machine, use("back")) == "key.refused: key k7f3m: for another door", "another door")
    machine.pass(.seconds(900))
    #expect(redeem(machine, use()) == "key k7f3m (Ana)")
  }

  @Test func `no key is good while the clock is behind what the store has seen`() throws {
    let machine = try Machine()
    try share(machine)
    machine.pass(.seconds(-20))
    #expect(redeem(machine, use()) == "key.clock-back: the clock went back")
    machine.pass(.seconds(20))
    #expect(redeem(machine, use()) == "key k7f3m (Ana)")
    var start = RunStart.sample()
    start.at = machine.time + .seconds(1)
    _ = try machine.fixture.store().beginRun(start)
    #expect(redeem(machine, use()) == "key k7f3m (Ana)", "another run noted its moment a little later")
    start.at = machine.time + .seconds(60)
    _ = try machine.fixture.store().beginRun(start)
    #expect(redeem(machine, use()) == "key.clock-back: the clock went back", "a run of any intent")
  }

  @Test func `an expired key is not good again when the clock is set back and taken as right`() throws {
    let machine = try Machine()
    try share(machine)
    machine.pass(.seconds(4000))
    #expect(redeem(machine, use()) == "key.refused: key k7f3m: expired")
    machine.pass(.seconds(-2000))
    #expect(throws: Failure.self) { try share(machine, { $0.id = "aaaaa" }) }
    try share(machine, { $0.id = "aaaaa" }, takesClock: true)
    #expect(redeem(machine, use()) == "key.refused: key k7f3m: revoked")
    #expect(redeem(machine, use(key: "aaaaa.4x9q-2h8v-t6wm-8zrn")) == "key aaaaa (Ana)")
  }

  @Test func `a journal without keys has no table for them`() throws {
    let machine = try Machine()
    _ = try machine.fixture.store().beginRun(.sample())
    try sql(machine.fixture.journal, "CREATE TABLE keys(x)")
  }

  @Test func `crypt's own hash is compared, and a key that is not there costs as much`() throws {
    let material = KeyMaterial.live
    let hash = try material.hash("secret", try material.setting())
    #expect(hash.starts(with: "$y$j9T$".utf8))
    #expect(try material.hash("secret", hash) == hash)
    #expect(try material.hash("Secret", hash) != hash)
    let decoy = try material.hash("secret", KeyMaterial.decoy)
    #expect(decoy.count == hash.count, "the same method and cost")
    #expect(try material.random(32) != material.random(32))
  }
}

/// Many at once, each with a connection of its own, without the lease that runs have before.
@Suite struct StoreKeyRaceTests {
  @Test func `of 64 that redeem a key for one use at once, one does`() throws {
    let fixture = try StoreFixture()
    let clock = World.Clock.sleeping
    let door = KeyDoor(provider: "mqtt", id: "front")
    let now = clock.wall()
    let key = SharedKey(
      id: "k7f3m", name: "Ana", door: door, from: now, until: now + .seconds(3600), uses: 1, sharedAt: now)
    #expect(try fixture.store().addKey(key, hash: [1], takesClock: false, clock))
    let use = KeyUse(PresentedKey(Array("k7f3m.4x9q-2h8v-t6wm-8zrn".utf8)), .unlock, door, from: .script)
    let outcomes = Mutex<[String: Int]>([:])
    let stores = (0..<64).map { _ in fixture.store() }
    DispatchQueue.concurrentPerform(iterations: 64) { number in
      var outcome = "opened"
      do throws(Failure) {
        _ = try stores[number].keyHash(use, clock)
        _ = try stores[number].redeemKey(use, hash: [1], .sample(), clock)
      } catch {
        outcome = error.faults.first?.code.id ?? ""
      }
      outcomes.withLock { $0[outcome, default: 0] += 1 }
    }
    let counted = outcomes.withLock { $0 }
    #expect(counted["opened"] == 1, "\(counted)")
    #expect(counted["key.refused", default: 0] <= KeyLimits.perPlace)
    #expect(Set(counted.keys).isSubset(of: ["opened", "key.refused", "key.too-many-tries"]), "\(counted)")
    #expect(try fixture.store().runs(JournalQuery()).count == 1)
    #expect(try fixture.store().keys().map(\.usesLeft) == [0])
  }
}

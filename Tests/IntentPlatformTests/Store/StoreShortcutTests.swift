import IntentCore
import IntentPlatform
import Testing

@Suite struct StoreShortcutTests {
  private static func shortcut(_ name: String, _ door: String = "front") -> Shortcut {
    Shortcut(
      name: name, intent: "unlock-door", path: "/home/ana/intents/unlock-door.json",
      parameters: ["door": .string(door)], phrases: ["open up", "line\nbreak"])
  }

  @Test func `shortcuts are kept in a file of their own`() throws {
    let fixture = try StoreFixture()
    #expect(try fixture.store().shortcuts() == [])
    #expect(!exists(fixture.stateFolder + "/shortcuts.sqlite"))
    #expect(try !fixture.store().removeShortcut("evening"))
    #expect(!exists(fixture.stateFolder + "/shortcuts.sqlite"))
    #expect(try fixture.store().keep(Self.shortcut("Evening"), replacing: nil))
    #expect(try fixture.store().keep(Self.shortcut("Art"), replacing: nil))
    #expect(try fixture.store().shortcuts() == [Self.shortcut("Art"), Self.shortcut("Evening")])
    #expect(!exists(fixture.journal) && !exists(fixture.state))
    #expect(try fixture.store().removeShortcut("art"))
    #expect(try !fixture.store().removeShortcut("art"))
    #expect(try fixture.store().shortcuts().map(\.name) == ["Evening"])
  }

  @Test func `a name is one shortcut's`() throws {
    let store = try StoreFixture().store()
    #expect(try store.keep(Self.shortcut("Evening"), replacing: nil))
    #expect(try !store.keep(Self.shortcut("EVENING", "back"), replacing: nil))
    #expect(try store.keep(Self.shortcut("Night"), replacing: nil))
    #expect(try !store.keep(Self.shortcut("evening"), replacing: "night"))
    #expect(try store.shortcuts().map(\.name) == ["Evening", "Night"])
    #expect(try store.keep(Self.shortcut("EVENING", "back"), replacing: "evening"))
    #expect(try store.keep(Self.shortcut("Late"), replacing: "night"))
    #expect(try store.shortcuts() == [Self.shortcut("EVENING", "back"), Self.shortcut("Late")])
  }

  @Test func `a name is the same however its accents are encoded`() throws {
    let store = try StoreFixture().store()
    #expect(try store.keep(Self.shortcut("Caf\u{E9}"), replacing: nil))
    #expect(try !store.keep(Self.shortcut("Cafe\u{301}", "back"), replacing: nil))
    #expect(try store.shortcuts().map(\.parameters) == [["door": .string("front")]])
    #expect(try store.keep(Self.shortcut("Cafe\u{301}", "back"), replacing: "caf\u{E9}"))
    #expect(try store.shortcuts() == [Self.shortcut("Cafe\u{301}", "back")])
  }

  @Test func `a run opens nothing of it`() throws {
    let fixture = try StoreFixture()
    let store = fixture.store()
    let run = try store.beginRun(.sample())
    try store.finishRun(run, .sample())
    #expect(!exists(fixture.stateFolder + "/shortcuts.sqlite"))
  }
}

import Glibc
import IntentCore
import Testing

@testable import IntentPlatform

@Suite("The machine")
struct MachineTests {
  let machine = World.Machine.live(
    World.Caller(user: 0, group: 0, workingDirectory: "/", environment: []))

  private func text(_ path: String) -> String? {
    World.Files.live.read(path, 4096).map { String(decoding: $0, as: UTF8.self).filter { $0 != "\n" } }
  }

  @Test func theLoopbackInterface() throws {
    let all = try machine.interfaces()
    let loopback = try #require(all.first { $0.name == "lo" })
    #expect(loopback.isLoopback)
    #expect(!loopback.isPointToPoint)
    if loopback.isUp { #expect(loopback.addresses.contains("127.0.0.1/8")) }
    #expect(Set(all.map(\.name)).count == all.count)
  }

  @Test func countersAreThoseOfTheKernel() throws {
    for interface in try machine.interfaces() where !interface.isUp {
      guard let received = text("/sys/class/net/\(interface.name)/statistics/rx_bytes") else { continue }
      #expect(interface.counters?.received == UInt64(received))
    }
    #expect(try machine.interfaces().contains { $0.counters != nil })
  }

  @Test func space() throws {
    let space = try #require(machine.space("/"))
    #expect(space.total > 0)
    #expect(space.available <= space.free)
    #expect(space.free <= space.total)
    #expect(machine.space("/nowhere/at/all") == nil)
    #expect(machine.space("/\0") == nil)
  }

  @Test func nameAndProcessors() {
    #expect(machine.hostName() == text("/proc/sys/kernel/hostname"))
    #expect((1...sysconf(Int32(_SC_NPROCESSORS_CONF))).contains(machine.processorCount()))
  }
}

@Suite("The clocks")
struct ClockTests {
  @Test func bothRun() {
    let (wall, monotonic) = (World.Clock.wallNow(), World.Clock.monotonicNow())
    usleep(2000)
    #expect(World.Clock.wallNow() - wall >= .milliseconds(1))
    #expect(World.Clock.monotonicNow() - monotonic >= .milliseconds(2))
    #expect(abs(wall.microseconds / 1_000_000 - Glibc.time(nil)) <= 1)
  }

  @Test func localTimeByZone() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "Europe/Belgrade", 1)
      tzset()
      guard access("/usr/share/zoneinfo/Europe/Belgrade", R_OK) == 0 else { return }
      let summer = World.Clock.local(WallTime(microseconds: 1_750_000_000_999_999))
      #expect(
        summer
          == CalendarTime(year: 2025, month: 6, day: 15, hour: 17, minute: 6, second: 40, offset: 7200))
      let winter = World.Clock.local(WallTime(microseconds: 1_736_942_400_000_000))
      #expect(winter.offset == 3600)
    }
    await #expect(processExitsWith: .success) {
      setenv("TZ", "UTC0", 1)
      tzset()
      let before = World.Clock.local(WallTime(microseconds: -1))
      #expect(
        before
          == CalendarTime(year: 1969, month: 12, day: 31, hour: 23, minute: 59, second: 59, offset: 0))
      _ = World.Clock.local(WallTime(microseconds: .max))
      _ = World.Clock.local(WallTime(microseconds: .min))
    }
  }
}

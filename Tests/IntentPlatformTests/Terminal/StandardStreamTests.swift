import Foundation
import Glibc
import IntentCore
import JSONLogic
import Testing

@testable import IntentPlatform

@Suite("The standard streams", .timeLimit(.minutes(1)))
struct StandardStreamTests {
  @Test func aFullDiskIsReported() {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    #expect(Descriptor.writeAll(full, Array("x".utf8)) == ErrorNumber(ENOSPC))
    #expect(Descriptor.writeAll(full, []) == nil)
    #expect(Descriptor.writeAll(-1, [1]) == ErrorNumber(EBADF))
  }

  @Test(arguments: [Int32(0), O_NONBLOCK])
  func aSlowReaderGetsEverything(_ flags: Int32) {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    _ = fcntl(ends[1], F_SETFL, flags)
    let (reader, writer) = (ends[0], ends[1])
    nonisolated(unsafe) var received: [UInt8] = []
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      var bytes = [UInt8](repeating: 0, count: 30_000)
      while case let count = read(reader, &bytes, bytes.count), count > 0 {
        received += bytes.prefix(count)
        usleep(1000)
      }
      done.signal()
    }
    let sent = (0..<500_000).map { UInt8(truncatingIfNeeded: $0) }
    #expect(Descriptor.writeAll(writer, sent) == nil)
    close(writer)
    done.wait()
    close(reader)
    #expect(received == sent)
  }

  @Test(arguments: [Int32(0), O_NONBLOCK])
  func inputIsReadToItsEnd(_ flags: Int32) throws {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    _ = fcntl(ends[0], F_SETFL, flags)
    let writer = ends[1]
    Thread.detachNewThread {
      for _ in 0..<10 {
        _ = Descriptor.writeAll(writer, [UInt8](repeating: 7, count: 10_000))
        usleep(1000)
      }
      close(writer)
    }
    #expect(try Descriptor.readAll(ends[0], atMost: 100_001) == .init(repeating: 7, count: 100_000))
    close(ends[0])
    #expect(throws: FileProblem.system(ErrorNumber(EBADF))) { try Descriptor.readAll(-1, atMost: 1) }
  }

  @Test func inputHasALimit() async {
    await #expect(processExitsWith: .success) {
      let streams = StandardStream.prepare()
      dup2(open("/dev/zero", O_RDONLY), 0)
      let failure = #expect(throws: Failure.self) { try streams.readInput(limit: 1 << 20) }
      #expect(failure?.faults.first?.code == .fileTooLarge)
      dup2(open("/dev/null", O_RDONLY), 0)
      #expect((try? streams.readInput(limit: 10)) == [])
      dup2(open("/", O_RDONLY), 0)
      let unreadable = #expect(throws: Failure.self) { try streams.readInput(limit: 10) }
      #expect(unreadable?.faults.first?["reason"] == "Is a directory")
    }
    await #expect(processExitsWith: .success) {
      close(0)
      let failure = #expect(throws: Failure.self) { try StandardStream.prepare().readInput(limit: 10) }
      #expect(failure?.faults.first?.code == .fileUnreadable)
    }
  }

  @Test func aReaderThatLeftIsReported() async {
    await #expect(processExitsWith: .success) {
      let streams = StandardStream.prepare()
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      close(ends[0])
      #expect(Descriptor.writeAll(ends[1], [1]) == ErrorNumber(EPIPE))
      dup2(ends[1], 1)
      #expect(streams.write([1], to: .output) == ErrorNumber(EPIPE))
    }
  }

  @Test func closedDescriptorsAreFilledAndRemembered() async {
    await #expect(processExitsWith: .success) {
      close(0)
      close(1)
      let streams = StandardStream.prepare()
      #expect(streams.wasClosed(.input))
      #expect(streams.wasClosed(.output))
      #expect(!streams.wasClosed(.errors))
      #expect(streams.write([1], to: .output) == ErrorNumber(EBADF))
      #expect(streams.write([], to: .output) == nil)
      #expect(open("/dev/null", O_RDONLY) > 2)
      var byte: UInt8 = 0
      #expect(read(0, &byte, 1) == 0)
    }
  }

  @Test func aCrashEndsTheProcessAtOnce() async {
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      signal(SIGSEGV) { _ in exit(0) }
      _ = StandardStream.prepare()
      raise(SIGSEGV)
    }
  }

  @Test func argumentsByTheirBytes() {
    func read(_ words: [[UInt8]]) -> Arguments {
      var pointers = words.map { word in strdup(word.map { CChar(bitPattern: $0) } + [0]) } + [nil]
      defer { for pointer in pointers { free(pointer) } }
      return Arguments.read(Int32(words.count), &pointers)
    }
    let name = Array("runintent".utf8)
    #expect(read([]) == Arguments(arguments: [], invalid: []))
    #expect(read([name]) == Arguments(arguments: [], invalid: []))
    let arguments = read([name, Array("ключ".utf8), [0x61, 0xFF], [], [0xC0, 0x80], [0xED, 0xA0, 0x80]])
    #expect(arguments.arguments.prefix(3) == ["ключ", "a\u{FFFD}", ""])
    #expect(arguments.arguments.count == 5)
    #expect(arguments.invalid == [1, 3, 4])
  }

  @Test func whatIsKnownOfATerminal() {
    let terminal = Pseudoterminal()
    let environment = Environment(["TERM": "xterm", "COLUMNS": "77"])
    #expect(
      TerminalFacts(terminal.terminal, environment)
        == TerminalFacts(isTerminal: true, width: 77, name: "xterm"))
    var size = winsize(ws_row: 25, ws_col: 132, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal.terminal, UInt(TIOCSWINSZ), &size)
    #expect(TerminalFacts(terminal.terminal, environment).width == 132)
    let null = open("/dev/null", O_RDWR)
    defer { close(null) }
    #expect(
      TerminalFacts(null, Environment(["COLUMNS": "x"]))
        == TerminalFacts(isTerminal: false, width: nil, name: ""))
    #expect(TerminalFacts(null, Environment(["COLUMNS": "-3"])).width == nil)
    #expect(TerminalFacts(null, Environment(["COLUMNS": "40"])).width == 40)
  }
}

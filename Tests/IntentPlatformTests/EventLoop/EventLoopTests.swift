import Glibc
import IntentCore
import Testing

@testable import IntentPlatform

@Suite struct EventLoopTests {
  @Test func `gives back what the work returns`() throws {
    let answer = try EventLoop.run { _ throws(Failure) in 42 }
    #expect(answer == 42)
  }

  @Test func `fails as the work fails`() {
    #expect(throws: Failure(.busy)) {
      try EventLoop.run { _ throws(Failure) in throw Failure(.busy) }
    }
  }

  @Test func `stays on the thread that called it`() throws {
    let caller = UInt(pthread_self())
    let seen = try EventLoop.run { loop async throws(Failure) -> [UInt] in
      var threads = [UInt(pthread_self())]
      try await loop.wait(until: EventLoop.now() + .milliseconds(2), CancellationSource())
      threads.append(UInt(pthread_self()))
      async let child = UInt(pthread_self())
      threads.append(await child)
      await Task.yield()
      threads.append(UInt(pthread_self()))
      return threads
    }
    #expect(seen == [caller, caller, caller, caller])
  }

  @Test func `waits for many moments at once and wakes in their order`() throws {
    let began = EventLoop.now()
    let order = try EventLoop.run { loop async throws(Failure) -> [Int] in
      await withTaskGroup(of: Int.self) { group in
        for milliseconds in [30, 10, 20, 10] {
          group.addTask {
            try? await loop.wait(until: began + .milliseconds(milliseconds), CancellationSource())
            return milliseconds
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(order == [10, 10, 20, 30])
    #expect(EventLoop.now() - began >= .milliseconds(30))
  }

  @Test func `a moment that has passed does not wait`() throws {
    try EventLoop.run { loop async throws(Failure) in
      try await loop.wait(until: MonotonicTime(nanoseconds: 0), CancellationSource())
    }
  }

  @Test func `wakes when there is something to read`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    defer { close(reading) }
    let byte = try EventLoop.run { loop async throws(Failure) -> UInt8 in
      async let written: Void = {
        try? await loop.wait(until: EventLoop.now() + .milliseconds(5), CancellationSource())
        try? await loop.wait(for: writing, .writable, CancellationSource())
        _ = write(writing, [7], 1)
        close(writing)
      }()
      try await loop.wait(for: reading, .readable, CancellationSource())
      var byte: UInt8 = 0
      _ = read(reading, &byte, 1)
      await written
      return byte
    }
    #expect(byte == 7)
  }

  @Test func `a wait for a descriptor can be cancelled`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let reading = ends[0]
    defer { for end in ends { close(end) } }
    #expect(throws: CancellationReason.deadline(.milliseconds(5)).failure) {
      try EventLoop.run { loop async throws(Failure) in
        try await loop.withLimit(.milliseconds(5), under: nil) { limit throws(Failure) in
          try await loop.wait(for: reading, .readable, limit)
        }
      }
    }
  }
}

import Foundation
import TestSupport
import Testing

/// The house as its laboratory measures it: sizes, rings, and how many files a run passes.
@Suite struct HouseTests {
  private static func hasTool(_ name: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)")
  }

  private static func measure(_ script: String) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = Repository.root.appending(path: "Tests/Laboratories/House/\(script)")
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  @Test func `the sources are as small as planned`() throws {
    let (status, output) = try Self.measure("size")
    #expect(status == 0, "\(output)")
  }

  @Test func `no folders and no files need each other in a large circle`() throws {
    let (status, output) = try Self.measure("rings")
    #expect(status == 0, "\(output)")
  }

  @Test func `the usual changes touch few files`() throws {
    let (status, output) = try Self.measure("tasks")
    #expect(status == 0, "\(output)")
  }

  @Test(.enabled(if: hasTool("valgrind") && hasTool("addr2line"), "it takes valgrind and binutils"))
  func `a run passes few files`() throws {
    let (status, output) = try Self.measure("executed")
    #expect(status == 0, "\(output)")
  }
}

internal import CPlatform
internal import Glibc
internal import IntentCore

/// A program that is open with exactly the bytes that it must have, until it has begun.
///
/// The file itself is run, so that the program finds what lies beside it; where writers cannot be kept out of
/// it meanwhile, a sealed copy is.
final class VerifiedProgram {
  private let file: Descriptor

  var descriptor: Int32 { file.number }

  /// Fails with `fileChanged` when the file has other bytes, with `executableFailed` when it cannot be opened.
  init(_ contents: [UInt8], of request: ProcessRequest) throws(Failure) {
    let file = try Self.opened(request) { cplatform_open_program(request.executable, $0) }
    // The writers first: what is compared then stays.
    let keepsWritersOut = cplatform_keep_writers_out(file.number)
    guard contents.withUnsafeBytes({ cplatform_holds(file.number, $0.baseAddress, $0.count) }) else {
      throw Failure(.fileChanged, ["path": .text(request.executable)])
    }
    if keepsWritersOut {
      self.file = file
    } else {
      self.file = try Self.opened(request) { descriptor in
        contents.withUnsafeBytes { cplatform_sealed_contents($0.baseAddress, $0.count, descriptor) }
      }
    }
  }

  private static func opened(
    _ request: ProcessRequest, by open: (UnsafeMutablePointer<Int32>) -> Int32
  ) throws(Failure) -> Descriptor {
    var number: Int32 = -1
    let error = open(&number)
    if error != 0 { throw request.cannotRun(SystemError(number: error).text) }
    do throws(FileProblem) {
      return try Descriptor(number)
    } catch {
      throw error.failure(file: request.executable)
    }
  }
}

internal import CPlatform
internal import Glibc
internal import IntentCore

/// Contents that a program gets open, kept until it was started.
struct HandedDescriptors: ~Copyable {
  private(set) var entries: UnsafeMutableBufferPointer<cplatform_handed>
  private var count = 0

  /// Fails with `executableFailed` for a number that is out of range or given twice, and where memory cannot be had.
  ///
  /// - Parameter progress: What becomes descriptor 3, or -1.
  init(of request: ProcessRequest, progress: Int32 = -1) throws(Failure) {
    if request.descriptors.isEmpty, progress < 0 {
      entries = UnsafeMutableBufferPointer(start: nil, count: 0)
      return
    }
    entries = .allocate(capacity: request.descriptors.count + (progress < 0 ? 0 : 1))
    if progress >= 0 {
      let descriptor = fcntl(progress, F_DUPFD_CLOEXEC, Int32(cplatform_last_handed) + 1)
      if descriptor < 0 { throw request.cannotRun(SystemError(number: errno).text) }
      entries.initializeElement(
        at: 0, to: cplatform_handed(descriptor: descriptor, number: ProgressPipe.number))
      count = 1
      if request.descriptors.isEmpty { return }
    }
    for handed in request.descriptors {
      guard (cplatform_first_handed...cplatform_last_handed).contains(Int(handed.number)),
        !entries[..<count].contains(where: { $0.number == handed.number })
      else { throw request.cannotRun("it cannot be given the descriptor \(handed.number)") }
      var descriptor: Int32 = -1
      let error = handed.contents.withUnsafeBytes {
        cplatform_sealed_contents($0.baseAddress, $0.count, &descriptor)
      }
      if error != 0 { throw request.cannotRun(SystemError(number: error).text) }
      entries.initializeElement(
        at: count, to: cplatform_handed(descriptor: descriptor, number: handed.number))
      count += 1
    }
  }

  deinit {
    for index in 0..<count { close(entries[index].descriptor) }
    entries.deallocate()
  }
}

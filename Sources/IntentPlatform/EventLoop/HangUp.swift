internal import Glibc

extension EventLoop {
  /// Calls the action once when the reader of a pipe that we write to has gone; never for anything but a pipe, which
  /// alone poll(2) watches without reading.
  package func onHangUp(of descriptor: Int32, _ action: @escaping @Sendable () -> Void) {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFIFO else { return }
    var watching: Watch?
    watching = watch(descriptor, .readable) { [unowned self] in
      if let watch = watching { forget(watch) }
      watching = nil
      action()
    }
  }
}

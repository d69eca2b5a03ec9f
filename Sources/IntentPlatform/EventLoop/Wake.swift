/// Lets one task sleep until the first of several events; it stays awake after that.
final class Wake: @unchecked Sendable {
  private var sleeper: UnsafeContinuation<Void, Never>?
  private(set) var isFired = false

  func fire() {
    isFired = true
    if let sleeper {
      self.sleeper = nil
      sleeper.resume()
    }
  }

  func wait() async {
    if isFired { return }
    await withUnsafeContinuation { sleeper = $0 }
  }
}

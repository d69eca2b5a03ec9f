import Foundation
import Synchronization

/// Reads the command lines and environments of all processes that have a word in their environment, again and
/// again while a run lasts.
final class ProcessSampler: Sendable {
  struct Sample: Hashable {
    var name: String
    var bytes: Data
  }

  private let word: Data
  private let state = Mutex<(samples: Set<Sample>, isOver: Bool)>(([], false))
  private let ended = DispatchSemaphore(value: 0)

  init(_ word: String) {
    self.word = Data(word.utf8)
    Thread.detachNewThread { [self] in
      while !state.withLock({ $0.isOver }) {
        look()
        usleep(500)
      }
      ended.signal()
    }
  }

  private func look() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] where Int(name) != nil {
      // One that becomes another program meanwhile would have the environment of the one and the name of the other.
      guard let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline"),
        let environment = FileManager.default.contents(atPath: "/proc/\(name)/environ"),
        environment.range(of: word) != nil,
        FileManager.default.contents(atPath: "/proc/\(name)/cmdline") == line
      else { continue }
      let program = String(decoding: line.prefix { $0 != 0 }, as: UTF8.self)
      state.withLock { state in
        state.samples.insert(Sample(name: "command line of \(program)", bytes: line))
        state.samples.insert(Sample(name: "environment of \(program)", bytes: environment))
      }
    }
  }

  func end() -> Set<Sample> {
    state.withLock { $0.isOver = true }
    ended.wait()
    return state.withLock { $0.samples }
  }
}

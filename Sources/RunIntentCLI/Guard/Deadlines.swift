internal import IntentCore
internal import IntentEngine

extension Session {
  /// Before what reads or changes a state; what could not be kept is only warned of.
  mutating func honourDeadlines() async {
    do throws(Failure) {
      try await Deadline.honourDue(in: world, environment.interruption)
    } catch {
      warn(error.asWarnings)
    }
  }
}

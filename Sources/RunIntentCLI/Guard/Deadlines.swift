internal import IntentCore
package import IntentEngine
internal import IntentPlatform

extension Session {
  /// Before what reads or changes a state; what could not be kept is only warned of.
  mutating func honourDeadlines() async {
    do throws(Failure) {
      try await HonouredDeadlines.honour(world, cancellation: environment.interruption)
    } catch {
      warn(error.asWarnings)
    }
  }
}

extension Guardian {
  /// For a machine where nothing can be guarded.
  package static let none = Guardian(
    holder: { nil }, take: { () throws(Failure) in throw Failure(.unavailable, ["name": "guard"]) },
    store: { HomelessStore() },
    alarm: { () throws(Failure) in throw Failure(.unavailable, ["name": "guard"]) })
}

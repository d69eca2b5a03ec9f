/// Something that must happen at a date, whoever is running then.
package struct Deadline: Sendable, Equatable {
  /// The resource, such as `lock:demo:front`.
  package var resource: String
  /// What is to be done, such as `lock`.
  package var action: String
  package var due: WallTime
  /// When so much time of this boot has passed that it is due whatever the wall clock shows; `nil` where the
  /// date alone counts.
  package var latest: BootTime?

  package init(resource: String, action: String, due: WallTime, latest: BootTime? = nil) {
    self.resource = resource
    self.action = action
    self.due = due
    self.latest = latest
  }

  /// Due after so much time, which setting the clock back does not lengthen.
  package init(resource: String, action: String, after duration: Duration, _ clock: World.Clock) {
    self.init(resource: resource, action: action, due: clock.wall() + duration, latest: clock.boot + duration)
  }

  package func isDue(_ clock: World.Clock) -> Bool {
    if due <= clock.wall() { return true }
    guard let latest, let over = clock.boot.since(latest) else { return false }
    return over >= .zero
  }
}

/// The state of a demo device, as the store keeps it.
package struct DeviceState: Sendable, Equatable {
  package var state: String
  package var since: WallTime
  /// Free text of the device's own, such as the reason of its last failure.
  package var note: String

  package init(state: String, since: WallTime, note: String = "") {
    self.state = state
    self.since = since
    self.note = note
  }
}

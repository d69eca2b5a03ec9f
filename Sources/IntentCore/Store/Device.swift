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

/// Something that must happen at a date, whoever is running then.
package struct Deadline: Sendable, Equatable {
  /// The resource, such as `lock:demo:front`.
  package var resource: String
  /// What is to be done, such as `lock`.
  package var action: String
  package var due: WallTime

  package init(resource: String, action: String, due: WallTime) {
    self.resource = resource
    self.action = action
    self.due = due
  }
}

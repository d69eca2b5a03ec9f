/// What the machine has to call programs at a time.
package enum Scheduler: String, CaseIterable, Sendable {
  case systemd, crontab

  /// As people say it.
  package var words: String {
    switch self {
    case .systemd: "a timer of systemd"
    case .crontab: "the crontab"
    }
  }
}

/// The XDG folders of the user, absolute, which are `nil` without a home, and root's.
package struct UserPlaces: Sendable {
  package var home: String?
  package var config: String?
  package var data: String?
  package var state: String?
  package var working: String
  /// Where root says what holds for everybody.
  package var system: String

  package init(
    home: String?, config: String?, data: String?, state: String? = nil, working: String,
    system: String = "/etc/runintent"
  ) {
    self.home = home
    self.config = config
    self.data = data
    self.state = state
    self.working = working
    self.system = system
  }
}

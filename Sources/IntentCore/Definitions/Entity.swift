/// A thing that a parameter picks from a live list: a VPN profile, a door.
package struct Entity: Sendable, Equatable {
  /// What a parameter's value becomes, such as `demo:front`.
  package var id: String
  package var title: String
  /// Other words that people may type for it, such as `front`.
  package var names: [String]

  package init(id: String, title: String, names: [String] = []) {
    self.id = id
    self.title = title
    self.names = names
  }
}

/// What was found about one thing that runs depend on.
struct Diagnosis {
  enum State: String, CaseIterable {
    case good
    /// Not there, and nothing is missing for it.
    case absent
    case bad
  }

  /// The stable name, such as `store`.
  var name: String
  var state: State
  var text: String
  /// What was seen, a line each.
  var details: [String] = []
  /// What to do, a line each.
  var advice: [String] = []
  /// The text of a file that would mend it, as it is.
  var rule: String?
}

/// What a handler is called and which keys its `with` may hold.
package struct HandlerDescriptor: Sendable {
  package var name: String
  /// One sentence for people, as `help` shows it.
  package var summary: String
  package var fields: [Field]
  /// Whether the handler starts a program whose output `result.parse` reads.
  package var hasOutput: Bool
  /// How what a run changed is put back; `nil` where nothing can be.
  package var undo: Undo?

  package init(
    name: String, summary: String, fields: [Field] = [], hasOutput: Bool = false, undo: Undo? = nil
  ) {
    (self.undo, self.name, self.summary) = (undo, name, summary)
    (self.fields, self.hasOutput) = (fields, hasOutput)
  }

  /// The fields with which a call puts back what a run found.
  package struct Undo: Sendable {
    /// The first part of the names of the resources that have the state, such as `vpn`.
    package var resource: String
    /// The field that names what has the state.
    package var target: String
    /// The states that can be brought back, with the value of the field `state` for each.
    package var states: [(found: String, wish: String)]
    /// Fields that are kept as the run had them.
    package var kept: [String]

    package init(
      resource: String, target: String, states: [(found: String, wish: String)], kept: [String] = []
    ) { (self.resource, self.target, self.states, self.kept) = (resource, target, states, kept) }
  }

  package struct Field: Sendable {
    package var name: String
    package var kind: Kind
    package var isRequired: Bool
    package var help: String
    /// Whether secrets may stand in it: only where nobody but the handler reads them.
    package var takesSecrets: Bool
    /// Whether it is text for people, which catalogs translate.
    package var isShown: Bool

    package init(
      _ name: String, _ kind: Kind, required: Bool = false, takesSecrets: Bool = false,
      isShown: Bool = false, help: String
    ) {
      (self.isShown, self.takesSecrets, self.name) = (isShown, takesSecrets, name)
      (self.kind, self.isRequired, self.help) = (kind, required, help)
    }
  }

  /// What a literal in a field must be; a placeholder is checked when its value is known.
  package enum Kind: Sendable, Equatable {
    case string
    case strings
    case boolean
    case integer
    case number
    /// ISO 8601 (`PT30S`) or the short form (`30s`).
    case duration
    case choice([String])
    /// A JSON Pointer (RFC 6901).
    case pointer
    /// A status of HTTP, or a list of them.
    case statuses
    /// An object whose values are strings.
    case table
    case any
    /// The steps of a workflow.
    case steps
  }
}

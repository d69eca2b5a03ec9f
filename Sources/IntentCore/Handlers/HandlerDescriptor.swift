/// What a handler is called and which keys its `with` may hold.
package struct HandlerDescriptor: Sendable {
  package var name: String
  /// One sentence for people, as `help` shows it.
  package var summary: String
  package var fields: [Field]
  /// Whether the handler starts a program whose output `result.parse` reads.
  package var hasOutput: Bool

  package init(name: String, summary: String, fields: [Field] = [], hasOutput: Bool = false) {
    self.name = name
    self.summary = summary
    self.fields = fields
    self.hasOutput = hasOutput
  }

  package struct Field: Sendable {
    package var name: String
    package var kind: Kind
    package var isRequired: Bool
    package var help: String
    /// Whether secrets may stand in it: only where nobody but the handler reads them.
    package var takesSecrets: Bool

    package init(
      _ name: String, _ kind: Kind, required: Bool = false, takesSecrets: Bool = false, help: String
    ) {
      self.takesSecrets = takesSecrets
      self.name = name
      self.kind = kind
      self.isRequired = required
      self.help = help
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

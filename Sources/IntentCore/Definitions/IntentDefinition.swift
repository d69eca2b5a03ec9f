/// One intent as its file defines it, checked.
package struct IntentDefinition: Sendable {
  package var id: String
  /// The absolute path of the file, links resolved.
  package var path: String
  /// The exact bytes that were read.
  package var source: [UInt8]
  package var title: String
  package var description: String?
  package var summary: Template?
  package var icon: String?
  package var category: String?
  package var phrases: [String] = []
  package var keywords: [String] = []
  package var isHidden = false
  package var parameters: [Parameter]
  package var handler: String
  package var with: [(key: String, value: Template)]
  package var result = ResultShape()
  /// Where it may run: asked at a terminal, or with nobody there.
  package var modes = Mode.allCases
  package var authentication = Authentication.none
  /// Text to confirm before each run.
  package var confirm: Template?
  package var limits = Limits()
  /// Files that trust covers besides the definition, as written.
  package var uses: [String] = []
  /// The limits on what it starts; without them that may do all that the user can.
  package var sandbox: SandboxRule?
  /// The steps of a workflow.
  package var workflow: Workflow?
  /// Whether doing it twice is the same as once, so that a run whose end is not known may be repeated.
  package var isIdempotent = false
  /// The names of the secrets that `with` refers to, each once.
  package var secrets: [String] = []
  /// Whether a search finds it.
  package var isFound = true
  /// Whether it is suggested.
  package var isSuggested = true
  /// The fields of `with` that are text for people, as the handler has it.
  package var shownFields: [String] = []
  /// What the catalog says for its texts, in every language; `nil` where its own words are shown.
  package var wording: String?
  /// Whether the run puts back what another found, so that its call cannot be made again.
  package var isReversal = false

  package init(
    id: String, path: String, source: [UInt8] = [], title: String, parameters: [Parameter] = [],
    handler: String, with: [(key: String, value: Template)] = []
  ) {
    (self.id, self.path, self.source, self.title) = (id, path, source, title)
    (self.parameters, self.handler, self.with) = (parameters, handler, with)
  }

  package func parameter(named name: String) -> Parameter? { parameters.first { $0.name == name } }
  package func with(_ key: String) -> Template? { with.first { $0.key == key }?.value }

  /// Whether a caller gives a secret.
  package var takesSecrets: Bool { parameters.contains(where: \.isSecret) }

  /// Whether a command lists the choices of a parameter.
  package var listsChoices: Bool {
    parameters.contains { if case .command? = $0.choices { true } else { false } }
  }

  /// The folder that holds the file, without a final slash.
  package var folder: String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  package enum Mode: String, Sendable, CaseIterable { case interactive, headless }

  /// What a definition asks of the person before each run; it can only tighten.
  package enum Authentication: String, Sendable, CaseIterable {
    case none, unlocked, required

    /// The stricter of both.
    package func tightened(by other: Authentication) -> Authentication {
      [.required, .unlocked].first { $0 == self || $0 == other } ?? .none
    }
  }

  /// The limits of a run.
  package struct Limits: Sendable {
    package var timeout = Duration.seconds(60)
    package var concurrency = Concurrency.parallel
    /// How many runs go side by side at most, where they may; `nil` for any number.
    package var maximum: Int?

    package init() {}
  }

  /// What happens when the intent is already running.
  package enum Concurrency: String, Sendable, CaseIterable {
    /// A second run is refused (75).
    case single
    /// A second run waits for the first.
    case queue
    /// A second run ends the first and takes its place.
    case restart
    case parallel
  }
}

/// How a handler's answer is shaped: the `result` part of a definition.
package struct ResultShape: Sendable {
  /// How the output of a program is read.
  package enum Parse: String, Sendable, CaseIterable { case text, lines, json, intent }

  package var parse = Parse.text
  package var dialog: Template?
  package var snippet: Template?
  package var value: Template?

  package init() {}
}

/// A file that was opened once and read whole, with what is worrying about who may change it.
package struct SourceFile: Sendable, Equatable {
  /// The path as people see it in messages.
  package var displayPath: String
  /// The absolute path with links resolved.
  package var path: String
  package var bytes: [UInt8]
  /// `file.owner` and `file.writable` faults: they warn for harmless intents and deny everything else.
  package var concerns: [Fault]

  package init(displayPath: String, path: String, bytes: [UInt8], concerns: [Fault] = []) {
    (self.displayPath, self.path, self.bytes, self.concerns) = (displayPath, path, bytes, concerns)
  }
}

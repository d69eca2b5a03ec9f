import IntentCore
import IntentPipeline
import TestSupport

/// A handler that claims what a test says.
struct ClaimingHandler: Handler {
  var claims: [Capability]
  var hasOutput = false
  var takesKeys = true

  var descriptor: HandlerDescriptor { HandlerDescriptor(name: "claiming", summary: "", hasOutput: hasOutput) }
  func capabilities(_ call: HandlerCall) throws(Failure) -> [Capability] { claims }
  func perform(
    _ invocation: AuthorizedInvocation, _ context: HandlerContext
  ) async throws(Failure) -> IntentResult { IntentResult(.done, dialog: "Done.") }
}

/// All that the gate looks at for one run.
struct GateWorld: Sendable {
  enum Trust: String, CaseIterable { case none, same, changed, file, others }

  static let path = "/home/ana/intents/do-it.json"
  static let files = ScriptedWorld { $0.files = ["/same": [1], "/other": [2]] }
  static let now = WallTime(microseconds: 1_796_031_000_000_000)

  var trust = Trust.same
  var claims: [Capability]
  var rules: [Grant] = []
  var hasOutput = false
  var isMade = true
  var isWritable = false
  var isAsking = false
  var isConfirmed = false
  /// What the definition asks for before each run.
  var authentication = IntentDefinition.Authentication.none
  var isAuthenticated = false
  var isUnlocked = false
  var allowance: Allowance?
  var key: PresentedKey?
  var takesKeys = true
  var source = RunSource.script
  /// Rules of the configuration, and who the caller is.
  var policy: [PolicyRule] = []
  var users: Set<String> = ["ana"]
  var groups: Set<String> = ["staff"]

  static func door(_ door: Capability.Target, _ provider: String = "mqtt") -> Capability {
    .lock(.unlock, provider: provider, door: door)
  }

  /// A rule of the user's; `ends` in seconds from now.
  static func rule(
    _ capability: Capability, denies: Bool = false, for who: Who = .unattended, only: RunSource? = nil,
    ends: Int? = nil, uses: Int? = nil, proven: Bool = true
  ) -> Grant {
    Grant(
      path: path, capability: capability.text, who: who, only: only, recordedAt: now, isDenial: denies,
      expiresAt: ends.map { now + .seconds($0) }, usesLeft: uses, isAuthenticated: proven && !denies)
  }

  var definition: IntentDefinition {
    var definition = TestSupport.definition("claiming")
    definition.path = Self.path
    definition.source = [0]
    if !isMade { definition.modes = [.interactive] }
    if isAsking { definition.confirm = Template(written: "Do it?") }
    definition.authentication = authentication
    return definition
  }

  static func resolved(_ definition: IntentDefinition) async throws -> ResolvedInvocation {
    let resolver = Resolver(
      world: files.world, entities: EntityLists { _, _ throws(Failure) in [] })
    guard case .ready(let resolved) = await resolver.resolve(definition, []) else {
      throw Failure(.internalError)
    }
    return resolved
  }

  func store() throws(Failure) -> MemoryStore {
    let store = MemoryStore()
    if trust != .none {
      let file = TrustedFile(name: "x", path: trust == .file ? "/other" : "/same", contents: [1])
      try store.record(
        TrustRecord(
          path: Self.path, who: trust == .others ? .here : .unattended, source: [trust == .changed ? 1 : 0],
          files: [file], recordedAt: Self.now),
        grants: [])
    }
    try store.record(rules)
    return store
  }

  func gate(_ store: MemoryStore) -> Gate {
    var world = Self.files.world
    world.store = store
    let (policy, users, groups) = (policy, users, groups)
    world.configuration = { () throws(Failure) in Configuration(policy: policy) }
    world.machine.isUser = users.contains
    world.machine.isMember = groups.contains
    let handler = ClaimingHandler(claims: claims, hasOutput: hasOutput, takesKeys: takesKeys)
    return Gate(world: world, registry: HandlerRegistry(find: { _ in handler }, all: { [handler] }))
  }

  var entry: Entry {
    var entry = Entry(source: source)
    if isWritable { entry.concerns = [Fault(.fileWritable)] }
    entry.allowance = allowance
    entry.key = key
    entry.isConfirmed = isConfirmed
    (entry.isAuthenticated, entry.isUnlocked) = (isAuthenticated, isUnlocked)
    return entry
  }

  /// What the gate decides, in a word.
  func decision(_ resolved: ResolvedInvocation, _ store: MemoryStore) -> String {
    switch outcome(resolved, store) {
    case .ready: "allow"
    case .needs(let questions): Self.word(questions)
    case .failed(let failure): Self.word(failure)
    }
  }

  func outcome(
    _ resolved: ResolvedInvocation, _ store: MemoryStore
  ) -> Resolution<AuthorizedInvocation> {
    let gate = gate(store)
    switch gate.admit(resolved.definition, entry) {
    case .ready(let admission): return gate.authorize(resolved, admission, entry)
    case .needs(let questions): return .needs(questions)
    case .failed(let failure): return .failed(failure)
    }
  }

  private static func word(_ questions: [Question]) -> String {
    switch questions.first {
    case .confirmation?: "confirm"
    case .authentication(let asked)?: asked.need == .unlocked ? "unlock" : "authenticate"
    case .consent(let consent)?:
      switch consent.reason {
      case .notAllowed: "not-allowed"
      case .changed: "changed"
      case .denied: "denied"
      case .expired: "expired"
      case .usedUp: "used-up"
      }
    default: "\(questions)"
    }
  }

  private static func word(_ failure: Failure) -> String {
    switch failure.faults.first?.code {
    case .modeNotAllowed?: "mode"
    case .fileWritable?: "writable"
    case .fileChanged?: "file-changed"
    case .permissionDenied?: "policy"
    case .keyUseless?: "key.useless"
    default: "\(failure)"
    }
  }
}

internal import IntentCore
internal import IntentPipeline
internal import Redaction

/// Something outside of the program that knows and changes the state of things, such as locks or VPNs.
protocol Provider: Sendable {
  /// The name in capabilities, resources and entity ids, such as `demo`.
  var name: String { get }
  var isSimulated: Bool { get }
}

extension Provider {
  var isSimulated: Bool { false }

  /// The id in a text such as `demo:front`; `nil` where the text does not begin with the provider's name.
  func id(in text: String) -> String? {
    let prefix = "\(name):".utf8
    guard text.utf8.starts(with: prefix) else { return nil }
    return String(decoding: text.utf8.dropFirst(prefix.count), as: UTF8.self)
  }
}

/// What a provider may use for one call.
struct ProviderAccess: Sendable {
  var world: World
  var cancellation: any Cancellation
  /// The secrets of the configuration that the call needs, by name.
  var secrets = ValueObject()
  /// When the run's own limit passes.
  var deadline: MonotonicTime
  /// Whether the state must be known before anything is sent, even where a lock has to be asked for it.
  var asksFirst = false
  /// Shows what the provider does now.
  var progress: @Sendable (String, Double?) -> Void = { _, _ in }

  init(_ context: HandlerContext) {
    (world, cancellation, secrets) = (context.world, context.cancellation, context.secrets)
    (deadline, asksFirst, progress) = (context.deadline, context.hasWaited, context.progress)
    world.processes = context.unhidden
  }

  /// Access outside of a run.
  init(_ world: World, _ cancellation: any Cancellation, within limit: Duration = .seconds(10)) {
    (self.world, self.cancellation) = (world, cancellation)
    deadline = world.clock.monotonic() + limit
  }

  /// The same for what must be done although the run was interrupted.
  var uncancelled: ProviderAccess {
    var access = self
    access.cancellation = Uncancelled()
    return access
  }

  var isCancelled: Bool { cancellation.reason != nil }
  var now: MonotonicTime { world.clock.monotonic() }
  /// Whole seconds until the run's own limit passes.
  var secondsLeft: Int { (deadline - now).wholeMilliseconds / 1000 }

  func secret(_ name: String) throws(Failure) -> String {
    guard let text = secrets[name]?.stringValue else {
      throw Failure(.secretUndefined, ["name": .text(name)])
    }
    return text
  }

  /// How long a provider may take for what it knows.
  static let patience = Duration.seconds(3)
  /// The reason of a provider that took longer.
  static let silence = FaultArgument.text("it did not answer within 3 s")

  /// Asks something that a provider answers at once; one that does not within the patience fails with
  /// `provider.unavailable`.
  func answered<T: Sendable>(
    by name: String, _ ask: (ProviderAccess) async throws(Failure) -> T
  ) async throws(Failure) -> T {
    let answer = try await withPatience(Self.patience, world.clock, cancellation) { end throws(Failure) in
      var limited = self
      limited.cancellation = end
      return try await ask(limited)
    }
    guard let answer else { throw Failure(.unavailable, ["name": .text(name), "reason": Self.silence]) }
    return answer
  }

  /// Hides the secrets that were read.
  var redactor: Redactor { Redactor(secrets.members.compactMap(\.value.stringValue)) }

  func wait(_ duration: Duration) async throws(Failure) { try await wait(until: now + duration) }

  func wait(until time: MonotonicTime) async throws(Failure) {
    try await world.clock.wait(time, cancellation)
  }
}

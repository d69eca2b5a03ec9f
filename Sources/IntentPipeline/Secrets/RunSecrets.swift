internal import IntentCore
internal import Redaction

/// The secrets that one run holds, and what hides them in all that leaves it.
struct RunSecrets: Sendable {
  /// Those that the definition names, by name.
  var values = ValueObject()
  var texts: [String]
  var redactor: Redactor
  /// Why those that the definition names could not be read.
  var failure: Failure?

  /// Reads what the definition names and what its handler needs; the secrets of the caller's are known.
  init(
    of invocation: AuthorizedInvocation, own: [String], inherited: [String], _ context: HandlerContext,
    _ withLimit: @escaping TimeLimit
  ) async {
    context.world.machine.guardMemory()
    texts = invocation.resolved.secretTexts + inherited
    let names = invocation.definition.secrets + own
    if !names.isEmpty {
      let reading = SecretReading(
        world: context.world, withLimit: withLimit, cancellation: context.cancellation)
      do throws(Failure) {
        values = try await reading.read(names)
      } catch {
        failure = error
      }
    }
    texts += values.members.compactMap(\.value.stringValue)
    redactor = Redactor(texts)
  }
}

extension ResolvedInvocation {
  /// The values of secret parameters that could be told apart from other text.
  fileprivate var secretTexts: [String] {
    definition.parameters.filter(\.isSecret).flatMap { values[$0.name]?.texts ?? [] }
  }
}

extension Value {
  fileprivate var texts: [String] {
    switch self {
    case .null, .boolean: []
    case .string, .integer, .number: plainText.flatMap { $0.utf8.isEmpty ? nil : [$0] } ?? []
    case .array(let items): items.flatMap(\.texts)
    case .object(let object): object.members.flatMap(\.value.texts)
    }
  }
}

extension HandlerContext {
  /// The same with secrets hidden in what programs write and in what is told meanwhile, and handed on to the
  /// runs beneath to be hidden there.
  func hiding(_ secrets: RunSecrets) -> HandlerContext {
    let redactor = secrets.redactor
    let texts = secrets.texts
    let (start, tell, enter) = (world.processes.run, progress, run)
    var context = self
    context.secrets = secrets.values
    context.world.processes.run = { request, cancellation throws(Failure) in
      redactor.hide(try await start(request, cancellation))
    }
    let stream = world.processes.stream
    context.world.processes.stream = { request, report throws(Failure) in
      try stream(request) { event in
        if case .line(let text) = event { report(.line(redactor.hide(text))) } else { report(event) }
      }
    }
    context.progress = { text, fraction in tell(redactor.hide(text), fraction) }
    context.run = { child in
      var child = child
      child.secrets += texts
      return await enter(child)
    }
    return context
  }
}

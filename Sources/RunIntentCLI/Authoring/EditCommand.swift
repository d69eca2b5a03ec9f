internal import IntentCore
internal import IntentEngine
internal import IntentRendering

/// `runintent edit ID`: a definition in the person's editor, checked before it takes its place.
enum EditCommand {
  static let command = Command(
    name: "edit", usage: "edit ID|PATH",
    summary: "Change a definition in your editor; it is checked, shown and trusted again.", options: [],
    run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    let operand = try command.operand(options, named: "ID")
    let (file, id) = try session.definition(operand)
    guard session.environment.source() == .terminal else {
      throw Failure(.consentRefused, ["intent": .text(id), "reason": "no-editor"])
    }
    let copy = try EditedCopy(of: file, id: id, session)
    do throws(Failure) {
      try await edit(file, id, copy, &session)
    } catch {
      guard copy.isWorthKeeping else {
        copy.discard()
        throw error
      }
      throw error.keeping(copy.path, intent: id)
    }
    copy.discard()
  }

  private static func edit(
    _ file: SourceFile, _ id: String, _ copy: EditedCopy, _ session: inout Session
  ) async throws(Failure) {
    let revision = try await editUntilGood(file, id, copy, session)
    guard let revision else {
      if !session.settings.isQuiet {
        let place = session.display(file.path).cleaned(.line)
        session.print(session.text("nothing changed: ${file}", ["file": .string(place)]))
      }
      return
    }
    let question = revision.text(session) + session.text("Put it in place?")
    guard let answer = session.environment.ask(question, session.text) else {
      throw Failure(.editAbandoned, ["intent": .text(id), "reason": "there was no answer"])
    }
    guard answer else { throw Failure(.editAbandoned, ["intent": .text(id), "reason": "the answer was no"]) }
    let own = session
    try await revision.install(session.engine) { capabilities throws(Failure) in
      try await own.authenticate(for: [id], capabilities)
    }
    if session.settings.isQuiet { return }
    let place = session.display(file.path).cleaned(.line)
    let done = revision.proposal == nil ? "changed: ${file}" : "changed and trusted: ${file}"
    session.print(session.text(done, ["file": .string(place)]))
  }

  /// Opens the editor until the text is a definition; `nil` when it is as it was.
  private static func editUntilGood(
    _ file: SourceFile, _ id: String, _ copy: EditedCopy, _ session: Session
  ) async throws(Failure) -> DefinitionRevision? {
    while true {
      try copy.open(session)
      let bytes = try copy.read()
      if bytes == file.bytes { return nil }
      var edited = file
      edited.bytes = bytes
      do throws(Failure) {
        return try await DefinitionRevision(from: file, to: edited, id: id, session.engine)
      } catch {
        let faults = FaultRenderer(style: session.questionStyle, text: session.text).text(error)
        guard session.environment.ask(faults + session.text("Edit it again?"), session.text) == true else {
          throw Failure(.editAbandoned, ["intent": .text(id), "reason": "it has faults"])
        }
      }
    }
  }
}

extension Failure {
  /// The same failure, which also says where the person's text is kept.
  fileprivate func keeping(_ path: String, intent: String) -> Failure {
    var failure = self
    if !failure.faults.contains(where: { $0.code == .editAbandoned }) {
      failure.faults.append(Fault(.editAbandoned, ["intent": .text(intent)]))
    }
    for index in failure.faults.indices where failure.faults[index].code == .editAbandoned {
      failure.faults[index].arguments.append(("path", .text(path)))
    }
    return failure
  }
}

extension DefinitionRevision {
  /// What is to be judged before it takes its place.
  fileprivate func text(_ session: Session) -> String {
    let style = session.questionStyle
    let say = session.text
    var text = "\(session.display(old.path).cleaned(.line))\n"
    text += difference.text(session)
    if !warnings.isEmpty { text += FaultRenderer(style: style, text: say).text(Failure(warnings)) }
    if let proposal { text += proposal.text(session) }
    return text
  }
}

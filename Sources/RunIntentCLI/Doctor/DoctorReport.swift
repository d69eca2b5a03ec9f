internal import IntentCore
internal import IntentEngine
internal import IntentRendering

/// Writes what was found, for people or for programs.
struct DoctorReport {
  let diagnoses: [Diagnosis]

  private var bad: Int { diagnoses.count { $0.state == .bad } }

  func write(_ session: inout Session) {
    let own = session
    if !session.write("checks", diagnoses.map { json($0, own) }) {
      writeText(&session)
    }
    if bad > 0 { session.outcome.status = .failed }
  }

  private func writeText(_ session: inout Session) {
    let style = session.style()
    for diagnosis in diagnoses where diagnosis.state == .bad || !session.settings.isQuiet {
      let glyph: Glyph =
        switch diagnosis.state {
        case .good: .done
        case .absent: .neutral
        case .bad: .failed
        }
      let name = session.text(diagnosis.name)
      session.write("\(glyph.text(style)) " + "\(name): \(diagnosis.text)".wrapped(style, indent: 4))
      for line in diagnosis.lines(session) { session.write("    " + line.wrapped(style, indent: 4)) }
      if let rule = diagnosis.rule {
        for line in rule.utf8.split(separator: UInt8(ascii: "\n")) { session.print("    \(Substring(line))") }
      }
      for line in diagnosis.steps(session) {
        session.write("    → ".forms(style) + line.wrapped(style, indent: 6))
      }
    }
    guard !session.settings.isQuiet else { return }
    session.print(
      bad == 0
        ? session.text("Nothing is wrong.")
        : session.text(
          bad == 1 ? "One thing needs you." : "${count} things need you.", ["count": .integer(bad)]))
  }

  private func json(_ diagnosis: Diagnosis, _ session: Session) -> Value {
    func list(_ lines: [String]) -> Value { .array(lines.map { .string($0) }) }
    var members: ValueObject = [
      "name": .string(diagnosis.name), "state": .string(diagnosis.state.rawValue),
      "text": .string(diagnosis.text), "details": list(diagnosis.lines(session)),
      "advice": list(diagnosis.steps(session)),
    ]
    members["rule"] = diagnosis.rule.map { .string($0) }
    return .object(members)
  }
}

extension String {
  fileprivate func forms(_ style: Style) -> String { style.unicode ? self : "    > " }
}

extension Diagnosis {
  /// What was seen, a line each, in the language of the caller.
  fileprivate func lines(_ session: Session) -> [String] {
    let plan = plan?.text(session).utf8.split(separator: UInt8(ascii: "\n")) ?? []
    return details + plan.map { String(Substring($0)) }
      + faults.map { fault in
        guard name == "configuration", let place = fault.location else { return session.message(fault) }
        return "\(String(place.line)):\(String(place.column)): \(session.message(fault))"
      }
  }

  fileprivate func steps(_ session: Session) -> [String] {
    advice + (isFailed ? faults.flatMap(session.hints) : [])
  }
}

extension Session {
  /// A fault in one line, without its place.
  func message(_ fault: Fault) -> String { Messages(text: text).text(fault) }

  func hints(_ fault: Fault) -> [String] { Messages(text: text).hints(fault) }
}

internal import IntentCore
internal import IntentEngine
internal import IntentPipeline
internal import IntentRendering

/// The words of the one question at a definition's first use at a terminal.
struct ConsentText {
  /// A change is shown with at most so many lines.
  private static let shownLines = 20

  let proposal: ConsentProposal
  let session: Session

  func decision(_ answer: String) -> ConsentDecision {
    switch answer {
    case "1": .once
    case "2" where !proposal.isForOnce: .always(from: [.terminal])
    case "3" where !proposal.isForOnce: .always(from: RunSource.named)
    default: .refused
    }
  }

  var text: String {
    let say = session.text
    var text = heading + "\n"
    text += proposal.difference?.text(session, limit: Self.shownLines) ?? ""
    text += proposal.trust.touched(session)
    if proposal.isForOnce { text += values }
    text += "  1  \(say("once"))\n"
    if proposal.isForOnce {
      text += "     \(say("never always: a value that takes any text decides what it touches"))\n"
    } else {
      text += "  2  \(say("always, from terminals"))\n"
      text += "  3  \(say("always, also from scripts and timers"))\n"
    }
    text += "  n  \(say("no"))\n"
    return text + "\(say("Allow this?")) [\(proposal.isForOnce ? "1/N" : "1/2/3/N")] "
  }

  private var heading: String {
    let words =
      switch proposal.question.reason {
      case .untrusted, .denied: "${intent} was never allowed before: ${file}"
      case .changed where proposal.known?.source == proposal.file.bytes:
        "What ${intent} names changed since it was trusted: ${file}"
      case .changed: "${intent} changed since it was trusted: ${file}"
      case .notGranted: "${intent} was not allowed all of this before: ${file}"
      case .expired: "What ${intent} was allowed has expired: ${file}"
      case .usedUp: "What ${intent} was allowed is used up: ${file}"
      }
    let place = session.display(proposal.file.path).cleaned(.quoted)
    return session.text(words, ["intent": .string(proposal.question.intent), "file": .string(place)])
  }

  /// The values of this call, a line each.
  private var values: String {
    guard let resolved = proposal.resolved else { return "" }
    return resolved.values.members.map { member in
      let isSecret = resolved.definition.parameter(named: member.key)?.isSecret ?? false
      let value = isSecret ? "***" : member.value.plainText ?? member.value.json()
      return "  --\(member.key) \(value.shortenedInside.cleaned(.quoted))\n"
    }.joined()
  }
}

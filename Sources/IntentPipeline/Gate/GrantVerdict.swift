package import IntentCore

/// What the user's word says about one capability of a run.
package enum GrantVerdict: Sendable, Equatable {
  case denied(Grant)
  case granted(Grant)
  case expired(Grant)
  case usedUp(Grant)
  case notGranted
  /// A caller chooses the target, which no grant covers.
  case open
}

extension Standing {
  /// A denial beats every grant, whichever came first; texts are compared byte for byte.
  package func verdict(on capability: Capability, from source: RunSource, at now: WallTime) -> GrantVerdict {
    if let denial = denial(of: capability, from: source, at: now) { return .denied(denial) }
    if capability.isOpen { return .open }
    let text = capability.text
    guard let grant = grants.first(where: { !$0.isDenial && $0.isAbout(text, source) }) else {
      return .notGranted
    }
    if grant.hasExpired(at: now) { return .expired(grant) }
    if let uses = grant.usesLeft, uses < 1 { return .usedUp(grant) }
    return .granted(grant)
  }

  /// The rule that forbids it; one for an exact thing also forbids a run whose caller may choose that thing.
  package func denial(of capability: Capability, from source: RunSource, at now: WallTime) -> Grant? {
    grants.first {
      $0.isDenial && $0.source == source && !$0.hasExpired(at: now) && capability.mayTouch($0.capability)
    }
  }

  var hasDenials: Bool { grants.contains(where: \.isDenial) }
}

extension GrantVerdict {
  /// Why a run is refused for it, `nil` when it is not.
  var refusal: Question.ConsentQuestion.Reason? {
    switch self {
    case .granted: nil
    case .denied: .denied
    case .expired: .expired
    case .usedUp: .usedUp
    case .notGranted, .open: .notGranted
    }
  }
}

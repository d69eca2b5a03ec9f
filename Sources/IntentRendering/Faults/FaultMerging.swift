package import IntentCore

/// Brings faults together that read better as one.
package enum FaultMerging {
  /// All missing parameters of one call as one fault, where the first of them stood.
  package static func merged(_ faults: [Fault], _ text: Localizer = .english) -> [Fault] {
    let missing = faults.filter(isMergeable)
    guard missing.count > 1, var merged = missing.first else { return faults }
    merged.parameter = nil
    merged.arguments.removeAll { ["name", "allowed", "suggestion"].contains($0.name) }
    merged.arguments.append(("names", .list(missing.map { name($0, text) })))
    var isFirst = true
    return faults.compactMap { fault in
      guard isMergeable(fault) else { return fault }
      defer { isFirst = false }
      return isFirst ? merged : nil
    }
  }

  private static func isMergeable(_ fault: Fault) -> Bool {
    fault.code == .parameterMissing && fault.location == nil && fault.severity == .error
  }

  private static func name(_ fault: Fault, _ text: Localizer) -> String {
    TemplateFiller(argument: ArgumentWords(fault: fault, text: text).text)
      .fill(text.template(Messages.shared.missingName)) ?? ""
  }
}

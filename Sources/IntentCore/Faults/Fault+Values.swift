internal import Redaction

extension Fault {
  /// The same without what a caller gave: what was given may be secret, and so may what is near to it.
  package var withoutValues: Fault {
    var fault = self
    for index in fault.arguments.indices {
      switch fault.arguments[index].name {
      case "value", "found": fault.arguments[index].value = .text(Redactor.mark)
      case "suggestion", "hint": fault.arguments[index].value = ""
      default: continue
      }
    }
    // Where in a text a fault is, is shown with the text.
    fault.location = nil
    return fault
  }
}

extension Failure {
  /// The same without what a caller gave.
  package var withoutValues: Failure { Failure(faults.map(\.withoutValues)) }
}

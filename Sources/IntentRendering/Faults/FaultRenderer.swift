package import IntentCore

/// Writes faults for people: a sentence, the place in the file where there is one, and what to do.
package struct FaultRenderer: Sendable {
  let style: Style
  let program: String
  let messages: Messages

  package init(style: Style, program: String = "runintent", text: Localizer = .english) {
    self.style = style
    self.program = program
    messages = Messages(text: text)
  }

  package func text(_ failure: Failure) -> String { .written { write(failure.faults, to: &$0) } }

  package func text(_ fault: Fault) -> String { text(Failure([fault])) }

  package func write(_ failure: Failure, to bytes: inout [UInt8]) { write(failure.faults, to: &bytes) }

  /// Missing parameters come together in one sentence; a hint is not repeated.
  package func write(_ faults: [Fault], to bytes: inout [UInt8]) {
    var shown: Set<String> = []
    for fault in FaultMerging.merged(faults, messages.text) {
      write(fault, to: &bytes)
      for hint in messages.hints(fault) where shown.insert(hint).inserted {
        bytes.appendSpaces(2)
        bytes.appendClean(hint, .line)
        bytes.appendNewline()
      }
    }
  }

  private func write(_ fault: Fault, to bytes: inout [UInt8]) {
    let color = Paint.tint(fault.severity == .error ? .red : .yellow)
    if let location = fault.location {
      let place = "\(location.file.cleaned(.quoted)):\(location.line):\(location.column):"
      bytes.paint(.bold, style, place)
      bytes.appendSpaces(1)
      bytes.paint(color, style, messages.label(fault.severity))
    } else {
      bytes.paint(fault.severity == .error ? color : nil, style, program + ":")
      if fault.severity == .warning {
        bytes.appendSpaces(1)
        bytes.paint(color, style, messages.label(.warning))
      }
    }
    bytes.appendSpaces(1)
    bytes += messages.text(fault).utf8
    bytes.appendNewline()
    if let location = fault.location, !location.text.isEmpty {
      Excerpt(location, style: style).write(color, to: &bytes)
    }
  }
}

package import IntentCore

/// The parts of the envelope, each as `JSON.md` has it.
extension JSONText {
  mutating func member(_ name: String, _ text: String?) {
    key(name)
    if let text { string(text) } else { null() }
  }

  mutating func member(_ name: String, _ number: Int?) {
    key(name)
    if let number { integer(number) } else { null() }
  }

  mutating func snippet(_ symbol: Symbol, _ snippet: Snippet) {
    object { json in
      json.key("symbol")
      json.object {
        $0.member("name", symbol.name)
        $0.member("tint", symbol.tint.rawValue)
      }
      json.key("blocks")
      json.array(snippet.blocks) { $0.block($1) }
    }
  }

  private mutating func block(_ block: Snippet.Block) {
    object { json in
      switch block {
      case .text(let text):
        json.member("type", "text")
        json.member("text", text)
      case .fields(let fields):
        json.member("type", "fields")
        json.key("fields")
        json.array(fields) { json, field in
          json.object {
            $0.member("label", field.label)
            $0.member("text", field.text)
          }
        }
      case .table(let table):
        json.member("type", "table")
        json.key("columns")
        json.array(table.columns) { $0.string($1.title) }
        json.key("rows")
        json.array(table.rows) { $0.array($1) { $0.string($1) } }
      case .output(let lines):
        json.member("type", "output")
        json.key("lines")
        json.array(lines) { json, line in
          json.object {
            $0.member("stream", line.stream == .output ? "stdout" : "stderr")
            $0.member("text", line.text)
          }
        }
      }
    }
  }

  mutating func step(_ step: IntentResult.NextStep) {
    object { json in
      json.member("title", step.title)
      json.key("command")
      json.array(step.command) { $0.string($1) }
    }
  }

  mutating func fault(_ fault: Fault, _ messages: Messages) {
    let hints = messages.hints(fault)
    object { json in
      json.member("code", fault.code.id)
      json.member("message", messages.text(fault))
      json.member("hint", hints.isEmpty ? nil : hints.joined(separator: "\n"))
      json.member("parameter", fault.parameter)
      json.key("capability")
      json.array(fault.capabilities) { $0.string($1) }
      if let seconds = fault.retryAfter { json.member("retryAfter", seconds) }
      json.key("location")
      guard let location = fault.location else { return json.null() }
      json.object {
        $0.member("file", location.file)
        $0.member("line", location.line)
        $0.member("column", location.column)
        $0.member("keyPath", location.keyPath)
      }
    }
  }

  mutating func handler(_ exit: IntentResult.HandlerExit?) {
    guard let exit else { return null() }
    object { json in
      switch exit {
      case .status(let status):
        json.member("exitCode", Int(status))
        json.member("signal", nil as Int?)
      case .signal(let signal):
        json.member("exitCode", nil as Int?)
        json.member("signal", Int(signal))
      }
    }
  }

  /// Milliseconds with at most three decimals.
  mutating func milliseconds(_ duration: Duration) {
    let microseconds = max(duration.wholeMicroseconds, 0)
    let (whole, rest) = microseconds.quotientAndRemainder(dividingBy: 1000)
    if rest == 0 { return integer(whole) }
    var digits = rest.padded(3)
    while digits.utf8.last == UInt8(ascii: "0") { digits.removeLast() }
    scalar("\(whole).\(digits)")
  }
}

extension Fault {
  /// In how many seconds trying again makes sense, `nil` where that is not known.
  var retryAfter: Int? { if case .integer(let seconds)? = self["retryAfter"] { seconds } else { nil } }

  /// The text forms of the capabilities that nobody allowed.
  package var capabilities: [String] {
    if case .capabilities(let missing)? = self["missing"] { missing.map(\.text) } else { [] }
  }
}

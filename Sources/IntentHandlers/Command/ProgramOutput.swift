internal import IntentCore

extension ProcessOutcome {
  /// The lines of both streams in the order in which they were completed.
  var lines: [Snippet.OutputLine] {
    var merger = LineMerger()
    var taken = (output: 0, errors: 0)
    for piece in order {
      switch piece.stream {
      case .output:
        let end = min(taken.output + piece.count, output.count)
        merger.add(output[taken.output..<end], .output)
        taken.output = end
      case .error:
        let end = min(taken.errors + piece.count, errors.count)
        merger.add(errors[taken.errors..<end], .error)
        taken.errors = end
      }
    }
    merger.add(output[taken.output...], .output)
    merger.add(errors[taken.errors...], .error)
    return merger.finish()
  }

  /// The lines of one stream.
  func lines(of stream: Snippet.OutputLine.Stream) -> [Snippet.OutputLine] {
    var merger = LineMerger()
    merger.add((stream == .output ? output : errors)[...], stream)
    return merger.finish()
  }

  /// What was written to standard output, without its last newline; bytes that are no UTF-8 are repaired.
  var outputText: String {
    String(decoding: output.last == 0x0A ? output.dropLast() : output[...], as: UTF8.self)
  }
}

/// Cuts the pieces of two streams into lines; a line that was begun waits for its end.
private struct LineMerger {
  private var lines: [Snippet.OutputLine] = []
  private var begun: [(stream: Snippet.OutputLine.Stream, bytes: [UInt8])] = []

  mutating func add(_ bytes: ArraySlice<UInt8>, _ stream: Snippet.OutputLine.Stream) {
    var rest = bytes
    while let end = rest.firstIndex(of: 0x0A) {
      let line = rest[..<end]
      if let waiting = begun.firstIndex(where: { $0.stream == stream }) {
        append(begun.remove(at: waiting).bytes[...] + line, stream)
      } else {
        append(line, stream)
      }
      rest = rest[(end + 1)...]
    }
    guard !rest.isEmpty else { return }
    if let waiting = begun.firstIndex(where: { $0.stream == stream }) {
      begun[waiting].bytes += rest
    } else {
      begun.append((stream, Array(rest)))
    }
  }

  mutating func finish() -> [Snippet.OutputLine] {
    for (stream, bytes) in begun { append(bytes[...], stream) }
    begun = []
    return lines
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>, _ stream: Snippet.OutputLine.Stream) {
    lines.append(Snippet.OutputLine(String(decoding: bytes, as: UTF8.self), stream))
  }
}

/// A line by which a program tells how far it is: `{"progress": 0.4, "text": "copying"}`, either of both alone too.
enum CommandProgress {
  static func read(_ line: [UInt8]) -> (text: String, fraction: Double?)? {
    guard case .object(let object)? = try? Value(json: line, file: "progress") else { return nil }
    let fraction = object["progress"]?.doubleValue
    let text = object["text"]?.stringValue
    return fraction == nil && text == nil ? nil : (text ?? "", fraction)
  }
}

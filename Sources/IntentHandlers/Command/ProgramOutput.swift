internal import IntentCore

extension ProcessOutcome {
  /// The lines of both streams in the order in which they were completed.
  var lines: [Snippet.OutputLine] {
    var merger = LineMerger()
    var rest = (output: output[...], errors: errors[...])
    for piece in order {
      switch piece.stream {
      case .output:
        merger.add(rest.output.prefix(piece.count), .output)
        rest.output = rest.output.dropFirst(piece.count)
      case .error:
        merger.add(rest.errors.prefix(piece.count), .error)
        rest.errors = rest.errors.dropFirst(piece.count)
      }
    }
    merger.add(rest.output, .output)
    merger.add(rest.errors, .error)
    return merger.finish()
  }

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
    for (index, piece) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let place = begun.firstIndex { $0.stream == stream }
      if index > 0 { end(place.map { begun.remove(at: $0).bytes } ?? [], stream) }
      if piece.isEmpty { continue }
      if index == 0, let place { begun[place].bytes += piece } else { begun.append((stream, Array(piece))) }
    }
  }

  mutating func finish() -> [Snippet.OutputLine] {
    for (stream, bytes) in begun { end(bytes, stream) }
    return lines
  }

  private mutating func end(_ bytes: [UInt8], _ stream: Snippet.OutputLine.Stream) {
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

internal import Redaction

/// A program to start: everything is stated, nothing is inherited.
package struct ProcessRequest: Sendable {
  /// The absolute path of the program.
  package var executable: String
  /// What the program is told to be called; the path when `nil`.
  package var name: String?
  /// The bytes that the file of the program must have: these and no others are run, whatever its path leads to
  /// when it begins. `nil` where only root can change the file.
  package var contents: [UInt8]?
  /// The arguments after the program's own name.
  package var arguments: [String]
  /// The whole environment.
  package var environment: [(name: String, value: String)]
  /// The absolute working directory.
  package var directory: String
  package var input: [UInt8]?
  /// Contents that the program finds open for reading at their start, by descriptor number from 3 to 255 (3 is
  /// kept for progress).
  package var descriptors: [HandedContents]
  /// Files and folders that the program reaches by descriptors, whatever their paths lead to once it has begun.
  package var places: [HandedPlace] = []
  /// How many bytes of each stream are kept; the rest is counted and dropped.
  package var outputLimit: Int
  /// Takes each line that the program writes to descriptor 3; without it, that is closed.
  package var onProgress: (@Sendable ([UInt8]) -> Void)?
  /// Whether what it leaves running, such as the daemon behind an interface, is meant to stay.
  package var leavesDaemons = false
  /// The limits on what it may do; `nil` for none besides those of the user.
  package var sandbox: ProcessSandbox?

  package init(
    executable: String, name: String? = nil, contents: [UInt8]? = nil, arguments: [String] = [],
    environment: [(name: String, value: String)] = [], directory: String = "/", input: [UInt8]? = nil,
    descriptors: [HandedContents] = [], outputLimit: Int = 1 << 20
  ) {
    (self.executable, self.name, self.contents) = (executable, name, contents)
    (self.arguments, self.environment, self.directory) = (arguments, environment, directory)
    (self.input, self.descriptors, self.outputLimit) = (input, descriptors, outputLimit)
  }
}

/// Bytes that a program reads from a descriptor of its own, so that they stand in no argument, variable or file.
package struct HandedContents: Sendable, Equatable {
  package var number: Int32
  package var contents: [UInt8]

  package init(number: Int32, contents: [UInt8]) { (self.number, self.contents) = (number, contents) }
}

/// A file or folder that a program reaches by a descriptor, opened by its real path: where a part of that has become
/// a link, the program is not started.
package struct HandedPlace: Sendable, Equatable {
  package var number: Int32
  package var path: String
  /// What is made there before the start where nothing is, as in a sandbox.
  package var made: ProcessSandbox.Place.Made?
  /// What fails where the path no longer leads there.
  package var fault: Fault

  package init(number: Int32, path: String, made: ProcessSandbox.Place.Made? = nil, fault: Fault) {
    (self.number, self.path, self.made, self.fault) = (number, path, made, fault)
  }
}

/// How a program ended and what it wrote.
package struct ProcessOutcome: Sendable, Equatable {
  package var exit: IntentResult.HandlerExit
  package var output: [UInt8]
  package var errors: [UInt8]
  /// The pieces of both streams in the order they were written.
  package var order: [Piece]
  /// Bytes beyond the limit that were dropped, by stream.
  package var droppedOutput: Int
  package var droppedErrors: Int
  /// Whether a descendant still held a stream when the program had ended.
  package var leftStreamsHeld: Bool

  package init(
    exit: IntentResult.HandlerExit, output: [UInt8] = [], errors: [UInt8] = [], order: [Piece] = [],
    droppedOutput: Int = 0, droppedErrors: Int = 0, leftStreamsHeld: Bool = false
  ) {
    (self.exit, self.output, self.errors) = (exit, output, errors)
    (self.order, self.droppedOutput) = (order, droppedOutput)
    (self.droppedErrors, self.leftStreamsHeld) = (droppedErrors, leftStreamsHeld)
  }

  /// So many bytes of one stream, written before the next piece.
  package struct Piece: Sendable, Equatable {
    package var stream: Snippet.OutputLine.Stream
    package var count: Int

    package init(_ stream: Snippet.OutputLine.Stream, _ count: Int) {
      (self.stream, self.count) = (stream, count)
    }
  }
}

/// A program that runs beside us and says something from time to time, such as a monitor of a bus.
package protocol ProgramStream: AnyObject, Sendable {
  /// Whether the program has ended.
  var hasEnded: Bool { get }
  /// Ends the program with all that it started; nothing is reported after that.
  func stop() async
}

/// What a streaming program did.
package enum ProgramEvent: Sendable, Equatable {
  /// It wrote a line, which is here without its end; one of more than 64 KiB is cut.
  case line(String)
  case ended
}

extension Redactor {
  /// What a program wrote, hidden before it is cut into lines or read as JSON; the order of the streams stays.
  package func hide(_ outcome: ProcessOutcome) -> ProcessOutcome {
    var outcome = outcome
    for stream in [Snippet.OutputLine.Stream.output, .error] {
      let bytes = stream == .output ? outcome.output : outcome.errors
      let dropped = stream == .output ? outcome.droppedOutput : outcome.droppedErrors
      let spans = spans(in: bytes, isCut: dropped > 0)
      if spans.isEmpty { continue }
      let shown = bytes.hiding(spans)
      if stream == .output { outcome.output = shown } else { outcome.errors = shown }
      outcome.order.shift(stream, spans)
    }
    return outcome
  }
}

extension [ProcessOutcome.Piece] {
  /// Counts the pieces of a stream anew; a mark belongs to the piece in which the secret began.
  fileprivate mutating func shift(_ stream: Snippet.OutputLine.Stream, _ spans: [RedactedSpan]) {
    var (end, shownEnd) = (0, 0)
    var (next, change) = (0, 0)
    for index in indices where self[index].stream == stream {
      end += self[index].count
      while next < spans.count, spans[next].end <= end {
        change += Redactor.mark.utf8.count - (spans[next].end - spans[next].start)
        next += 1
      }
      var shown = end + change
      if next < spans.count, spans[next].start < end {
        shown = spans[next].start + change + Redactor.mark.utf8.count
      }
      self[index].count = shown - shownEnd
      shownEnd = shown
    }
  }
}

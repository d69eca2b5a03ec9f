internal import IntentCore
internal import IntentRendering
internal import Synchronization

/// Shows how far a run is once it takes longer than a second: a spinner or bar on a terminal, lines elsewhere, and
/// events where the answer is lines of JSON.
final class ProgressDisplay: Sendable {
  private enum Form {
    case bar(width: Int)
    case lines, events
  }

  private struct State {
    /// What is done, as people read it.
    var title: String
    var text = ""
    var fraction: Double?
    var frame = 0
    var isShown = false
    /// What was written last.
    var line = ""
    var stop: (@Sendable () -> Void)?
  }

  private static let patience = Duration.seconds(1)
  /// How often a bar moves, and a line is written at most.
  private static let pace = Duration.milliseconds(120)
  private static let linePace = Duration.seconds(5)

  private let form: Form
  private let intent: String
  private let access: ToolEnvironment.ProgressAccess
  private let style: Style
  private let state: Mutex<State>

  /// `nil` where nothing is to be shown.
  init?(_ session: Session, intent: String) {
    let streams = session.environment.streams
    switch session.settings.output {
    case _ where session.settings.isQuiet: return nil
    case .jsonl: form = .events
    case .waybar: return nil
    case .text, .json, .value:
      let isPlain = session.environment.variables.find("TERM") == "dumb"
      form = streams.errorIsTerminal && !isPlain ? .bar(width: streams.width ?? 80) : .lines
    }
    self.intent = intent
    state = Mutex(State(title: intent))
    access = session.environment.progress
    style = session.style(forErrors: true)
    let stop = access.after(Self.patience) { [weak self] in self?.tick() }
    state.withLock { $0.stop = stop }
  }

  /// Names what is done.
  func begin(_ title: String) { state.withLock { $0.title = title.cleaned(.line) } }

  /// What the work says of itself.
  func report(_ text: String, _ fraction: Double?) {
    let bytes: [UInt8] = state.withLock { state in
      state.text = text.cleaned(.line)
      state.fraction = fraction.map { min(max($0, 0), 1) }
      guard isEvent else { return [] }
      state.line = "\(state.text) \(state.fraction ?? -1)"
      return event(state)
    }
    if !bytes.isEmpty { access.write(bytes, isEvent) }
  }

  private var isEvent: Bool { if case .events = form { true } else { false } }

  /// Takes it away, for an answer or a question.
  func erase() {
    let isShown = state.withLock { state in
      defer { state.isShown = false }
      return state.isShown
    }
    if isShown, case .bar = form { access.write(Array("\r\u{1B}[K".utf8), false) }
  }

  func end() {
    state.withLock { $0.stop }?()
    erase()
  }

  /// Shows it, and answers how long until it is to be shown again.
  private func tick() -> Duration {
    let (bytes, pause): ([UInt8], Duration) = state.withLock { state in
      if case .bar(let width) = form {
        state.frame += 1
        state.isShown = true
        let frames: [String] = style.unicode ? Self.dots : Self.strokes
        let mark = frames[state.frame % frames.count]
        let line = "\(mark) \(words(state, bar: true))".shortened(to: max(width - 1, 10), mark: "…")
        return (Array("\r\(line)\u{1B}[K".utf8), Self.pace)
      }
      let line = isEvent ? "\(state.text) \(state.fraction ?? -1)" : words(state)
      guard line != state.line else { return ([], Self.linePace) }
      state.line = line
      return (isEvent ? event(state) : Array("\(style.unicode ? "…" : "...") \(line)\n".utf8), Self.linePace)
    }
    if !bytes.isEmpty { access.write(bytes, isEvent) }
    return pause
  }

  private static let dots = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
  private static let strokes = ["|", "/", "-", "\\"]

  private func words(_ state: State, bar: Bool = false) -> String {
    var words = state.title
    if !state.text.utf8.isEmpty, state.text != state.title { words += ": \(state.text)" }
    guard let fraction = state.fraction else { return words }
    let percent = Int(fraction * 100)
    guard bar else { return "\(words), \(percent) %" }
    let full = Int(fraction * 20)
    let (done, rest) = style.unicode ? ("━", "─") : ("#", "-")
    let line = String(repeating: done, count: full) + String(repeating: rest, count: 20 - full)
    return "\(line) \(percent) % \(words)"
  }

  private func event(_ state: State) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendJSON(
      .object([
        "event": "progress", "intent": .string(intent),
        "text": .string(state.text.utf8.isEmpty ? state.title : state.text),
        "progress": state.fraction.map { .number($0) } ?? .null,
      ]))
    return bytes + [0x0A]
  }
}

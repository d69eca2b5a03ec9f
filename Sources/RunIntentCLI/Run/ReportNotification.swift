internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentPipeline
internal import IntentRendering
internal import Redaction

extension Session {
  /// Shows what became of a run on the desktop, where nobody sees what it writes; that this cannot be done changes
  /// nothing about the run.
  func notify(_ report: RunReport) async {
    guard environment.source() != .terminal else { return }
    let notification = DesktopNotification(report, text)
    _ = await environment.withLimit(.seconds(5), environment.interruption) { [world] cancellation in
      _ = try? await notification.show(world, cancellation)
      return report
    }
  }
}

extension DesktopNotification {
  /// The first line of the answer is the heading, the rest the text; what is confidential is hidden.
  init(_ report: RunReport, _ say: Localizer) {
    let style = Style.plain
    var lines: [Substring]
    let isFailure: Bool
    var icon = "dialog-warning"
    switch report.outcome {
    case .answered(let result):
      isFailure = result.isFailure
      if !isFailure { icon = DesktopIcon.name(result.symbol.name) }
      var text = ResultRenderer(style: style, text: say).text(result)
      if !result.confidential.isEmpty { text = Redactor(result.confidential).hide(text) }
      lines = text.split(separator: "\n")
    case .failed(let failure):
      isFailure = true
      let text = FaultRenderer(style: style, text: say).text(failure)
      lines =
        ["\(Glyph.failed.text(style)) \(report.intent.cleaned(.line))"[...]] + text.split(separator: "\n")
    }
    let heading = lines.isEmpty ? report.intent.cleaned(.line) : String(lines.removeFirst())
    let text = lines.map { String($0.drop { $0 == " " }) }.joined(separator: "\n")
    self.init(
      heading: heading, text: text.shortenedAt(Self.longest), urgency: isFailure ? "critical" : "normal",
      icon: icon)
  }

  /// Bytes of text that a notification still shows.
  private static let longest = 1000
}

extension String {
  /// The beginning of at most so many bytes, and a sign that there was more.
  fileprivate func shortenedAt(_ limit: Int) -> String {
    if utf8.count <= limit { return self }
    var scalars = String.UnicodeScalarView()
    var count = 0
    for scalar in unicodeScalars {
      count += UTF8.width(scalar)
      if count > limit { break }
      scalars.append(scalar)
    }
    return String(scalars) + "…"
  }
}

internal import IntentCore
internal import IntentRendering

/// The answer for a status bar: waybar's custom module with `"return-type": "json"`.
enum Waybar {
  static func json(_ outcome: RunOutcome, _ text: Localizer) -> String {
    let value: Value =
      switch outcome {
      case .answered(let result):
        .object([
          "text": .string(result.dialog.cleaned(.line)), "alt": .string(result.barClass),
          "class": .string(result.barClass), "tooltip": .string(tooltip(result, text)),
        ])
      case .failed(let failure):
        .object([
          "text": "runintent", "alt": "error", "class": "error",
          "tooltip": .string(FaultRenderer(style: Style(), text: text).text(failure)),
        ])
      }
    return value.json()
  }

  private static func tooltip(_ result: IntentResult, _ text: Localizer) -> String {
    ResultRenderer(style: Style(), text: text).text(result)
  }
}

extension IntentResult {
  fileprivate var barClass: String {
    switch outcome {
    case .done: "done"
    case .neutral: "neutral"
    case .failed: "failed"
    }
  }
}

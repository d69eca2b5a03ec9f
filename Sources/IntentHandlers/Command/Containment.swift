internal import IntentCore
internal import IntentPipeline

/// Whether the sandbox of a call is tight enough to rest on.
struct Containment {
  /// Whether what is started is held by a sandbox at all.
  let isSandboxed: Bool
  /// Whether the sandbox keeps whatever runs in it from getting out later or giving away the home: then free values
  /// are data.
  let isTight: Bool

  init(_ call: HandlerCall) {
    isSandboxed = call.definition.sandbox != nil
    isTight = isSandboxed
  }
}

/// An intent that is run when a schedule says so, as its file defines it, checked.
package struct Automation: Sendable {
  /// What is done about moments that nobody was there for.
  package enum CatchUp: String, Sendable, CaseIterable {
    case none
    /// The last of them is run as soon as somebody is there.
    case once
  }

  /// An intent with values for its parameters.
  package struct Call: Sendable {
    package var intent: String
    package var parameters: ValueObject

    package init(intent: String, parameters: ValueObject = ValueObject()) {
      self.intent = intent
      self.parameters = parameters
    }
  }

  package var id: String
  /// The absolute path of the file, links resolved.
  package var path: String
  /// The exact bytes that were read.
  package var source: [UInt8]
  package var title: String?
  package var isEnabled: Bool
  package var schedule: Schedule
  package var call: Call
  /// What happens when a run of it is not over yet.
  package var concurrency: IntentDefinition.Concurrency
  package var catchUp: CatchUp
  /// Up to so long after its moment each run starts.
  package var jitter: Duration
  /// What is run when a run failed.
  package var onFailure: Call?

  package init(
    id: String, path: String, source: [UInt8] = [], title: String? = nil, isEnabled: Bool = true,
    schedule: Schedule, call: Call, concurrency: IntentDefinition.Concurrency = .single,
    catchUp: CatchUp = .none, jitter: Duration = .zero, onFailure: Call? = nil
  ) {
    self.id = id
    self.path = path
    self.source = source
    self.title = title
    self.isEnabled = isEnabled
    self.schedule = schedule
    self.call = call
    self.concurrency = concurrency
    self.catchUp = catchUp
    self.jitter = jitter
    self.onFailure = onFailure
  }

  /// How long after a moment its run starts: the same whoever asks, spread over the jitter (FNV-1a, 64 bits).
  package func delay(at moment: WallTime) -> Duration {
    let seconds = jitter.wholeNanoseconds / 1_000_000_000
    guard seconds > 0 else { return .zero }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    var rest = UInt64(bitPattern: Int64(moment.wholeSeconds))
    for _ in 0..<8 {
      hash = (hash ^ (rest & 0xFF)) &* 0x100_0000_01B3
      rest >>= 8
    }
    hash ^= hash >> 32
    return .seconds(Int(hash % UInt64(seconds + 1)))
  }
}

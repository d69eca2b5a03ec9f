internal import IntentCore
internal import IntentPipeline
internal import Synchronization

/// Goes on with every change of a VPN until cancelled, whoever caused it.
struct VPNFollowing {
  /// How long a burst of notices may go on before the states are read.
  static let burst = Duration.milliseconds(10)

  let scope: VPNScope
  let context: HandlerContext
  /// The one profile that counts, as `provider:id`; `nil` for each.
  var only: String?

  /// What came in since the states were last read, by the place of the provider.
  private struct Inbox {
    var changed: [Bool]
    var failures: [(place: Int, id: String, fault: Fault)] = []
  }

  /// - Parameter first: The value of the answer that is already out; what differs from it is reported at once.
  func run(
    after first: Value, _ report: @escaping @Sendable (IntentResult) throws(Failure) -> Void
  ) async throws(Failure) {
    let world = context.world
    let notice = Notice()
    let inbox = Inboxes(count: scope.providers.count)
    var watches: [VPNWatch] = []
    for (place, provider) in scope.providers.enumerated() {
      guard isPresent(provider) else {
        watches.append(VPNWatch(interval: .seconds(3600)))
        continue
      }
      watches.append(
        provider.changes(world) { news in
          inbox.take(news, place)
          notice.give()
        })
    }
    do throws(Failure) {
      try await loop(first, watches, inbox, notice, report)
    } catch {
      for watch in watches { await watch.stream?.stop() }
      throw error
    }
  }

  private func isPresent(_ provider: any VPNProvider) -> Bool {
    provider.name.utf8.elementsEqual(scope.meant.provider.utf8) || provider.isInstalled(context.world)
  }

  private func loop(
    _ first: Value, _ watches: [VPNWatch], _ inbox: Inboxes, _ notice: Notice,
    _ report: @escaping @Sendable (IntentResult) throws(Failure) -> Void
  ) async throws(Failure) {
    let clock = context.world.clock
    var known: [[VPNReading]] = []
    var readAt: [MonotonicTime] = []
    for provider in scope.providers {
      known.append(isPresent(provider) ? try await readings(provider) : [])
      readAt.append(clock.monotonic())
    }
    for reading in known.joined() where !reading.isAsTold(by: first) { try report(face(reading, nil)) }
    while true {
      var next = clock.monotonic() + .seconds(3600)
      for (place, watch) in watches.enumerated() where polls(watch, known[place]) {
        next = min(next, readAt[place] + watch.interval)
      }
      try await notice.wait(until: next, clock, context.cancellation)
      try await clock.wait(clock.monotonic() + Self.burst, context.cancellation)
      notice.clear()
      let now = clock.monotonic()
      for (place, provider) in scope.providers.enumerated() where isPresent(provider) {
        let failures = inbox.failures(place)
        let isDue = polls(watches[place], known[place]) && readAt[place] + watches[place].interval <= now
        guard inbox.hasChanged(place) || isDue else { continue }
        readAt[place] = now
        let after = try await readings(provider)
        try tell(known[place], after, failures, report)
        known[place] = after
      }
    }
  }

  /// Where a program tells of changes, only what ages by itself is read again and again.
  private func polls(_ watch: VPNWatch, _ known: [VPNReading]) -> Bool {
    guard let stream = watch.stream, !stream.hasEnded else { return true }
    return known.contains { $0.status.handshake != nil } || watch.interval > .seconds(1)
  }

  /// A provider that went away has no connection up.
  private func readings(_ provider: any VPNProvider) async throws(Failure) -> [VPNReading] {
    do throws(Failure) {
      return try await provider.readings(context.world, context.cancellation).filter { reading in
        (only.map { $0.utf8.elementsEqual(reading.profile.name.utf8) } ?? true)
          && !scope.exclude.contains { $0.utf8.elementsEqual(reading.profile.name.utf8) }
      }
    } catch  where error.status == .unavailable {
      return []
    }
  }

  private func tell(
    _ before: [VPNReading], _ after: [VPNReading], _ failures: [(id: String, fault: Fault)],
    _ report: @Sendable (IntentResult) throws(Failure) -> Void
  ) throws(Failure) {
    for old in before where !after.contains(where: { $0.profile.name == old.profile.name }) {
      guard old.status.state != .disconnected else { continue }
      let fault = Fault(.vpnVanished, ["name": .text(old.profile.title)])
      try report(face(VPNReading(old.profile, VPNStatus(.disconnected)), fault))
    }
    for reading in after {
      let old = before.first { $0.profile.name == reading.profile.name }
      let fault = failures.last { $0.id.utf8.elementsEqual(reading.profile.id.utf8) }?.fault
      let hasFailed = fault != nil && reading.status.state == .disconnected
      let changed = old.map { $0.status != reading.status } ?? (reading.status.state != .disconnected)
      if changed || hasFailed { try report(face(reading, hasFailed ? fault : nil)) }
    }
  }

  private func face(_ reading: VPNReading, _ fault: Fault?) -> IntentResult {
    let face = VPNAnswer(reading.profile, reading.status, context.world.clock, context.text)
    return fault.map { face.failure($0) } ?? face.result()
  }

  /// What the providers told, kept until it is looked at.
  private final class Inboxes: Sendable {
    private let inbox: Mutex<Inbox>

    init(count: Int) { inbox = Mutex(Inbox(changed: Array(repeating: false, count: count))) }

    func take(_ news: VPNNotice, _ place: Int) {
      inbox.withLock { inbox in
        inbox.changed[place] = true
        if case .failed(let id, let fault) = news { inbox.failures.append((place, id, fault)) }
      }
    }

    func hasChanged(_ place: Int) -> Bool {
      inbox.withLock { inbox in
        defer { inbox.changed[place] = false }
        return inbox.changed[place]
      }
    }

    func failures(_ place: Int) -> [(id: String, fault: Fault)] {
      inbox.withLock { inbox in
        let own = inbox.failures.filter { $0.place == place }.map { ($0.id, $0.fault) }
        inbox.failures.removeAll { $0.place == place }
        return own
      }
    }
  }
}

extension VPNReading {
  /// Whether an answer already said this of the profile; of one that it does not mention it said nothing.
  fileprivate func isAsTold(by value: Value) -> Bool {
    let told = value.at(["vpn"]) ?? value
    guard told.at(["provider"])?.stringValue == profile.provider,
      told.at(["profile"])?.stringValue == profile.id
    else { return true }
    return told.at(["state"])?.stringValue == status.state.rawValue
  }
}

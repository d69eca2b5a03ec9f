internal import IntentCore
internal import IntentPipeline
internal import Synchronization

/// A handler that goes on with the changes of VPNs.
protocol VPNFollowingHandler: AnsweringHandler {
  /// What is followed after the value of the first answer.
  func watch(_ call: HandlerCall, _ told: Value, _ context: HandlerContext) throws(Failure) -> VPNFollowing
}

extension VPNFollowingHandler {
  var canFollow: Bool { true }

  func follow(
    _ invocation: AuthorizedInvocation, _ context: HandlerContext, after first: IntentResult,
    _ report: @escaping @Sendable (IntentResult) throws(Failure) -> Void
  ) async throws(Failure) {
    try await watch(invocation.call, first.value, context).run(after: first.value, report)
  }
}

/// Goes on with every change of a VPN until cancelled, whoever caused it.
struct VPNFollowing {
  /// How long a burst of notices may go on before the states are read.
  static let burst = Duration.milliseconds(10)

  let scope: VPNScope
  let context: HandlerContext
  /// The one profile that counts, as `provider:id`; `nil` for each.
  var only: String?

  private var access: ProviderAccess { ProviderAccess(context) }

  /// A provider that is followed.
  private struct Followed {
    let provider: any VPNProvider
    let watch: VPNWatch
    let inbox: Inbox
    /// What was last read of it, and when.
    var known: [VPNReading] = []
    var readAt: MonotonicTime

    /// When it is read although nothing was told; where a program tells of changes, only what ages by itself is.
    var due: MonotonicTime? {
      let isTold = !watch.streams.isEmpty && watch.streams.allSatisfy { !$0.hasEnded }
      let ages = watch.interval > .seconds(1) || known.contains { $0.status.handshake != nil }
      if isTold { return ages ? readAt + watch.interval : nil }
      return readAt + .seconds(1)
    }
  }

  /// What a provider told since it was last read.
  private final class Inbox: Sendable {
    struct News {
      var hasChanged = false
      var failures: [(id: String, fault: Fault)] = []
    }

    private let news = Mutex(News())

    func take(_ notice: VPNNotice) {
      news.withLock { news in
        news.hasChanged = true
        if case .failed(let id, let fault) = notice { news.failures.append((id, fault)) }
      }
    }

    func empty() -> News {
      news.withLock { news in
        defer { news = News() }
        return news
      }
    }
  }

  /// - Parameter first: The value of the answer that is already out; what differs from it is reported at once.
  func run(
    after first: Value, _ report: @escaping @Sendable (IntentResult) throws(Failure) -> Void
  ) async throws(Failure) {
    let (access, notice) = (access, Notice())
    let followed = scope.providers.filter { scope.counts($0, access.world) }.map { provider in
      let inbox = Inbox()
      let watch = provider.changes(access.world) { news in
        inbox.take(news)
        notice.give()
      }
      return Followed(provider: provider, watch: watch, inbox: inbox, readAt: access.now)
    }
    do throws(Failure) {
      try await loop(followed, first, notice, access, report)
    } catch {
      for stream in followed.flatMap(\.watch.streams) { await stream.stop() }
      throw error
    }
  }

  private func loop(
    _ followed: [Followed], _ first: Value, _ notice: Notice, _ access: ProviderAccess,
    _ report: @escaping @Sendable (IntentResult) throws(Failure) -> Void
  ) async throws(Failure) {
    var followed = followed
    for place in followed.indices {
      followed[place].known = try await readings(followed[place].provider, access) ?? []
      followed[place].readAt = access.now
    }
    for reading in followed.flatMap(\.known) where !reading.isAsTold(by: first) {
      try report(answer(reading, nil))
    }
    while true {
      try await notice.wait(until: followed.compactMap(\.due).min() ?? access.now + .seconds(3600), access)
      try await access.wait(Self.burst)
      notice.clear()
      let now = access.now
      for place in followed.indices {
        let news = followed[place].inbox.empty()
        guard news.hasChanged || followed[place].due.map({ $0 <= now }) ?? false else { continue }
        followed[place].readAt = now
        let after =
          try await readings(followed[place].provider, access)
          ?? followed[place].known.map { VPNReading(profile: $0.profile, status: $0.status.lost) }
        try tell(followed[place].known, after, news.failures, report)
        followed[place].known = after
      }
    }
  }

  /// `nil` where the provider went away: what it left behind may carry on.
  private func readings(
    _ provider: any VPNProvider, _ access: ProviderAccess
  ) async throws(Failure) -> [VPNReading]? {
    do throws(Failure) {
      return try await provider.readings(access).filter { reading in
        let name = reading.profile.name
        return (only.map { $0.utf8.elementsEqual(name.utf8) } ?? true) && !scope.excludes(name)
      }
    } catch  where error.status == .unavailable {
      return nil
    }
  }

  private func tell(
    _ before: [VPNReading], _ after: [VPNReading], _ failures: [(id: String, fault: Fault)],
    _ report: @Sendable (IntentResult) throws(Failure) -> Void
  ) throws(Failure) {
    for old in before where !after.contains(where: { $0.profile.name == old.profile.name }) {
      guard old.status.state != .disconnected else { continue }
      let fault = Fault(.vpnVanished, ["name": .text(old.profile.title)])
      try report(answer(VPNReading(profile: old.profile, status: .disconnected), fault))
    }
    for reading in after {
      let old = before.first { $0.profile.name == reading.profile.name }
      let fault = failures.last { $0.id.utf8.elementsEqual(reading.profile.id.utf8) }?.fault
      let hasFailed = fault != nil && reading.status.state == .disconnected
      let changed = old.map { $0.status != reading.status } ?? (reading.status.state != .disconnected)
      if changed || hasFailed { try report(answer(reading, hasFailed ? fault : nil)) }
    }
  }

  private func answer(_ reading: VPNReading, _ fault: Fault?) -> IntentResult {
    let answer = VPNAnswer(reading: reading, clock: context.world.clock, text: context.text)
    return fault.map { answer.failure($0) } ?? answer.result()
  }
}

extension VPNStatus {
  /// What is left to say once its provider does not answer.
  fileprivate var lost: VPNStatus { state == .disconnected ? self : VPNStatus(state: .unknown) }
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

internal import IntentCore

/// A message as a subscriber got it.
struct BrokerMessage: Sendable, Equatable {
  var topic: String
  var payload: [UInt8]
  /// Whether the broker kept it from before.
  var isRetained: Bool
}

/// A subscription that stands, by mosquitto_sub(1), and messages that are sent, by mosquitto_pub(1).
///
/// Messages go at the lowest quality of service: at most once, so that nothing is ever delivered a second time, and
/// never retained.
struct BrokerTalk {
  private static let subscriber = ProviderProgram(name: "mosquitto_sub", package: "mosquitto-clients")
  private static let publisher = ProviderProgram(name: "mosquitto_pub", package: "mosquitto-clients")
  /// Without it the subscriber would keep its lines to itself when nobody sees them.
  private static let lines = ProviderProgram(name: "stdbuf", package: "coreutils")
  /// Where both read user and password.
  private static let credentials: Int32 = 10
  private static let payload: Int32 = 11
  /// A topic on which nothing is ever said.
  private static let nothing = "runintent/none"
  /// How long the broker may take to let somebody in.
  static let connectLimit = Duration.seconds(5)

  private let broker: BrokerAccess
  private let access: LockAccess
  private let inbox: BrokerInbox
  private let stream: any ProgramStream

  /// Subscribes and waits until that stands; fails with `mqtt.unreachable`, `mqtt.tls` or `mqtt.refused`.
  static func open(
    _ broker: BrokerAccess, _ topics: [String], _ access: LockAccess
  ) async throws(Failure) -> BrokerTalk {
    let inbox = BrokerInbox()
    var request = try subscriber.request(
      broker.arguments + ["-d", "-q", "1", "-F", BrokerInbox.format]
        + topics.flatMap { ["-t", $0] }, access.world)
    guard let path = lines.path(access.world) else {
      throw Failure(.programMissing, ["program": "stdbuf", "package": "coreutils"])
    }
    request.arguments = ["-oL", request.executable] + request.arguments
    request.executable = path
    try broker.hand(to: &request, access, at: credentials)
    let stream = try access.world.processes.stream(request) { inbox.take($0) }
    let talk = BrokerTalk(broker: broker, access: access, inbox: inbox, stream: stream)
    do throws(Failure) {
      let end = min(access.now + connectLimit, access.deadline)
      while !inbox.isSubscribed {
        if inbox.hasEnded || access.now >= end || inbox.refusal != nil {
          throw try await talk.complaint()
        }
        try await inbox.wait(until: end, access)
      }
    } catch {
      await stream.stop()
      throw error
    }
    return talk
  }

  func close() async { await stream.stop() }

  /// The next message, `nil` when there was none until then.
  func next(until end: MonotonicTime) async throws(Failure) -> BrokerMessage? {
    while true {
      if let message = inbox.first() { return message }
      if access.now >= end { return nil }
      // Without a subscriber nothing comes any more; the time that is left is waited for all the same.
      try await inbox.wait(until: end, access)
    }
  }

  /// Whether the way to the broker broke, now or meanwhile; a subscriber that cannot connect again says nothing.
  func wasCut() async throws(Failure) -> Bool {
    if inbox.hasEnded || inbox.isCut { return true }
    return try await visit().status != 0
  }

  /// Subscribes once more, to nothing, and leaves.
  private func visit() async throws(Failure) -> ProcessOutcome {
    var request = try Self.subscriber.request(
      broker.arguments + ["-E", "-W", "5", "-t", Self.nothing], access.world)
    try broker.hand(to: &request, access, at: Self.credentials)
    return try await access.world.processes.run(request, access.cancellation)
  }

  /// Sends one message; answers whether it went out.
  func publish(_ payload: [UInt8], to topic: String, until end: MonotonicTime) async throws(Failure) -> Bool {
    var request = try Self.publisher.request(
      broker.arguments + ["-d", "-q", "0", "-t", topic, "-f", "/dev/fd/\(String(Self.payload))"], access.world
    )
    try broker.hand(to: &request, access, at: Self.credentials)
    request.descriptors.append(HandedContents(number: Self.payload, contents: payload))
    let log = BrokerInbox()
    let sender = try access.world.processes.stream(request) { log.take($0) }
    do throws(Failure) {
      while !log.hasEnded, access.now < end { try await log.wait(until: end, access) }
    } catch {
      await sender.stop()
      throw error
    }
    await sender.stop()
    return log.hasSent
  }

  /// Why the broker did not let us in, asked once more with its words for people.
  private func complaint() async throws(Failure) -> Failure {
    let name = FaultArgument.text("\(broker.host):\(String(broker.port))")
    if let number = inbox.refusal {
      // 4 and 5 of CONNACK: bad user name or password, not authorised (MQTT 3.1.1, section 3.2.2.3).
      return Failure(
        [4, 5].contains(number) ? .brokerRefused : .brokerUnreachable,
        ["name": name, "reason": .text("CONNACK \(String(number))")])
    }
    guard inbox.hasEnded else {
      return Failure(.brokerUnreachable, ["name": name, "seconds": .text(Self.connectLimit.secondsText)])
    }
    let reason = try await visit().complaint
    let isTLS = broker.isEncrypted && (reason.utf8.holds("TLS") || reason.utf8.holds("ertificate"))
    return Failure(isTLS ? .brokerTLS : .brokerUnreachable, ["name": name, "reason": .text(reason)])
  }
}

/// How a broker is reached, with the secrets that this takes.
struct BrokerAccess {
  let host: String
  let port: Int
  let isEncrypted: Bool
  let user: String?
  /// The name of the secret.
  let password: String?
  let certificates: String?

  init?(_ values: ValueObject) {
    guard let host = values.text("host") else { return nil }
    self.host = host
    isEncrypted = values["tls"] == true
    port = values["port"]?.integerValue ?? (isEncrypted ? 8883 : 1883)
    user = values.text("username")
    password = values.text("password")
    certificates = values.text("certificates")
  }

  var arguments: [String] {
    var words = ["-h", host, "-p", String(port), "--nodelay"]
    if isEncrypted {
      words += certificates.map { ["--cafile", $0] } ?? ["--tls-use-os-certs"]
    }
    return words
  }

  /// Hands user and password over in memory, under the name of the configuration that both programs read.
  func hand(to request: inout ProcessRequest, _ access: LockAccess, at descriptor: Int32) throws(Failure) {
    guard let user else {
      request.environment.append(("XDG_CONFIG_HOME", "/nonexistent"))
      return
    }
    var text = "-u \(user)\n"
    if let name = password {
      let password = try access.secret(name)
      // mosquitto_pub(1) reads lines of at most 1,023 bytes.
      guard password.utf8.count <= 1000, password.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw Failure(.secretInvalid, ["name": .text(name), "reason": "control"])
      }
      text += "-P \(password)\n"
    }
    let folder = try access.world.files.handedFolder(["mosquitto_sub", "mosquitto_pub"], descriptor)
    request.environment.append(("XDG_CONFIG_HOME", folder))
    request.descriptors.append(HandedContents(number: descriptor, contents: Array(text.utf8)))
  }
}

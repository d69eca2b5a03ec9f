internal import IntentCore

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
  /// How often a broker that has nothing to say is asked whether it lives; a lost one leaves no other trace.
  private static let pulse = 5
  private static let pulseLimit = Duration.milliseconds(7_500)
  /// A topic on which nothing is ever said.
  static let nothing = "runintent/none"
  /// How long the broker may take to let somebody in.
  static let connectLimit = Duration.milliseconds(2_500)

  private let broker: BrokerAccess
  private let access: ProviderAccess
  private let inbox = BrokerInbox()

  /// Subscribes, and talks once that stands; fails with `mqtt.unreachable`, `mqtt.tls` or `mqtt.refused`.
  static func open<T>(
    _ broker: BrokerAccess, _ topics: [String], _ access: ProviderAccess,
    _ work: (BrokerTalk) async throws(Failure) -> T
  ) async throws(Failure) -> T {
    let talk = BrokerTalk(broker: broker, access: access)
    let inbox = talk.inbox
    var request = try talk.request(
      subscriber,
      ["-d", "-q", "1", "-k", String(pulse), "-F", BrokerInbox.format] + topics.flatMap { ["-t", $0] })
    guard let path = lines.path(access.world) else {
      throw Failure(.programMissing, ["program": "stdbuf", "package": "coreutils"])
    }
    request.arguments = ["-oL", request.executable] + request.arguments
    request.executable = path
    let stream = try access.world.processes.stream(request) { inbox.take($0) }
    return try await stream.stopped { () async throws(Failure) -> T in
      let end = min(access.now + connectLimit, access.deadline)
      while !inbox.log.isSubscribed {
        if inbox.log.hasEnded || access.now >= end || inbox.log.refusal != nil {
          throw try await talk.complaint()
        }
        try await inbox.wait(until: end, access)
      }
      return try await work(talk)
    }
  }

  /// The next message, `nil` when there was none until then.
  func next(until end: MonotonicTime) async throws(Failure) -> BrokerMessage? {
    while true {
      if let message = inbox.first() { return message }
      if access.now >= end { return nil }
      // Without a subscriber nothing comes any more; the time that is left is waited for all the same.
      try await inbox.wait(until: end, access)
    }
  }

  /// The next message, whenever it comes; `nil` when the way to the broker broke, so that something may be missed.
  func nextUntilCut() async throws(Failure) -> BrokerMessage? {
    var (signs, end) = (inbox.log.signs, access.now + Self.pulseLimit)
    while true {
      if let message = inbox.first() { return message }
      if inbox.log.hasEnded || inbox.log.isCut || access.now >= end { return nil }
      try await inbox.wait(until: end, access)
      if inbox.log.signs != signs { (signs, end) = (inbox.log.signs, access.now + Self.pulseLimit) }
    }
  }

  /// Whether the way to the broker broke, now or meanwhile; a subscriber that cannot connect again says nothing.
  func wasCut() async throws(Failure) -> Bool {
    if inbox.log.hasEnded || inbox.log.isCut { return true }
    return try await visit().status != 0
  }

  /// Subscribes once more, to nothing, and leaves.
  private func visit() async throws(Failure) -> ProcessOutcome {
    let request = try request(Self.subscriber, ["-E", "-W", "2", "-t", Self.nothing])
    return try await access.world.processes.run(request, access.cancellation)
  }

  /// Sends one message; answers whether it went out.
  func publish(_ payload: [UInt8], to topic: String, until end: MonotonicTime) async throws(Failure) -> Bool {
    var request = try request(
      Self.publisher, ["-d", "-q", "0", "-t", topic, "-f", "/dev/fd/\(String(Self.payload))"])
    request.descriptors.append(HandedContents(number: Self.payload, contents: payload))
    let inbox = BrokerInbox()
    let sender = try access.world.processes.stream(request) { inbox.take($0) }
    return try await sender.stopped { () async throws(Failure) -> Bool in
      while !inbox.log.hasEnded, access.now < end { try await inbox.wait(until: end, access) }
      return inbox.log.hasSent
    }
  }

  /// User and password are handed over in memory, under the name of the configuration that both programs read.
  private func request(_ program: ProviderProgram, _ arguments: [String]) throws(Failure) -> ProcessRequest {
    var request = try program.request(broker.arguments + arguments, access.world)
    guard let text = try broker.credentials(access) else {
      request.environment.append(("XDG_CONFIG_HOME", "/nonexistent"))
      return request
    }
    let names = [Self.subscriber.name, Self.publisher.name]
    request.environment.append(
      ("XDG_CONFIG_HOME", try access.world.files.handedFolder(names, Self.credentials)))
    request.descriptors.append(HandedContents(number: Self.credentials, contents: Array(text.utf8)))
    return request
  }

  /// Why a broker refuses, in the words of the standard.
  private static func reason(_ number: Int) -> String {
    let words =
      switch number {
      case 1, 0x84: "unacceptable protocol version"
      case 2, 0x85: "identifier rejected"
      case 3, 0x88: "server unavailable"
      case 4, 0x86: "bad user name or password"
      case 5, 0x87: "not authorised"
      case 0x89: "server busy"
      case 0x8A: "banned"
      default: "refused"
      }
    return "\(words), CONNACK \(String(number))"
  }

  /// Why the broker did not let us in, asked once more with its words for people.
  private func complaint() async throws(Failure) -> Failure {
    let name = FaultArgument.text("\(broker.host):\(String(broker.port))")
    if let number = inbox.log.refusal {
      // Of CONNACK: bad user name or password, not authorised (MQTT 3.1.1, section 3.2.2.3; MQTT 5, section 3.2.2.2).
      return Failure(
        [4, 5, 0x86, 0x87].contains(number) ? .brokerRefused : .brokerUnreachable,
        ["name": name, "reason": .text(Self.reason(number))])
    }
    guard inbox.log.hasEnded else {
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
    let trust = certificates.map { ["--cafile", $0] } ?? ["--tls-use-os-certs"]
    return ["-h", host, "-p", String(port), "--nodelay"] + (isEncrypted ? trust : [])
  }

  /// The options with user and password; `nil` where nobody logs in.
  func credentials(_ access: ProviderAccess) throws(Failure) -> String? {
    guard let user else { return nil }
    guard let name = password else { return "-u \(user)\n" }
    let password = try access.secret(name)
    // mosquitto_pub(1) reads lines of at most 1,023 bytes.
    guard password.utf8.count <= 1000, password.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw Failure(.secretInvalid, ["name": .text(name), "reason": "control"])
    }
    return "-u \(user)\n-P \(password)\n"
  }
}

package import JSON

/// The doors of the configuration and what drives their locks.
package struct DoorSettings: Sendable, Equatable {
  package var providers: [LockProviderSettings]
  package var doors: [ConfiguredDoor]

  package init(providers: [LockProviderSettings] = [], doors: [ConfiguredDoor] = []) {
    self.providers = providers
    self.doors = doors
  }

  package var isEmpty: Bool { providers.isEmpty && doors.isEmpty }

  /// The other's providers and doors win over those of the same name.
  func overlaid(with other: DoorSettings) -> DoorSettings {
    DoorSettings(
      providers: providers.filter { own in
        !other.providers.contains { $0.name.utf8.elementsEqual(own.name.utf8) }
      }
        + other.providers,
      doors: doors.filter { own in !other.doors.contains { $0.name.utf8.elementsEqual(own.name.utf8) } }
        + other.doors)
  }
}

/// Something that moves locks, as the configuration describes it.
package struct LockProviderSettings: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// The REST interface of Home Assistant; the token is a secret of this name.
    case homeAssistant(HTTPAddress, token: String)
    case mqtt(Broker)
    /// Any service by HTTP, with headers for every request, in which `${secret:NAME}` may stand.
    case web(HTTPAddress, headers: [(name: String, value: Template)])

    package static func == (left: Kind, right: Kind) -> Bool {
      switch (left, right) {
      case (.homeAssistant(let a, let b), .homeAssistant(let c, let d)): a == c && b == d
      case (.mqtt(let a), .mqtt(let b)): a == b
      case (.web(let a, let b), .web(let c, let d)):
        a == c && b.elementsEqual(d) { $0.name == $1.name && $0.value.references == $1.value.references }
      default: false
      }
    }
  }

  /// A broker of MQTT; user and password are secrets of these names, or a plain user.
  package struct Broker: Sendable, Equatable {
    package var host: String
    package var port: Int
    package var user: String?
    /// The name of the secret.
    package var password: String?
    package var isEncrypted: Bool

    package init(
      host: String, port: Int, user: String? = nil, password: String? = nil, isEncrypted: Bool = false
    ) {
      self.host = host
      self.port = port
      self.user = user
      self.password = password
      self.isEncrypted = isEncrypted
    }
  }

  package var name: String
  package var kind: Kind
  /// The absolute path of a file with certificates to trust instead of the system's.
  package var certificates: String?

  package init(name: String, kind: Kind, certificates: String? = nil) {
    self.name = name
    self.kind = kind
    self.certificates = certificates
  }
}

/// A door as the configuration describes it.
package struct ConfiguredDoor: Sendable, Equatable {
  /// How the lock is spoken to.
  package enum Link: Sendable, Equatable {
    /// An entity of Home Assistant, such as `lock.front_door`.
    case entity(String)
    case topics(LockTopics)
    case requests(LockRequests)
  }

  package var name: String
  package var provider: String
  package var title: String
  package var link: Link
  /// The name of the secret that is the door's code.
  package var code: String?
  /// How long the bolt may take.
  package var timeout: Duration
  /// How long it must then stay where it is.
  package var settle: Duration

  package static let standardTimeout = Duration.seconds(10)
  package static let standardSettle = Duration.milliseconds(500)

  package init(
    name: String, provider: String, title: String? = nil, link: Link, code: String? = nil,
    timeout: Duration = standardTimeout, settle: Duration = standardSettle
  ) {
    self.name = name
    self.provider = provider
    self.title = title ?? "\(name) door"
    self.link = link
    self.code = code
    self.timeout = timeout
    self.settle = settle
  }
}

/// Where a lock on a broker says its state and takes commands.
package struct LockTopics: Sendable, Equatable {
  /// What the messages look like.
  package enum Convention: String, Sendable, CaseIterable {
    /// `lock_state` of the base topic is the truth; commands go to `…/set`, `…/get` has the state told.
    case zigbee2mqtt
    /// Words such as LOCKED and UNLOCK on topics of their own.
    case homeassistant
  }

  package var convention: Convention
  package var state: String
  package var command: String
  package var availability: String?
  /// Whether somebody said that it is told there whether the lock is reachable, so that it is waited for.
  package var isAvailabilityNamed = false
  /// The way to the state where it is told in JSON.
  package var pointer: JSONPointer?
  /// What states are called where that is not the convention's own.
  package var states: [(word: String, value: Value)]
  /// What is sent for `lock`, `unlock` and `open` where that is not the convention's own.
  package var payloads: [(word: String, value: Value)]

  package init(
    convention: Convention, state: String, command: String, availability: String? = nil,
    pointer: JSONPointer? = nil, states: [(word: String, value: Value)] = [],
    payloads: [(word: String, value: Value)] = []
  ) {
    self.convention = convention
    self.state = state
    self.command = command
    self.availability = availability
    self.pointer = pointer
    self.states = states
    self.payloads = payloads
  }

  package static func == (left: LockTopics, right: LockTopics) -> Bool {
    left.convention == right.convention && left.state == right.state && left.command == right.command
      && left.availability == right.availability
      && left.isAvailabilityNamed == right.isAvailabilityNamed && left.pointer == right.pointer
      && left.states.elementsEqual(right.states) { $0 == $1 }
      && left.payloads.elementsEqual(right.payloads) { $0 == $1 }
  }
}

/// The requests that read and move a lock behind a service of HTTP.
package struct LockRequests: Sendable, Equatable {
  package struct Request: Sendable, Equatable {
    package var path: String
    package var method: String
    package var body: Value?

    package init(path: String, method: String = "POST", body: Value? = nil) {
      self.path = path
      self.method = method
      self.body = body
    }
  }

  /// The request for the state, and the way to it in the answer.
  package var state: Request
  package var pointer: JSONPointer
  package var lock: Request?
  package var unlock: Request?
  package var open: Request?
  /// What states are called in the answer where they are not `locked`, `unlocked`, `open` and `jammed`.
  package var states: [(word: String, value: Value)]

  package init(
    state: Request, pointer: JSONPointer, lock: Request? = nil, unlock: Request? = nil, open: Request? = nil,
    states: [(word: String, value: Value)] = []
  ) {
    self.state = state
    self.pointer = pointer
    self.lock = lock
    self.unlock = unlock
    self.open = open
    self.states = states
  }

  package static func == (left: LockRequests, right: LockRequests) -> Bool {
    left.state == right.state && left.pointer == right.pointer && left.lock == right.lock
      && left.unlock == right.unlock && left.open == right.open
      && left.states.elementsEqual(right.states) { $0 == $1 }
  }
}

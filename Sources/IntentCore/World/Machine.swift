/// A network interface as the kernel describes it now.
package struct NetworkInterface: Sendable, Equatable {
  package var name: String
  package var isUp: Bool
  package var isRunning: Bool
  package var isLoopback: Bool
  package var isPointToPoint: Bool
  /// The addresses with their prefix lengths, as in `10.8.0.2/24`.
  package var addresses: [String]
  /// What the kernel counted since the interface came up, `nil` when it does not say.
  package var counters: ByteCounters?

  package init(
    name: String, isUp: Bool, isRunning: Bool, isLoopback: Bool = false, isPointToPoint: Bool = false,
    addresses: [String] = [], counters: ByteCounters? = nil
  ) {
    self.name = name
    self.isUp = isUp
    self.isRunning = isRunning
    self.isLoopback = isLoopback
    self.isPointToPoint = isPointToPoint
    self.addresses = addresses
    self.counters = counters
  }
}

/// Bytes that passed an interface.
package struct ByteCounters: Sendable, Equatable {
  package var received: UInt64
  package var sent: UInt64

  package init(received: UInt64, sent: UInt64) {
    self.received = received
    self.sent = sent
  }
}

/// The space of the file system that holds a path, in bytes (statvfs(3)).
package struct FileSystemSpace: Sendable, Equatable {
  package var total: UInt64
  package var free: UInt64
  /// What an ordinary user may still use.
  package var available: UInt64

  package init(total: UInt64, free: UInt64, available: UInt64) {
    self.total = total
    self.free = free
    self.available = available
  }
}

/// What a path names, and whose it is.
package struct FileFacts: Sendable, Equatable {
  package enum Kind: Sendable, Equatable { case regular, folder, link, other }

  package var kind: Kind
  package var owner: UInt32
  package var group: UInt32
  /// The permission bits with set-id and sticky bits, as in `0o1777`.
  package var mode: UInt32
  package var size: Int

  package init(kind: Kind, owner: UInt32, group: UInt32, mode: UInt32, size: Int) {
    self.kind = kind
    self.owner = owner
    self.group = group
    self.mode = mode
    self.size = size
  }
}

extension FileFacts {
  /// Whether the file is root's and nobody else may write it.
  package var isRootsAlone: Bool { kind == .regular && owner == 0 && mode & 0o022 == 0 }
}

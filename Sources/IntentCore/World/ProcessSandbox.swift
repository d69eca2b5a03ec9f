/// The limits on a program that is started and on all that it starts, with every place by its real path.
package struct ProcessSandbox: Sendable, Equatable {
  /// Files and folders that may be read and run, besides those that always may; what is not there is left out.
  package var readable: [String]
  /// Files and folders that may be changed besides.
  package var writable: [Place]
  /// What stays closed in a folder that may be read.
  package var withheld: [String]
  package var network: SandboxRule.Network
  package var opensSockets: Bool
  /// What of it must hold for the program to start; the rest holds as far as the kernel can.
  package var need: Need

  package init(
    readable: [String] = [], writable: [Place] = [], withheld: [String] = [],
    network: SandboxRule.Network = .none, opensSockets: Bool = false, need: Need = .nothing
  ) {
    (self.readable, self.writable, self.withheld) = (readable, writable, withheld)
    (self.network, self.opensSockets, self.need) = (network, opensSockets, need)
  }

  /// What a run rests on. Ports always count.
  package enum Need: Sendable, Equatable {
    case nothing
    /// Values that callers choose are data only while what they may reach is limited.
    case files
    case whole
  }

  /// A place that may be changed.
  package struct Place: Sendable, Equatable {
    package var path: String
    /// What is made there before the start where nothing is, and taken back afterwards where it is still empty; `nil`
    /// where something must be there.
    package var made: Made?

    package init(_ path: String, made: Made? = nil) { (self.path, self.made) = (path, made) }

    package enum Made: Sendable, Equatable { case file, folder }
  }
}

/// What the kernel can hold of a sandbox.
package struct SandboxKernel: Sendable, Equatable {
  /// The version of Landlock; 0 where there is none.
  package var landlock: Int

  package init(landlock: Int) { self.landlock = landlock }

  /// One that holds everything.
  package static let whole = SandboxKernel(landlock: 6)

  /// A part of a sandbox that some kernels do not hold.
  package enum Part: String, Sendable, CaseIterable {
    case files, ports, signals

    /// The first version of Landlock that holds it.
    package var version: Int {
      switch self {
      case .files: 1
      case .ports: 4
      case .signals: 6
      }
    }
  }

  /// What is not held of a sandbox with such a rule for the network.
  package func missing(for network: SandboxRule.Network) -> [Part] {
    Part.allCases.filter { part in
      if part == .ports, !network.namesPorts { return false }
      return landlock < part.version
    }
  }
}

extension SandboxRule.Network {
  /// Whether only some ports may be reached.
  package var namesPorts: Bool { if case .ports = self { true } else { false } }
}

internal import CPlatform
internal import Glibc
package import IntentCore

/// The rules of one sandbox as the kernel has them, ready to be entered by the child.
final class SandboxRules {
  private(set) var sandbox: cplatform_sandbox
  private let withheld: [String]
  private let program: String

  /// Makes the rules; fails with `sandbox.kernel` where the kernel lacks what must be held, with `file.missing` and
  /// `sandbox.failed`.
  init(_ limits: ProcessSandbox, for request: ProcessRequest, _ kernel: SandboxKernel) throws(Failure) {
    let network =
      switch limits.network {
      case .none: cplatform_network_none
      case .ports: cplatform_network_ports
      case .any: cplatform_network_any
      }
    // What is not there needs no folder to be opened piece by piece.
    (withheld, program) = (limits.withheld.filter { access($0, F_OK) == 0 }, request.executable)
    sandbox = cplatform_sandbox(
      landlock: Int32(clamping: kernel.landlock), rules: -1, network: network,
      opens_sockets: limits.opensSockets)
    try kernel.refuseGaps(of: limits, program)
    try check(cplatform_sandbox_make(&sandbox))
    if sandbox.rules < 0 { return }
    for path in SandboxPlaces.readable { try allow(path, as: .found) }
    for path in SandboxPlaces.settings { try allow(path, as: .found) }
    if network != cplatform_network_none { try allow("/etc/resolv.conf", as: .found) }
    for path in SandboxPlaces.writable { try allow(path, as: .found, writes: true) }
    try allow(request.executable, as: .found)
    for path in limits.readable { try allow(path, as: .real) }
    for place in limits.writable { try allow(place.path, as: .needed, writes: true) }
    if case .ports(let ports) = limits.network {
      for port in ports { try check(cplatform_sandbox_allow_port(&sandbox, Int32(clamping: port))) }
    }
  }

  deinit { if sandbox.rules >= 0 { close(sandbox.rules) } }

  /// How a path came to be: from a list of ours, where links are followed, from a folder that is not allowed whole,
  /// or as a real one, on which no link may have come to lie; only what is needed must be there.
  private enum Origin { case found, listed, real, needed }

  /// Allows a folder of the program's own, or what is open.
  func allow(folder: String) throws(Failure) { try allow(folder, as: .needed, writes: true) }

  func allow(open place: Int32) throws(Failure) {
    try check(cplatform_sandbox_allow(&sandbox, place, false))
  }

  /// Starts the program in it, as `cplatform_fork` does.
  func spawn(_ request: UnsafeMutablePointer<cplatform_spawn>, _ pid: UnsafeMutablePointer<pid_t>) -> Int32 {
    withUnsafePointer(to: &sandbox) { limits in
      request.pointee.sandbox = limits
      return cplatform_fork(request, pid)
    }
  }

  /// Landlock only allows: where something in a folder is withheld, everything beside that is allowed one by one.
  private func allow(_ path: String, as origin: Origin, writes: Bool = false) throws(Failure) {
    if sandbox.rules < 0 { return }
    if withheld.contains(where: { path.isPath(in: $0) }) { return }
    if withheld.contains(where: { $0.isPath(in: path) }) {
      for name in World.Files.live.names(path) ?? [] {
        try allow(path == "/" ? "/\(name)" : "\(path)/\(name)", as: .listed, writes: writes)
      }
      return
    }
    let place = cplatform_sandbox_open(path, origin != .found)
    guard place >= 0 else {
      let number = ErrorNumber.current
      if origin == .found || origin == .listed || origin == .real && number.code != ELOOP { return }
      if number.code == ENOENT { throw Failure(.fileMissing, ["path": .text(path)]) }
      throw failed(number.code == ELOOP ? "\(path) has become a link" : "\(path): \(number.text)")
    }
    defer { close(place) }
    try check(cplatform_sandbox_allow(&sandbox, place, writes))
  }

  private func check(_ error: Int32) throws(Failure) {
    if error != 0 { throw failed(ErrorNumber(error).text) }
  }

  func failed(_ reason: String) -> Failure {
    Failure(.sandboxFailed, ["program": .text(program), "reason": .text(reason)])
  }
}

extension SandboxKernel {
  /// What this kernel has.
  package static var live: SandboxKernel { SandboxKernel(landlock: Int(cplatform_landlock())) }

  /// Fails with `sandbox.kernel` where a part is missing on which the run rests.
  func refuseGaps(of limits: ProcessSandbox, _ program: String) throws(Failure) {
    let gap = missing(for: limits.network).first { part in
      part == .ports || limits.need == .whole || limits.need == .files && part == .files
    }
    guard let gap else { return }
    throw Failure(.sandboxKernel, ["program": .text(program), "reason": .text(gap.rawValue)])
  }
}

internal import CPlatform
internal import Glibc
internal import IntentCore

/// What lies on the disk for one program in a sandbox, from before its start until after its end: its private
/// temporary folder, and the files that it is to fill.
final class SandboxSession {
  let rules: SandboxRules
  private let temporary: String
  private let made: MadePlaces

  init(_ limits: ProcessSandbox, for request: ProcessRequest, _ kernel: SandboxKernel) throws(Failure) {
    var temporary: String?
    do throws(Failure) {
      try kernel.refuseGaps(of: limits, request.executable)
      made = try MadePlaces(limits.writable)
      let folder = try PrivateFolder.make(in: "/tmp")
      temporary = folder
      rules = try SandboxRules(limits, for: request, kernel)
      try rules.allow(folder: folder)
      self.temporary = folder
    } catch {
      if let temporary { PrivateFolder.discard(temporary) }
      throw error
    }
  }

  deinit {
    PrivateFolder.discard(temporary)
  }

  /// The variables, with the one that names the temporary folder.
  func environment(_ variables: [(name: String, value: String)]) -> [(name: String, value: String)] {
    variables.filter { !$0.name.utf8.elementsEqual("TMPDIR".utf8) } + [("TMPDIR", temporary)]
  }
}

internal import CPlatform
internal import Glibc
internal import IntentCore

/// What lies on the disk for one program in a sandbox, from before its start until after its end: its private
/// temporary folder, and the files that it is to fill.
final class SandboxSession {
  let rules: SandboxRules
  private let temporary: String
  private var made: [ProcessSandbox.Place] = []

  init(_ limits: ProcessSandbox, for request: ProcessRequest, _ kernel: SandboxKernel) throws(Failure) {
    var made: [ProcessSandbox.Place] = []
    var temporary: String?
    do throws(Failure) {
      try kernel.refuseGaps(of: limits, request.executable)
      for place in limits.writable { if try place.make(for: request) { made.append(place) } }
      let folder = try PrivateFolder.make(in: "/tmp")
      temporary = folder
      rules = try SandboxRules(limits, for: request, kernel)
      try rules.allow(folder: folder)
      self.temporary = folder
    } catch {
      for place in made { place.takeBack() }
      if let temporary { PrivateFolder.discard(temporary) }
      throw error
    }
    self.made = made
  }

  deinit {
    PrivateFolder.discard(temporary)
    for place in made { place.takeBack() }
  }

  /// The variables, with the one that names the temporary folder.
  func environment(_ variables: [(name: String, value: String)]) -> [(name: String, value: String)] {
    variables.filter { !$0.name.utf8.elementsEqual("TMPDIR".utf8) } + [("TMPDIR", temporary)]
  }
}

extension ProcessSandbox.Place {
  /// Makes what is to be there and is not; answers whether it was made.
  fileprivate func make(for request: ProcessRequest) throws(Failure) -> Bool {
    guard let made else { return false }
    let error = cplatform_sandbox_place(path, made == .folder)
    if error == 0 || error == EEXIST { return error == 0 }
    throw Failure(.fileWriteFailed, ["path": .text(path), "reason": .text(ErrorNumber(error).text)])
  }

  fileprivate func takeBack() { cplatform_sandbox_take_back(path, made == .folder) }
}

internal import IntentCore

/// A program that writes a secret, or a file that its command names: part of what was allowed with each definition
/// that needs the secret.
package struct HelperFile: Sendable {
  /// For a program the secret and the whole command, so that another command is another helper.
  package var name: String
  package var path: String
}

extension World {
  /// Those of all secrets that a call needs; a configuration that cannot be read fails where it is used.
  func helpers(of call: HandlerCall, _ handler: any DescribedHandler) throws(Failure) -> [HelperFile] {
    let names = call.definition.secrets + (try handler.secrets(call))
    if names.isEmpty { return [] }
    guard let configuration = try? self.configuration() else { return [] }
    var helpers: [HelperFile] = []
    func add(_ name: String, _ path: String) {
      if !helpers.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
        helpers.append(HelperFile(name: name, path: path))
      }
    }
    for name in names {
      guard case .command(let words)? = configuration.secret(named: name), let program = words.first,
        files.facts(program)?.kind == .regular
      else { continue }
      add("secret \(name): \(ShellWords.join(words))", program)
      for path in words.dropFirst().flatMap(namedFiles) { add(path, path) }
    }
    return helpers
  }

  /// The files that a word of such a command names, seen from the home, where it is started; the system's are left out.
  private func namedFiles(_ word: String) -> [String] {
    let pieces = [word[...].utf8] + word.utf8.split { $0 <= 0x20 || "'\"`=:,;|&<>(){}".utf8.contains($0) }
    return pieces.compactMap { piece in
      guard let first = piece.first else { return nil }
      let text = String(Substring(piece))
      let path = first == UInt8(ascii: "/") ? text : "\(home ?? "")/\(text)"
      return files.there(path)?.kind == .regular && !isSystems(path) ? path : nil
    }
  }

  /// Whether a person's word, or root's for the system, holds for each of them.
  func areTrusted(_ helpers: [HelperFile], by trust: TrustRecord?) -> Bool {
    helpers.allSatisfy { helper in
      trust.map { trust in trust.files.contains { $0.name.utf8.elementsEqual(helper.name.utf8) } }
        ?? isSystems(helper.path)
    }
  }
}

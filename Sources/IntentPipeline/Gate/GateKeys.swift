package import IntentCore

/// A shared key stands for the grant, and for the authentication that goes with it, of one act at one door. All else
/// holds as without it: rules of the configuration, denials, trust for the definition's bytes, its mode, and what it
/// asks for itself.
extension Gate {
  /// The one act at one door that the caller's key is for, `nil` without a key.
  func use(
    of key: PresentedKey?, in capabilities: [Capability], by handler: any DescribedHandler,
    of definition: IntentDefinition, from source: RunSource
  ) throws(Failure) -> KeyUse? {
    guard let key else { return nil }
    guard handler.takesKeys else { throw .keyUseless(definition) }
    var use: KeyUse?
    for capability in capabilities {
      guard case .lock(let action, let provider, let target) = capability, action != .lock else { continue }
      guard use == nil, case .exact(let door) = target else { throw .keyUseless(definition) }
      use = KeyUse(key, action, KeyDoor(provider: provider, id: door), from: source)
    }
    guard let use else { throw .keyUseless(definition) }
    return use
  }

  /// Fails with `permission.denied` when a rule of the configuration refuses what a command of the user's would
  /// record.
  package func refuse(
    command: String, recording capabilities: [Capability], from source: RunSource
  ) throws(Failure) {
    let command = IntentDefinition(id: command, path: "", title: command, handler: command)
    try refuse(command, capabilities, Entry(source: source), by: .whole)
    try refuse(command, capabilities, Entry(source: source), by: .capabilities)
  }
}

extension Failure {
  fileprivate static func keyUseless(_ definition: IntentDefinition) -> Failure {
    Failure(.keyUseless, ["intent": .text(definition.id)])
  }
}

internal import IntentCore

extension LockProvider {
  /// The door of an id such as `demo:front`, or of its part after the provider.
  func door(named text: String, _ world: World) async throws(Failure) -> Door {
    let known = try await doors(world)
    let id = id(of: text)
    if let door = known.first(where: { $0.id.utf8.elementsEqual(id.utf8) }) { return door }
    let names = known.map(\.id)
    throw Failure(
      .entityUnknown,
      [
        "name": "with.door", "value": .text(text), "allowed": .list(names),
        "suggestion": .text(Suggestion.nearest(to: id, among: names) ?? ""),
      ])
  }

  /// The provider's own id of a door, without the provider's name before it.
  func id(of text: String) -> String {
    let prefix = "\(name):".utf8
    return text.utf8.starts(with: prefix)
      ? String(decoding: text.utf8.dropFirst(prefix.count), as: UTF8.self) : text
  }
}

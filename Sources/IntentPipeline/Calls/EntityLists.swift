package import IntentCore

/// Lists the things that an entity parameter picks from, fresh from the provider.
package struct EntityLists: Sendable {
  package var list: @Sendable (_ kind: String, World) async throws(Failure) -> [Entity]

  package init(list: @escaping @Sendable (_ kind: String, World) async throws(Failure) -> [Entity]) {
    self.list = list
  }

  /// The lists that the static calls of a workflow need; what cannot be listed now is left out.
  package func called(by definition: IntentDefinition, _ world: World) async -> [EntityList] {
    var lists: [EntityList] = []
    for kind in definition.workflow == nil ? [] : definition.calledEntities {
      do throws(Failure) {
        lists.append(EntityList(kind: kind, entities: try await list(kind, world)))
      } catch {}
    }
    return lists
  }
}

/// The things of one kind, as a provider listed them.
package struct EntityList: Sendable {
  package var kind: String
  package var entities: [Entity]

  package init(kind: String, entities: [Entity]) {
    self.kind = kind
    self.entities = entities
  }
}

package import IntentCore
internal import IntentHandlers
package import IntentPipeline

extension EntityLists {
  /// The lists of this program's providers, with titles as people read them; the English ones are known too.
  package static func spoken(_ text: Localizer) -> EntityLists {
    if text.language.isEnglish { return .live }
    return EntityLists { kind, world throws(Failure) in
      try await EntityLists.live.list(kind, world).map { entity in
        let title = text(entity.title)
        return title == entity.title
          ? entity : Entity(id: entity.id, title: title, names: entity.names + [entity.title])
      }
    }
  }
}

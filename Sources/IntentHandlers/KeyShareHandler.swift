internal import IntentCore
internal import IntentPipeline

/// Gives somebody a key to one door, for a time and a number of uses; the answer shows it once.
struct KeyShareHandler: AnsweringHandler {
  let descriptor = HandlerDescriptor(
    name: "key.share", summary: "Gives somebody a key to a door for a while.",
    fields: [
      .init("door", .string, required: true, help: "The door."),
      .init("to", .string, required: true, help: "For whom the key is."),
      .init(
        "until", .string, required: true,
        help: "Until when: a length of time such as 4h, a time of day, or a moment."),
      .init("from", .string, help: "From when; from now on when absent."),
      .init("uses", .integer, help: "How often it can be used; once when absent."),
      .init("open", .boolean, help: "Whether it is also for opening the door, not only for unlocking it."),
    ])

  func capabilities(_ call: HandlerCall) throws(Failure) -> [Capability] {
    guard case .exact(let text)? = try call.target("door"), let door = KeyDoor(entity: text) else {
      return [.shareKey(provider: "any", door: .any)]
    }
    return [.shareKey(provider: door.provider, door: .exact(door.id))]
  }

  func answer(_ call: HandlerCall, _ context: HandlerContext) async throws(Failure) -> IntentResult {
    let world = context.world
    let offer = try await KeyOffer(
      door: try call.text("door") ?? "", to: try call.text("to") ?? "",
      opens: try call.boolean("open") ?? false, from: try call.text("from"),
      until: try call.text("until") ?? "", uses: try call.integer("uses"), world)
    return try offer.share(world).answer(world.clock, context.text)
  }
}

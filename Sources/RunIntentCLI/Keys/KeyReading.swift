internal import IntentCore

/// Takes the key of a call from where the caller says it is, which is never the command line itself.
struct KeyReading {
  /// What is longer is no key.
  static let limit = 256

  private let session: Session
  private let asks: Bool

  init(_ session: Session, asks: Bool) {
    self.session = session
    self.asks = asks
  }

  /// - Parameter place: `-` for standard input, `fd:N` for a descriptor, nothing for a question at the terminal.
  func key(
    at place: String, of definition: IntentDefinition, _ options: ParsedOptions
  ) throws(Failure) -> PresentedKey {
    if options.has("follow") { throw Failure(.keyUseless, ["intent": .text(definition.id)]) }
    // From here on the key is in this process' memory.
    session.world.machine.guardMemory()
    let bytes = try bytes(at: place, options)
    guard bytes.count <= Self.limit, !bytes.contains(0) else { throw unreadable("it is no key") }
    guard bytes.contains(where: { $0 > 0x20 }) else { throw unreadable("there is nothing to read") }
    return PresentedKey(bytes)
  }

  private func bytes(at place: String, _ options: ParsedOptions) throws(Failure) -> [UInt8] {
    switch place {
    case "":
      guard asks else { throw unreadable("nobody may be asked for it here: hand it on by --key -") }
      guard let line = session.environment.prompt(session.text("Key:") + " ", true) else {
        throw unreadable("nobody answered")
      }
      return Array(line.utf8)
    case "-":
      guard options.value("input") != "-" else {
        throw unreadable("standard input has the parameters: hand the key on by --key fd:3")
      }
      return try session.environment.readInput(nil)
    default:
      guard let number = Self.descriptor(place) else { throw Failure(.keyLiteral) }
      return try session.environment.readDescriptor(number, Self.limit)
    }
  }

  /// The number of `fd:3`; what is written to is none.
  private static func descriptor(_ place: String) -> Int32? {
    let digits = place.utf8.dropFirst(3)
    guard place.utf8.starts(with: "fd:".utf8), (1...5).contains(digits.count),
      digits.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int32(String(Substring(digits))),
      number != 1, number != 2
    else { return nil }
    return number
  }

  private func unreadable(_ reason: String) -> Failure { Failure(.keyUnreadable, ["reason": .text(reason)]) }
}

internal import IntentCore
internal import IntentRendering
internal import JSON
internal import StringCatalogs

/// What differs between a trusted file and the file that is there now.
struct FileDifference {
  enum Change {
    case lines(LineDifference)
    /// Of what is no text only the sizes are told.
    case bytes(old: Int, new: Int)
    case led(from: String, to: String)
    case gone
    /// Root alone could change it, and now others can; or the other way round.
    case keeper(isRoots: Bool)
  }

  let path: String
  let change: Change

  init(path: String, change: Change) {
    self.path = path
    self.change = change
  }

  /// `nil` when it is the same.
  init?(from old: TrustedFile, to new: TrustedFile) {
    path = new.path
    if let before = old.contents, let after = new.contents {
      if before == after { return nil }
      change =
        Self.isText(before) && Self.isText(after)
        ? .lines(LineDifference(from: before, to: after)) : .bytes(old: before.count, new: after.count)
    } else if !(old.target ?? old.path).utf8.elementsEqual((new.target ?? new.path).utf8) {
      change = .led(from: old.target ?? old.path, to: new.target ?? new.path)
    } else if (old.contents == nil) != (new.contents == nil) {
      change = .keeper(isRoots: new.contents == nil)
    } else {
      return nil
    }
  }

  private static func isText(_ bytes: [UInt8]) -> Bool {
    !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
  }

  func text(_ session: Session, style: Style, limit: Int?) -> String {
    let name: ValueObject = ["file": .string(session.display(path).cleaned(.quoted))]
    let say = session.text
    func line(_ words: String, _ old: Value, _ new: Value) -> String {
      var values = name
      values["old"] = old
      values["new"] = new
      return say(words, values) + "\n"
    }
    switch change {
    case .lines(let lines):
      return say("${file} changed", name) + "\n" + lines.text(session, style: style, limit: limit)
    case .bytes(let old, let new):
      return line("${file} changed: ${old} bytes then, ${new} now", .integer(old), .integer(new))
    case .led(let old, let new):
      return line(
        "${file} leads elsewhere: to ${old} then, to ${new} now", .string(old.cleaned(.quoted)),
        .string(new.cleaned(.quoted)))
    case .gone: return say("${file} is gone", name) + "\n"
    case .keeper(let isRoots):
      return say(
        isRoots
          ? "${file} is root's alone to change now" : "${file} was root's alone to change, and is no more",
        name) + "\n"
    }
  }

  func json(_ style: Style) -> Value {
    var object: ValueObject = ["path": .string(path)]
    switch change {
    case .lines(let lines): object["lines"] = .string(lines.text(style))
    case .bytes(let old, let new): object["bytes"] = .array([.integer(old), .integer(new)])
    case .led(let old, let new): object["led"] = .array([.string(old), .string(new)])
    case .gone: object["gone"] = true
    case .keeper(let isRoots): object["roots"] = .boolean(isRoots)
    }
    return .object(object)
  }
}

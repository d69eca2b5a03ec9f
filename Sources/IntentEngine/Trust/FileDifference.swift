package import IntentCore
internal import Schedules

/// What differs between a trusted file and the file that is there now.
package struct FileDifference: Sendable {
  package enum Change: Sendable {
    case lines(LineDifference)
    /// Of what is no text only the sizes are told.
    case bytes(old: Int, new: Int)
    case led(from: String, to: String)
    case gone
    /// Root alone could change it, and now others can; or the other way round.
    case keeper(isRoots: Bool)
  }

  package let path: String
  package let change: Change

  package init(path: String, change: Change) {
    self.path = path
    self.change = change
  }

  /// `nil` when it is the same.
  package init?(from old: TrustedFile, to new: TrustedFile) {
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
}

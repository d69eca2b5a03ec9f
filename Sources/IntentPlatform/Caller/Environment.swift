internal import CPlatform
internal import Glibc

/// The variables that a process was given; those that are not UTF-8 are left out.
package struct Environment: Sendable {
  /// The value of a variable.
  package var value: @Sendable (String) -> String?
  /// Every variable whose name begins so.
  package var beginning: @Sendable (StaticString) -> [(name: String, value: String)]

  package subscript(name: String) -> String? { value(name) }

  /// The value of a variable that is set and not empty.
  package func nonEmpty(_ name: String) -> String? {
    guard let value = value(name), !value.isEmpty else { return nil }
    return value
  }
}

extension Environment {
  /// The variables of this process, which nothing here changes.
  package static let process = Environment(
    value: { name in getenv(name).flatMap { String(validatingCString: $0) } },
    beginning: { start in
      var found: [(name: String, value: String)] = []
      guard var next = cplatform_environment() else { return found }
      while let entry = next.pointee {
        defer { next += 1 }
        guard
          strncmp(
            entry, UnsafeRawPointer(start.utf8Start).assumingMemoryBound(to: CChar.self),
            start.utf8CodeUnitCount) == 0,
          let text = String(validatingCString: entry), let sign = text.utf8.firstIndex(of: UInt8(ascii: "="))
        else { continue }
        found.append((String(text[..<sign]), String(text[text.utf8.index(after: sign)...])))
      }
      return found
    })

  /// Variables that a test states.
  package init(_ variables: [String: String]) {
    self.init(
      value: { variables[$0] },
      beginning: { start in
        variables.filter { $0.key.utf8.starts(with: start.description.utf8) }.sorted { $0.key < $1.key }
          .map { ($0.key, $0.value) }
      })
  }
}

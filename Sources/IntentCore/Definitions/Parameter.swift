package import JSONSchema

/// A typed input of an intent: a JSON Schema property with the project's annotations.
package struct Parameter: Sendable {
  package var name: String
  package var schema: Schema
  package var title: String?
  package var description: String?
  package var defaultValue: Value?
  package var isRequired: Bool
  /// The 1-based place among positional arguments.
  package var position: Int?
  package var short: Character?
  package var isSecret = false
  /// The provider list that values come from, such as `vpn.profile` or `door`.
  package var entity: String?
  package var choices: Choices?
  package var file: FileRule?
  package var prompt: String?
  package var input = InputRule.never
  /// Values that help shows.
  package var examples: [Value] = []
  /// What people read for enumerated values, as a catalog has it in their language.
  package var valueTitles: [(value: String, title: String)] = []

  package init(
    name: String, schema: Schema = .anything, defaultValue: Value? = nil, isRequired: Bool = false,
    entity: String? = nil
  ) {
    (self.name, self.schema, self.defaultValue) = (name, schema, defaultValue)
    (self.isRequired, self.entity) = (isRequired, entity)
  }

  /// Whether piped input may fill the parameter.
  package enum InputRule: String, Sendable, CaseIterable {
    case never
    /// The value of the intent before, or else the text on standard input.
    case auto
    /// Only the value of the intent before.
    case previous
  }

  package var isArray: Bool { schema.types == [.array] }
  package var isBoolean: Bool { schema.types == [.boolean] }

  /// The closed list of values that the definition itself gives, `nil` when it is open or found out at a run.
  package var staticChoices: [Choice]? {
    if case .list(let list)? = choices { return list.filter { isArray || schema.accepts($0.value) } }
    return schema.enumeratedValues?.map { Choice(value: $0) }
  }

  /// What people read for a value, where a catalog or the definition says it.
  package func titles(of value: Value) -> [String] {
    if valueTitles.isEmpty { return [] }
    guard let text = value.plainText else { return [] }
    return valueTitles.filter { $0.value.utf8.elementsEqual(text.utf8) }.map(\.title)
  }

  /// Whether a caller can bring in any text: neither enumerated nor picked from a provider's list. What a
  /// program lists is any text too.
  package var isFree: Bool { entity == nil && staticChoices == nil }

  /// Whether what a caller may bring in is no text of any kind: a number, a truth value, a file within a folder, or
  /// what a pattern lets through that keeps out paths, spaces and signs that shells read.
  package var isBounded: Bool {
    if !isFree { return true }
    if let folder = file?.within { return FileRule.limits(folder) }
    let schema = isArray ? self.schema.itemSchema ?? .anything : self.schema
    if let types = schema.types, types.allSatisfy({ [.integer, .number, .boolean].contains($0) }) {
      return true
    }
    return schema.assertions.contains { assertion in
      guard case .pattern(let pattern) = assertion else { return false }
      return !Self.probes.contains { pattern.matches($0) || pattern.matches($0 + Self.padding) }
    }
  }

  /// Texts by which a program could be made to run something, of different lengths and forms.
  private static let padding = String(repeating: "x", count: 80)
  private static let probes = [
    "/x", "./x", "../x", "x/y", "~/x", "/tmp/x.sh", "./some/longer/path.sh", "x y", "x=y", "$(x)", "`x`",
    ";x", "|x",
    "&x", "x;y", "-x", "--x=y", "+x", "@x", "!x", "x\ny", "(x)", "$x",
  ]
}

extension FileRule {
  /// Whether lying in a folder keeps a file out of where code and settings are: neither the root, the system's folders
  /// and whole homes, nor what begins with a dot in one's own.
  static func limits(_ folder: String) -> Bool {
    let parts = folder.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    guard let first = parts.first, !parts.contains(where: { $0 == "." || $0 == ".." }) else { return false }
    if first == "~" {
      return parts.count > 1 && parts[1].utf8.first != UInt8(ascii: ".") && parts[1] != "bin"
    }
    if first == "home" { return parts.count > 2 && parts[2].utf8.first != UInt8(ascii: ".") }
    if first == "root" { return parts.count > 1 && parts[1].utf8.first != UInt8(ascii: ".") }
    return !system.contains(first)
  }

  private static let system = [
    "bin", "boot", "dev", "etc", "lib", "lib32", "lib64", "libx32", "nix", "opt", "proc", "run", "sbin",
    "snap",
    "sys", "usr",
  ]
}

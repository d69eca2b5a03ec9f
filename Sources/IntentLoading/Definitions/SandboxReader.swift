internal import IntentCore

/// Reads the `sandbox` of a definition, whose paths may name parameters.
struct SandboxReader: KeyedObject {
  private var read: JSONMember?
  private var write: JSONMember?
  private var rule = SandboxRule()

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row(
      "read", "Read",
      "Files and folders that may be read, seen from this folder, besides the system's and those of parameters with \"access\".",
      paths(["~/Notes", "/srv/data", "${folder}"])
    ) { reader, member, _ in reader.read = member }
    row(
      "write", "Write", "Files and folders that may be changed besides; they must be there.",
      paths(["~/Backups"])
    ) { reader, member, _ in reader.write = member }
    row("network", "Network", "Whether the network may be used, or the TCP ports that may be.", networkSchema)
    {
      $0.rule.network = network($1, &$2)
    }
    row(
      "sockets", "Socket files",
      "Whether socket files, such as those of ssh-agent and the buses, may be used.",
      .flag(default: false)
    ) { $0.rule.opensSockets = $2.flag($1) ?? false }
  }

  /// What a member says; `scope` knows the parameters.
  static func rule(_ member: JSONMember, _ scope: TemplateScope, _ log: inout ReadingLog) -> SandboxRule {
    var reader = SandboxReader()
    reader.read(member, &log)
    var scope = scope
    scope.secrets = .refused
    reader.rule.read = paths(reader.read, scope, &log)
    reader.rule.write = paths(reader.write, scope, &log)
    return reader.rule
  }

  private static func paths(
    _ member: JSONMember?, _ scope: TemplateScope, _ log: inout ReadingLog
  ) -> [Template] {
    guard let member else { return [] }
    let templates = TemplateReader(scope: scope)
    return log.list(member, of: "a list of paths") { item, log in
      log.filledText(item).map { _ in templates.template(item.node, &log) }
    }
  }

  private static func paths(_ examples: [String]) -> ValueObject {
    .list(of: .filledText()) + ["examples": [.strings(examples)]]
  }

  private static let portPattern = "^tcp:[1-9][0-9]{0,4}$"

  private static var networkSchema: ValueObject {
    [
      "anyOf": [
        .object(["type": "boolean"]), .object(.filledList(of: .text(["pattern": .string(portPattern)]))),
      ], "default": false, "examples": [["tcp:443"]],
    ]
  }

  /// `false`, `true`, or a list such as `["tcp:443"]`.
  private static func network(_ member: JSONMember, _ log: inout ReadingLog) -> SandboxRule.Network {
    if case .boolean(let flag) = member.node.kind { return flag ? .any : .none }
    let ports = log.list(member, of: "true, false or a list of ports such as [\"tcp:443\"]", isFilled: true) {
      $1.read($0, "a port such as \"tcp:443\"", port)
    }
    return .ports(ports)
  }

  private static func port(_ text: String) -> Int? {
    let prefix = "tcp:".utf8
    guard text.utf8.starts(with: prefix) else { return nil }
    return HTTPAddress.port(text.utf8.dropFirst(prefix.count))
  }
}

import Foundation
import Synchronization
import TestSupport
import Testing

/// A set-up of `Tests/Laboratories/Real` that is running; it ends with this process, since its standard input then does.
final class Lab: Sendable {
  static let networkManager = Lab("networkmanager")
  static let wireGuard = Lab("wireguard")
  static let broker = Lab("broker")
  static let homeAssistant = Lab("home-assistant")

  let folder: String
  /// What the set-up said instead of being ready.
  let complaint: String?
  private let input = Pipe()

  private init(_ name: String) {
    var template = Array("\(FileManager.default.temporaryDirectory.path())runintent-lab-XXXXXX".utf8CString)
    folder = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
    chmod(folder, 0o755)
    let output = Pipe()
    let process = Process()
    process.executableURL = Repository.root.appending(path: "Tests/Laboratories/Real/\(name)")
    process.arguments = [folder]
    process.standardInput = input
    process.standardOutput = output
    let log = "\(folder).log"
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    process.standardError = FileHandle(forWritingAtPath: log)
    // What the tests start must not keep the set-up alive.
    for end in [input, output] {
      for handle in [end.fileHandleForReading, end.fileHandleForWriting] {
        _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
      }
    }
    var answer = ""
    if (try? process.run()) != nil {
      answer = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }
    complaint = answer == "ready\n" ? nil : (try? String(contentsOfFile: log, encoding: .utf8)) ?? "no log"
    try? FileManager.default.removeItem(atPath: log)
  }

  /// Runs a command of the system there; answers what it printed.
  @discardableResult
  func run(_ words: String...) async -> Ended { await command(words).run() }

  func command(_ words: [String]) -> Spawn {
    Spawn(
      program: "\(folder)/enter", arguments: words,
      environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"])
  }

  /// What a file of the set-up holds, without blanks around it.
  func text(_ name: String) -> String {
    let text = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func write(_ text: String, to name: String) {
    try? text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
  }

  /// The UUID of a profile by its name.
  func uuid(_ name: String) -> String {
    let text = (try? String(contentsOfFile: "\(folder)/\(name).uuid", encoding: .utf8)) ?? ""
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Takes down whatever VPN is up, and the wire is up.
  func disconnectAll() async {
    await run(
      "sh", "-c", #"nmcli connection down "$@"; nmcli connection up id Cable"#, "sh", uuid("Tunnel"),
      uuid("Office"), uuid("Dead end"))
  }

  /// Waits until the profile has the state, as `state` answers it; false when it does not come in time.
  func reaches(_ state: String, _ name: String, within seconds: Double = 10) async -> Bool {
    let end = Date().addingTimeInterval(seconds)
    while Date() < end {
      if await self.state(name) == state { return true }
      try? await Task.sleep(for: .milliseconds(20))
    }
    return false
  }

  /// Whether the profile connects by itself, in nmcli's word.
  func autoconnect(_ name: String) async -> String {
    await run("nmcli", "--get-values", "connection.autoconnect", "connection", "show", uuid(name)).text
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The state of a profile in nmcli's word, empty for one that is down.
  func state(_ name: String) async -> String {
    let rows = await run("nmcli", "--terse", "--fields", "UUID,STATE", "connection", "show").text
    let row = rows.split(separator: "\n").first { $0.hasPrefix(uuid(name)) }
    return row.map { String($0.dropFirst(uuid(name).count + 1)) } ?? "none"
  }
}

/// A home whose configuration names a VPN, with the sample intents trusted, used within a set-up.
struct LabHome {
  let lab: Lab
  let home = TestHome()

  /// - Parameter rules: More members of `vpn` in the configuration.
  init(_ lab: Lab, meant profile: String, rules: String = "") async {
    self.lab = lab
    let more = rules.isEmpty ? "" : ", \(rules)"
    home.folder.write(
      #"{ "vpn": { "profile": "\#(profile)"\#(more) } }"#, to: "home/.config/runintent/config.json")
    await run("setup", "--yes")
    await run("allow", "--yes", "--quiet", "toggle-vpn")
  }

  /// A home beside the NetworkManager of the set-up, in which no VPN is up.
  static func fresh(meant name: String = "Tunnel", rules: String = "") async throws -> LabHome {
    let lab = Lab.networkManager
    #expect(lab.complaint == nil)
    try #require(lab.complaint == nil)
    await lab.disconnectAll()
    return await LabHome(lab, meant: "nm:\(lab.uuid(name))", rules: rules)
  }

  /// The number of the guard that runs, `nil` when there is none.
  func guardian() async -> pid_t? {
    let process = await run("guard", "status", "--output", "json").json["process"] as? Int
    return process.map { pid_t($0) }
  }

  func command(_ arguments: [String]) -> Spawn { home.command(arguments).under(["\(lab.folder)/enter"]) }

  @discardableResult
  func run(_ arguments: String...) async -> Ended { await command(arguments).run() }

  /// The same as a user without rights, whose the home then is.
  func runAsNobody(_ arguments: String...) async -> Ended {
    _ = await Spawn(program: "/usr/bin/env", arguments: ["chown", "-R", "65534:65534", home.path]).run()
    let words = ["\(lab.folder)/enter", "setpriv"] + Privileges.dropping(to: 65_534)
    return await home.command(arguments).under(words).run()
  }
}

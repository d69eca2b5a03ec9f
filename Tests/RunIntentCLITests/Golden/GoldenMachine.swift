import Foundation
import IntentCore
import IntentEngine
import IntentHandlers
import IntentLoading
import IntentPipeline
import Synchronization
import TestSupport

@testable import IntentPlatform
@testable import RunIntentCLI

/// The machine of one case: real files and a real store in a folder of its own, which is the machine's root;
/// everything else of it is scripted. The user is `ana`, who works in `/home/ana/work`.
final class GoldenMachine: Sendable {
  struct Settings {
    var source = RunSource.script
    /// Columns of the terminal, `nil` without one.
    var width: Int?
    var isUnicode = true
    var hasHome = true
    var user: UInt32 = 1000
    /// What the person answers to decisions; `nil` for nothing.
    var answers: [String?] = []
    /// Whether the person can prove who they are; `nil` where the machine has nothing for it.
    var proves: Bool?
    var isUnlocked: Bool?
    /// What the person types when a value is asked for; then nothing more.
    var lines: [String] = []
    var variables: [String: String] = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
    var input: [UInt8] = []
  }

  static let home = "/home/ana"
  static let working = "/home/ana/work"

  let folder = ScratchFolder()
  let clock = GoldenClock()
  let settings = Mutex(Settings())
  private let asked = Mutex("")

  init() {
    folder.makeFolder("home/ana/work")
    folder.makeFolder("usr/bin")
  }

  /// What the person was asked since the last call.
  func takeAsked() -> String {
    asked.withLock { asked in
      defer { asked = "" }
      return asked
    }
  }

  /// The place of a path of this machine on the real one.
  func real(_ path: String) -> String {
    path.hasPrefix("/") ? folder.path + path : "\(folder.path)\(Self.working)/\(path)"
  }

  func run(_ arguments: [String]) async -> ToolOutcome {
    await Tool.run(environment(arguments))
  }

  private func environment(_ arguments: [String]) -> ToolEnvironment {
    let settings = settings.withLock { $0 }
    let home = settings.hasHome ? Self.home : nil
    let variables = settings.variables
    let folders = UserPlaces(
      home: home, config: home.map { $0 + "/.config" }, data: home.map { $0 + "/.local/share" },
      state: home.map { $0 + "/.local/state" }, working: Self.working)
    let configuration = configuration(folders)
    return ToolEnvironment(
      arguments: arguments, variables: .init { variables[$0] }, folders: folders,
      streams: .init(
        outputIsTerminal: settings.width != nil, errorIsTerminal: settings.width != nil,
        width: settings.width, isUnicode: settings.isUnicode),
      world: world(settings, configuration), files: definitions, configuration: configuration,
      sourceFinding: { DetectedSource(source: settings.source, reason: .nothing) },
      interruption: TestCancellation(),
      withLimit: { [clock] limit, _, work in
        let cancellation = clock.limit(limit)
        let report = await work(cancellation)
        clock.end(cancellation)
        return report
      },
      decide: { [self] text, _ in
        asked.withLock { $0 += text }
        return self.settings.withLock { $0.answers.isEmpty ? nil : $0.answers.removeFirst() }
      },
      prompt: { [self] text, isSecret in
        asked.withLock { $0 += isSecret ? text + "(unseen)" : text }
        return self.settings.withLock { settings in
          guard !settings.lines.isEmpty else { return nil }
          let line = settings.lines.removeFirst()
          asked.withLock { $0 += isSecret ? "\n" : line + "\n" }
          return line
        }
      },
      choose: { [self] text, _ in
        asked.withLock { $0 += text }
        let answer = self.settings.withLock { $0.answers.isEmpty ? nil : $0.answers.removeFirst() }
        asked.withLock { $0 += "\(answer ?? "")\n" }
        return answer.flatMap { Int($0) }.map { $0 - 1 }
      },
      readInput: { [files] path throws(Failure) in
        guard let path else { return settings.input }
        guard let bytes = files.read(path, 1 << 20) else {
          throw Failure(.fileMissing, ["path": .text(path)])
        }
        return bytes
      }, inputIsPiped: { true }, installer: installer, authenticator: authenticator(settings))
  }

  private func authenticator(_ settings: Settings) -> Authenticator {
    Authenticator(
      authenticate: { [self] prompt, mayAsk in
        guard let proves = settings.proves else {
          return await Authenticator.none.authenticate(prompt, mayAsk)
        }
        guard mayAsk, settings.source == .terminal else {
          return .denied("an authentication is needed, and there is no terminal to ask at")
        }
        asked.withLock { $0 += "(authentication) \(prompt)\n" }
        return proves ? .proven : .denied("the authentication failed")
      }, isUnlocked: { settings.isUnlocked }, means: { AuthenticationMeans() })
  }

  /// Who runs these tests stands for root too.
  private func configuration(_ folders: UserPlaces) -> ConfigurationFiles {
    let open: ConfigurationFiles.Open = { [self] path throws(Failure) in
      do throws(Failure) {
        return try ConfigurationFile.open(real(path), keptBy: .user).map(seen)
      } catch {
        throw Failure(error.faults.map(seen))
      }
    }
    return ConfigurationFiles(folders, openRoots: open, openOwn: open)
  }

  private func world(_ settings: Settings, _ configuration: ConfigurationFiles) -> World {
    let clock = clock.clock
    let own = "\(folder.path)\(Self.home)/.local/state/runintent"
    let store: any StateStore =
      settings.hasHome
      ? SQLiteStore(stateFolder: own, runtimeFolder: own + "/leases", clock: clock) : SQLiteStore.homeless
    var world = World(
      clock: clock, files: files, machine: machine(settings),
      processes: .init { [files] request, cancellation throws(Failure) in
        let script = String(decoding: files.read(request.executable, 1 << 20) ?? [], as: UTF8.self)
        return try await GoldenProgram(script: script, clock: clock).run(request, cancellation)
      }, store: store, configuration: configuration.remembered)
    world.keyMaterial = { [keys] in keys }
    return world
  }

  /// Keys that are the same at each recording; the real hashes are too slow for so many cases.
  private let keys: KeyMaterial = {
    let made = Mutex(UInt8(0))
    return KeyMaterial(
      random: { count throws(Failure) in
        let first = made.withLock { made in
          made += 4
          return made
        }
        return (0..<count).map { first &+ UInt8($0) }
      }, setting: { () throws(Failure) in Array("$plain$".utf8) },
      hash: { secret, _ throws(Failure) in Array("hash of \(secret)".utf8) })
  }()

  private func machine(_ settings: Settings) -> World.Machine {
    let variables = ["PATH", "LANG"].compactMap { name in settings.variables[name].map { (name, $0) } }
    let files = files
    let accounts = Accounts(user: settings.user, files: files)
    var caller = World.Caller(
      user: settings.user, group: 1000, workingDirectory: Self.working,
      environment: variables + (settings.hasHome ? [("HOME", Self.home)] : []))
    caller.variable = { settings.variables[$0] }
    return World.Machine(
      interfaces: { () throws(Failure) in
        [
          NetworkInterface(
            name: "lo", isUp: true, isRunning: true, isLoopback: true, addresses: ["127.0.0.1/8"]),
          NetworkInterface(
            name: "eth0", isUp: true, isRunning: true, addresses: ["192.0.2.7/24"],
            counters: ByteCounters(received: 1_234_567_890, sent: 98_765)),
        ]
      },
      space: { path in
        guard files.facts(path) != nil else { return nil }
        return FileSystemSpace(total: 500 << 30, free: 150 << 30, available: 125 << 30)
      }, hostName: { "desk" }, processorCount: { 4 },
      caller: caller,
      isUser: accounts.isUser, isMember: accounts.isMember)
  }

  /// The zone of the machine's clocks, three hours east (TZif, RFC 9636).
  private static let zone: [UInt8] = {
    let header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
    let counts: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4]
    let block = header + counts + [0, 0, 0x2A, 0x30, 0, 0] + Array("+03\0".utf8)
    return block + block + Array("\n<+03>-3\n".utf8)
  }()

  /// The real files with the machine's root before them, and the zones of the real one; its programs are root's.
  private var files: World.Files {
    let live = World.Files.live
    var files = World.Files(
      read: { [self] path, limit in
        if path == "/etc/localtime" { return Self.zone }
        return live.read(path.hasPrefix("/usr/share/zoneinfo/") ? path : real(path), limit)
      },
      facts: { [self] path in
        guard var facts = live.facts(real(path)) else { return nil }
        facts.owner = path.hasPrefix("/usr/") || path.hasPrefix("/etc/") ? 0 : 1000
        facts.group = facts.owner
        return facts
      }, isExecutable: { [self] path in live.isExecutable(real(path)) },
      names: { [self] path in live.names(real(path)) },
      resolved: { [self] path in
        guard let place = live.resolved(real(path)), place.hasPrefix(folder.path) else { return nil }
        return place.count == folder.path.count ? "/" : String(place.dropFirst(folder.path.count))
      })
    files.readPrivate = { [self] path, limit throws(Failure) in
      do throws(Failure) {
        return try live.readPrivate(real(path), limit)
      } catch {
        throw Failure(error.faults.map(seen))
      }
    }
    return files
  }

  private var definitions: DefinitionAccess {
    let live = DefinitionAccess.live(from: folder.path + Self.working)
    return .init(
      open: { [self] path throws(Failure) in seen(try live.open(real(path))) },
      folder: { [self] path throws(Failure) in
        let opened = try live.folder(real(path))
        return DefinitionFolders.OpenFolder(
          list: { () throws(Failure) in try opened.list() },
          open: { [self] id throws(Failure) in seen(try opened.open(id)) })
      }, catalog: { [self] path throws(Failure) in seen(try live.catalog(real(path))) })
  }

  /// A file as the machine itself sees it.
  private func seen(_ file: SourceFile) -> SourceFile {
    var file = file
    file.path = file.path.replacing(folder.path, with: "")
    file.displayPath = file.displayPath.replacing(folder.path, with: "")
    return file
  }

  private func seen(_ fault: Fault) -> Fault {
    var fault = fault
    fault.arguments = fault.arguments.map { argument in
      guard case .text(let text) = argument.value else { return argument }
      return (argument.name, .text(text.replacing(folder.path, with: "")))
    }
    return fault
  }

  private var installer: Installer {
    let live = Installer.live
    return Installer(
      executable: { "/opt/runintent" },
      read: { [self] path in path == "/opt/runintent" ? Array("program\n".utf8) : live.read(real(path)) },
      write: { [self] path, bytes, mode throws(Failure) in try live.write(real(path), bytes, mode) },
      makeFolder: { [self] path, mode throws(Failure) in try live.makeFolder(real(path), mode) },
      remove: { [self] path throws(Failure) in try live.remove(real(path)) },
      removeFolder: { [self] path in live.removeFolder(real(path)) })
  }
}

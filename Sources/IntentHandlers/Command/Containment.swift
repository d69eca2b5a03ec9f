internal import IntentCore
internal import IntentPipeline

/// Whether the sandbox of a call is tight enough to rest on.
struct Containment {
  /// Whether what is started is held by a sandbox at all.
  let isSandboxed: Bool
  /// Whether the sandbox keeps whatever runs in it from getting out later or giving away the home: then free values
  /// are data.
  let isTight: Bool
  /// The sandbox itself, where it can be made.
  let plan: SandboxPlan?

  init(_ call: HandlerCall) {
    isSandboxed = call.definition.sandbox != nil
    plan = isSandboxed ? try? SandboxPlan(call) : nil
    guard let plan else {
      isTight = false
      return
    }
    let reached = plan.unknown
    let written = plan.writable.map(\.path) + reached.filter { $0.access == .write }.map(\.path)
    let seen = plan.readable + written + reached.map(\.path)
    // Most sandboxes write nothing and reach nothing, and then nothing has to be looked for.
    isTight =
      !plan.rule.opensSockets
      && (written.isEmpty || !written.contains(where: CodeStarts(call, hasPlaces: true).isIn))
      && (plan.rule.network == .none || seen.isEmpty
        || !seen.contains(where: CodeStarts(call, hasPlaces: false).isHome))
  }
}

/// Where code starts from: what is written there runs later, outside of any sandbox.
struct CodeStarts {
  private let home: String?
  private let files: World.Files?
  /// What is code with all that lies in it, and so is every folder that holds it.
  private let places: [String]

  /// - Parameter hasPlaces: Whether it is to be asked for more than the home.
  init(_ call: HandlerCall, hasPlaces: Bool) {
    let world = call.lookUp.world
    files = world?.files
    func real(_ path: String) -> String { world?.files.resolved(path) ?? path }
    home = world?.home.map(real)
    guard hasPlaces else {
      places = []
      return
    }
    var places = Self.system
    places += (home.map { ["\($0)/bin"] } ?? []).map(real)
    places += call.lookUp.searchPath.utf8.split(separator: UInt8(ascii: ":"))
      .map { String(Substring($0)) }.filter { $0.utf8.first == UInt8(ascii: "/") }.map(real)
    places.append(real(call.definition.folder))
    places += call.lookUp.trusted.flatMap { [$0.path] + ($0.target.map { [$0] } ?? []) }.map(real)
    self.places = places
  }

  private static let system = [
    "/bin", "/boot", "/dev", "/etc", "/gnu", "/lib", "/lib32", "/lib64", "/libx32", "/nix", "/opt", "/proc",
    "/run/user",
    "/run/systemd", "/run/udev", "/sbin", "/snap", "/sys", "/usr", "/var/lib", "/var/spool",
  ]

  /// What tools of a project run, by the names that they look for.
  private static let projects = Set(
    ProjectFiles.all + [
      ".git", ".githooks", ".husky", ".envrc", ".vscode", ".idea", ".devcontainer", ".venv", "venv",
      "node_modules", ".pre-commit-config.yaml", "setup.py", "composer.json", "mix.exs", "build.zig",
      "flake.nix", "shell.nix", "Dockerfile", "WORKSPACE", "MODULE.bazel",
    ])

  /// Whether somebody who may write there can bring in code.
  func isIn(_ path: String) -> Bool {
    if isHome(path) || places.contains(where: { path.isPath(in: $0) || $0.isPath(in: path) }) { return true }
    // A file may be one that tools look for by its name, there already or yet to be made.
    if path.utf8.split(separator: UInt8(ascii: "/")).contains(where: {
      Self.projects.contains(String(Substring($0)))
    }) {
      return true
    }
    var left = Self.mostEntries
    return holdsCode(path, &left)
  }

  /// A folder with more in it is not looked through, and may hold anything.
  private static let mostEntries = 1024

  /// Whether what lies there, at whatever depth, is run by people or by tools of a project.
  private func holdsCode(_ path: String, _ left: inout Int) -> Bool {
    guard let files, let facts = files.there(path) else { return false }
    guard facts.kind == .folder else { return facts.kind == .regular && files.isExecutable(path) }
    guard let names = files.names(path), names.count <= left else { return true }
    left -= names.count
    return names.contains {
      Self.projects.contains($0) || files.there("\(path)/\($0)/.git") != nil
        || holdsCode("\(path)/\($0)", &left)
    }
  }

  /// Whether the path is the home, holds it, or is one of the settings in it, where keys and code are.
  func isHome(_ path: String) -> Bool {
    guard let home else { return false }
    if home.isPath(in: path) { return true }
    guard path.isPath(in: home) else { return false }
    return path.utf8.dropFirst(home.utf8.count + 1).first == UInt8(ascii: ".")
  }
}

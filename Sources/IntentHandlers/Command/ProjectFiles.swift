/// Programs that run what a file of the folder says in which they are started, without a word that names it.
enum ProjectFiles {
  private static let rows: [(programs: [String], files: [String])] = [
    (["make", "gmake", "bmake", "remake"], ["GNUmakefile", "makefile", "Makefile", "BSDmakefile"]),
    (["just"], ["justfile", "Justfile", "JUSTFILE", ".justfile"]),
    (["npm", "npx", "yarn", "pnpm", "bun", "bunx"], ["package.json", ".npmrc", ".yarnrc", ".yarnrc.yml"]),
    (["cargo"], ["Cargo.toml", "build.rs"]),
    (["rake"], ["Rakefile", "rakefile", "Rakefile.rb", "rakefile.rb"]),
    (["bundle"], ["Gemfile"]),
    (["ninja", "samu"], ["build.ninja"]),
    (["scons"], ["SConstruct", "Sconstruct", "sconstruct"]),
    (["cmake", "ctest"], ["CMakeLists.txt", "CTestTestfile.cmake"]),
    (["meson"], ["meson.build"]),
    (["gradle"], ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"]),
    (["mvn"], ["pom.xml"]),
    (["ant"], ["build.xml"]),
    (["task"], ["Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml"]),
    (["vagrant"], ["Vagrantfile"]),
    (["swift"], ["Package.swift"]),
    (["go"], ["go.mod"]),
    (["prove"], [".proverc"]),
    (["gdb"], [".gdbinit"]),
    (["vi", "vim", "nvim"], [".exrc", ".vimrc", ".nvimrc"]),
  ]

  /// The names of such files in that folder; `nil` for a program that is not known to read any.
  static func names(of program: String) -> [String]? {
    let stem = ProgramName(program).stem
    return rows.first { $0.programs.contains(stem) }?.files
  }

  static var all: [String] { rows.flatMap(\.files) }
}

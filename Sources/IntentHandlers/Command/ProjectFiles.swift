/// Programs that run what a file of the folder says in which they are started, without a word that names it.
enum ProjectFiles {
  /// The names of such files in that folder; `nil` for a program that is not known to read any.
  static func names(of program: String) -> [String]? {
    switch ProgramName(program).stem {
    case "make", "gmake", "bmake", "remake": ["GNUmakefile", "makefile", "Makefile", "BSDmakefile"]
    case "just": ["justfile", "Justfile", "JUSTFILE", ".justfile"]
    case "npm", "npx", "yarn", "pnpm", "bun", "bunx": ["package.json", ".npmrc", ".yarnrc", ".yarnrc.yml"]
    case "cargo": ["Cargo.toml", "build.rs"]
    case "rake": ["Rakefile", "rakefile", "Rakefile.rb", "rakefile.rb"]
    case "bundle": ["Gemfile"]
    case "ninja", "samu": ["build.ninja"]
    case "scons": ["SConstruct", "Sconstruct", "sconstruct"]
    case "cmake", "ctest": ["CMakeLists.txt", "CTestTestfile.cmake"]
    case "meson": ["meson.build"]
    case "gradle": ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"]
    case "mvn": ["pom.xml"]
    case "ant": ["build.xml"]
    case "tox", "nox", "pytest", "py.test":
      ["tox.ini", "noxfile.py", "pytest.ini", "conftest.py", "pyproject.toml"]
    case "task": ["Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml"]
    case "docker-compose", "podman-compose":
      ["compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml"]
    case "vagrant": ["Vagrantfile"]
    case "swift": ["Package.swift"]
    case "go": ["go.mod"]
    case "prove": [".proverc"]
    case "gdb": [".gdbinit"]
    case "vi", "vim", "nvim": [".exrc", ".vimrc", ".nvimrc"]
    default: nil
    }
  }
}

import Glibc
import IntentCore
import Testing

@testable import IntentPlatform

@Suite("The caller")
struct CallerFactsTests {
  private func handedOn(_ variables: [String: String]) -> [String: String] {
    let pairs = CallerFacts.handedOn(Environment(variables), home: variables["HOME"])
    return Dictionary(uniqueKeysWithValues: pairs.map { ($0.name, $0.value) })
  }

  @Test func programsGetAFewVariablesOnly() {
    let few = [
      "PATH": "/bin", "LANG": "sr_RS.UTF-8", "LC_TIME": "C", "HOME": "/h", "USER": "ana", "LOGNAME": "ana",
      "TZ": "UTC",
    ]
    let many = [
      "LD_PRELOAD": "x", "BASH_ENV": "x", "IFS": "x", "PYTHONPATH": "x", "GIT_DIR": "x", "LC_EVIL": "x",
      "SSL_CERT_FILE": "x", "LANGUAGE": "x", "HOMEX": "x",
    ]
    #expect(handedOn(few.merging(many) { first, _ in first }) == few)
  }

  @Test func aSearchPathIsThereInAnyCase() {
    #expect(handedOn([:]) == ["PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"])
    #expect(handedOn(["PATH": ""])["PATH"] == CallerFacts.defaultSearchPath)
  }

  @Test(
    arguments: [
      ([:], []),
      (["DISPLAY": ":0"], []),
      (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/b"], []),
      (["DISPLAY": "", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/b"], []),
      (["DISPLAY": ":0", "DBUS_SESSION_BUS_ADDRESS": "b"], ["DISPLAY", "DBUS_SESSION_BUS_ADDRESS"]),
      (["WAYLAND_DISPLAY": "w", "XDG_RUNTIME_DIR": "/run/bus"], ["WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"]),
      (["WAYLAND_DISPLAY": "w", "XDG_RUNTIME_DIR": "/run/none"], []),
    ] as [([String: String], [String])])
  func desktop(_ variables: [String: String], _ names: [String]) {
    let bus = FileFacts(kind: .other, owner: 0, group: 0, mode: 0, size: 0)
    let files = World.Files(
      read: { _, _ in nil }, facts: { $0 == "/run/bus/bus" ? bus : nil }, isExecutable: { _ in false })
    #expect(CallerFacts.desktop(Environment(variables), files: files).map(\.name) == names)
  }

  @Test(
    arguments: [
      (["LANG": "ja_JP.UTF-8"], ["ja_JP.UTF-8"], true),
      (["LANG": "ru_RU.utf8"], ["ru_RU.utf8"], true),
      (["LANG": "sr_RS.UTF-8@latin"], ["sr_RS.UTF-8@latin"], true),
      (["LANG": "ja_JP.EUC-JP"], ["ja_JP.EUC-JP"], false),
      (["LANG": "C"], ["C"], false),
      ([:], [], false),
      (["LC_ALL": "C", "LANG": "uz_UZ.UTF-8"], ["C", "uz_UZ.UTF-8"], false),
      (["LC_ALL": "", "LC_CTYPE": "C.UTF-8", "LC_MESSAGES": "ru", "LANG": "C"], ["ru", "C"], true),
    ] as [([String: String], [String], Bool)])
  func locale(_ variables: [String: String], _ languages: [String], _ isUTF8: Bool) {
    #expect(LocaleFacts(Environment(variables)) == LocaleFacts(languages: languages, isUTF8: isUTF8))
  }

  @Test func thisProcess() {
    let facts = CallerFacts.read()
    #expect(facts.caller.user == geteuid())
    #expect(facts.caller.group == getegid())
    #expect(facts.caller.workingDirectory.utf8.first == UInt8(ascii: "/"))
    #expect(facts.caller.environment.contains { $0.name == "PATH" })
  }

  @Test func aWorkingDirectoryThatIsGone() async {
    await #expect(processExitsWith: .success) {
      let scratch = ScratchFolder()
      scratch.folder("gone")
      chdir(scratch["gone"])
      #expect(CallerFacts.read().caller.workingDirectory == scratch["gone"])
      rmdir(scratch["gone"])
      #expect(CallerFacts.read().caller.workingDirectory == "/")
    }
  }

  @Test func variablesThatAreNotText() async {
    await #expect(processExitsWith: .success) {
      let bad: [CChar] = [CChar(bitPattern: 0xFF), 0]
      setenv("LC_TIME", bad, 1)
      setenv("TERM", bad, 1)
      setenv("LC_PAPER", "good", 1)
      setenv("EMPTY", "", 1)
      #expect(Environment.process["TERM"] == nil)
      #expect(Environment.process["EMPTY"] == "")
      #expect(Environment.process.nonEmpty("EMPTY") == nil)
      let names = CallerFacts.read().caller.environment.map(\.name)
      #expect(names.contains("LC_PAPER"))
      #expect(!names.contains("LC_TIME"))
    }
  }
}

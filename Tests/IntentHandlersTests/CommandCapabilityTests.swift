import IntentCore
import IntentPipeline
import TestSupport
import Testing

@testable import IntentHandlers

@Suite struct CommandCapabilityTests {
  private let world = ScriptedWorld { script in
    for name in [
      "df", "sh", "bash", "env", "nice", "timeout", "sudo", "python3", "python3.12", "perl", "node", "awk",
      "find",
      "xargs", "busybox", "doas", "su", "pkexec", "run0", "fish",
    ] { script.executables.insert("/usr/bin/\(name)") }
  }

  private func call(_ words: [String], stdin: String? = nil, uses: [String] = []) async throws -> HandlerCall
  {
    var intent = definition(
      "command", parameters: [.text("x"), .choice("pick", ["df", "sh"])],
      with: ["run": .array(words.map { .string($0) })], uses: uses)
    if let stdin { intent.with.append(("stdin", Template(written: .string(stdin)))) }
    return try await filled(intent, ["x": "value", "pick": "df"], in: world)
  }

  private func capabilities(_ line: String, stdin: String? = nil) async throws -> String {
    let words = line.split(separator: " ").map { String($0).replacing("_", with: " ") }
    return try await CommandHandler().capabilities(call(words, stdin: stdin)).map(\.text)
      .joined(separator: " ").replacing("/usr/bin/", with: "")
  }

  @Test(arguments: [
    ("df -h ${x}", "exec(df)"), ("${pick} -h", "exec(df)"), ("${x} -h", "elevate(any)"),
    ("sh job.sh ${x}", "exec(sh)"), ("bash -eu -o pipefail job.sh -c ${x}", "exec(bash)"),
    ("sh -c true", "elevate(sh)"), ("sh -ec true", "elevate(sh)"),
    ("bash -e -c true sh ${x}", "elevate(bash)"),
    ("sh -c -- true sh ${x}", "elevate(sh)"), ("fish -c true", "elevate(fish)"), ("sh", "elevate(sh)"),
    ("sh -s ${x}", "elevate(sh)"), ("bash -i job.sh", "elevate(bash)"),
    ("bash --rcfile x job.sh", "elevate(bash)"),
    ("sh ${x}", "elevate(sh)"), ("sh /dev/stdin", "elevate(sh)"), ("sudo df", "elevate(sudo)"),
    ("doas df", "elevate(doas)"), ("su -c id", "elevate(su)"), ("pkexec df", "elevate(pkexec)"),
    ("run0 df", "elevate(run0)"), ("busybox df", "elevate(busybox)"), ("xargs df", "elevate(xargs)"),
    ("python3 job.py ${x}", "exec(python3)"), ("python3 -u -W ignore job.py -c", "exec(python3)"),
    ("python3 -c pass", "elevate(python3)"), ("python3.12 -Ic pass", "elevate(python3.12)"),
    ("python3 -m http.server", "elevate(python3)"), ("python3", "elevate(python3)"),
    ("python3 - ${x}", "elevate(python3)"), ("env PATH=${x} df", "elevate(any)"),
    ("env PATH=/bin df", "exec(env) exec(df)"),
    ("perl -w job.pl", "exec(perl)"), ("perl -ne print", "elevate(perl)"), ("node job.js", "exec(node)"),
    ("node --eval=1", "elevate(node)"), ("node -r ./x job.js", "elevate(node)"),
    ("awk {print} file", "elevate(awk)"),
    ("env A=b df ${x}", "exec(env) exec(df)"), ("env -i -u B A=${x} df", "exec(env) exec(df)"),
    ("env -S df_-h", "elevate(env)"), ("env ${x} df", "elevate(any)"), ("env", "exec(env)"),
    ("nice -n 5 timeout -k 1 9 sh -c true", "exec(nice) exec(timeout) elevate(sh)"),
    ("timeout --signal=KILL 9 df", "exec(timeout) exec(df)"), ("nice -z df", "elevate(nice)"),
    ("find . -name ${x}", "exec(find)"), ("find . -exec rm {} +", "elevate(find)"),
    ("df sh -c true", "elevate(df)"), ("df sh ${x}", "exec(df)"),
  ])
  func `claims what it may run`(line: String, expected: String) async throws {
    #expect(try await capabilities(line) == expected)
  }

  @Test func `a PATH of the caller's choice is as good as any program`() async throws {
    var intent = definition("command", parameters: [.text("x")], with: ["run": ["df"]])
    intent.with.append(("env", Template(written: .object(["PATH": "${x}"]))))
    let call = try await filled(intent, ["x": "/tmp"], in: world)
    #expect(try CommandHandler().capabilities(call) == [.elevate(.any)])
  }

  @Test(arguments: [
    "sh -c echo_${x}", "sh -e -c ${x}", "bash -c -- ${x}", "env A=b sh -c echo_${x}", "sudo sh -c echo_${x}",
    "python3 -c print(${x})", "python3 -cprint(${x})", "perl -ne print_${x}", "perl -w -e 1 -e ${x}",
    "node --eval=${x}", "node -p ${x}", "awk {print_${x}} file", "awk -v a=b ${x}",
    "find . -exec sh -c echo_${x} ;",
    "busybox sh -c ${x}", "xargs -n 1 sh -c echo_${x}", "nice -z sh -c ${x}", "df bash -c ${x}",
    "fish -C ${x}",
    "fish --init-command=${x}",
  ])
  func `a parameter within code is refused`(line: String) async {
    let failure = await #expect(throws: Failure.self) { try await capabilities(line) }
    #expect(failure?.faults.allSatisfy { $0.code == .definitionInjection } == true)
    #expect(failure?.status.code == 78)
  }

  @Test(arguments: [
    "sh -c printf_'%s'_\"$1\" sh ${x}", "python3 -c pass ${x}", "awk -v a=${x} {print} file", "sh -c ${pick}",
  ])
  func `a parameter beside code is an argument`(line: String) async throws {
    #expect(try await capabilities(line).hasPrefix("elevate("))
  }

  @Test func `a parameter as the input of a shell is refused`() async throws {
    await #expect(throws: Failure.self) { try await capabilities("sh", stdin: "${x}") }
    await #expect(throws: Failure.self) { try await capabilities("python3 - job.py", stdin: "${x}") }
    #expect(try await capabilities("sh", stdin: "df") == "elevate(sh)")
    #expect(try await capabilities("sh job.sh", stdin: "${x}") == "exec(sh)")
  }

  @Test(arguments: [
    (["df", "-h"], ["df", "./table.csv"]), (["./tool.sh", "${x}"], ["./tool.sh", "./table.csv"]),
    (["env", "A=b", "sh", "job.sh"], ["env", "sh", "./job.sh", "./table.csv"]), (["${x}"], ["./table.csv"]),
    (["python3", "lib/job.py"], ["python3", "lib/job.py", "./table.csv"]),
    (["sh", "${x}"], ["sh", "./table.csv"]),
  ])
  func `trust covers programs, the script and what is listed`(words: [String], files: [String]) async throws {
    #expect(try await CommandHandler().files(call(words, uses: ["table.csv"])) == files)
  }
}

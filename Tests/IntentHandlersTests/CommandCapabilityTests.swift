import IntentCore
import IntentPipeline
import JSONSchema
import TestSupport
import Testing

@testable import IntentHandlers

private let folder = "/home/ana/.config/runintent/intents"

@Suite struct CommandCapabilityTests {
  private let world = ScriptedWorld { script in
    for name in [
      "df", "sh", "bash", "env", "nice", "timeout", "sudo", "python3", "python3.12", "perl", "node", "awk",
      "find",
      "xargs", "busybox", "doas", "su", "pkexec", "run0", "fish", "sed", "make", "sqlite3", "mysql", "bc",
      "tar", "split",
      "sort", "rsync", "git", "scp", "vim", "psql", "man", "grep",
      "curl", "flock", "ssh", "nvim", "m4", "ed", "at",
      "setarch", "x86_64", "taskset", "strace", "cp", "cat",
    ] { script.executables.insert("/usr/bin/\(name)") }
    script.emptyFolders = ["/home/ana", "/lib64"]
    for name in ["job.sh", "job.py", "job.js", "job.pl", "tool.sh", "lib/job.py", "x", "a.sed"].flatMap({
      [$0, "./\($0)"]
    }) {
      script.files["\(folder)/\(name)"] = Array("#!/bin/sh\n".utf8)
    }
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
    ("bash --rcfile x job.sh", "exec(bash)"),
    ("sh ${x}", "elevate(any)"), ("sh /dev/stdin", "elevate(sh)"), ("sudo df", "elevate(sudo)"),
    ("doas df", "elevate(doas)"), ("su -c id", "elevate(su)"), ("pkexec df", "elevate(pkexec)"),
    ("run0 df", "elevate(run0)"), ("busybox df", "elevate(busybox)"), ("xargs df", "elevate(xargs)"),
    ("python3 job.py ${x}", "exec(python3)"), ("python3 -u -W ignore job.py -c", "exec(python3)"),
    ("python3 -c pass", "elevate(python3)"), ("python3.12 -Ic pass", "elevate(python3.12)"),
    ("python3 -m http.server", "elevate(python3)"), ("python3", "elevate(python3)"),
    ("python3 - ${x}", "elevate(python3)"), ("env PATH=${x} df", "elevate(any)"),
    ("env PATH=/bin df", "exec(env) exec(df)"),
    ("perl -w job.pl", "exec(perl)"), ("perl -ne print", "elevate(perl)"), ("node job.js", "exec(node)"),
    ("node --eval=1", "elevate(node)"), ("node -r ./x job.js", "exec(node)"),
    ("node --require=./x job.js", "exec(node)"),
    ("awk {print} file", "elevate(awk)"),
    ("env A=b df ${x}", "exec(env) elevate(df)"), ("env TZ=b df ${x}", "exec(env) exec(df)"),
    ("env -i -u B A=${x} df", "elevate(any)"),
    ("env -i -u B LANG=${x} df", "exec(env) exec(df)"),
    ("env ${x} df", "elevate(any)"), ("env", "exec(env)"),
    ("nice -n 5 timeout -k 1 9 sh -c true", "exec(nice) exec(timeout) elevate(sh)"),
    ("timeout --signal=KILL 9 df", "exec(timeout) exec(df)"), ("nice -z df", "elevate(nice)"),
    ("find . -name ${x}", "elevate(find)"), ("find . -exec rm {} +", "elevate(find)"),
    ("df sh -c true", "elevate(df)"), ("df sh ${x}", "exec(df)"),
  ])
  func `claims what it may run`(line: String, expected: String) async throws {
    #expect(try await capabilities(line) == expected)
  }

  @Test(arguments: [
    "sed ${x} file", "sed s/a/${x}/ file", "sed -n -e p -e ${x}", "sed -ne ${x}", "sed -es/a/${x}/ file",
    "sed --expression=s/a/${x}/ f", "sed --expr ${x}", "sed -f ${x} file", "sed --file=${x}", "sed -l 5 ${x}",
    "sed -i.e ${x} f", "sed -- ${x} file", "make ${x}", "gmake ${x}", "make --eval=${x}", "make -f${x}",
    "make -C ${x} all", "sqlite3 a.db ${x}", "sqlite3 -cmd ${x} a.db", "sqlite3 -init ${x} a.db",
    "tar cf a --checkpoint-action=${x} b", "tar xf a --checkpoint-action=exec=${x}",
    "tar xf a --to-command=${x}",
    "tar xf a --to-c ${x}", "tar -I ${x} -xf a", "tar -I${x} -xf a", "tar xIf ${x} a",
    "tar xf a --use-compress-program=${x}", "tar xf a --rsh-command=${x}", "tar xf a -F ${x}",
    "tar xf a --info-script=${x}", "split --filter=${x} a", "split --filter ${x} a",
    "sort --compress-program=${x} a", "rsync -e ${x} a b", "rsync -aze ${x} a b", "rsync --rsh=${x} a b",
    "rsync --rsync-path=${x} a b", "git -c ${x} log", "git -c a=${x} log", "git --exec-path=${x} log",
    "git clone --upload-pack=${x} a", "git ${x}", "git -C a ${x}", "git config ${x} y",
    "git bisect run ${x}", "git submodule foreach ${x}", "git rebase -m -x ${x}",
    "ssh -o ${x} host", "ssh host ${x}", "ssh host sh -c true ${x}",
    "scp -o ${x} a b:", "scp -oProxyCommand=${x} a b:", "sftp -o ${x} a", "vi +${x} a", "vim -c ${x} a",
    "vim --cmd ${x} a", "vim -S ${x}", "nvim -l ${x}", "view +${x} a", "ex -c ${x} a", "emacs --eval ${x}",
    "emacs -eval ${x}", "emacs -l ${x}", "ed ${x}", "gdb ${x}", "m4 ${x}", "dc -e ${x}", "psql -c ${x}",
    "psql --command=${x}", "mysql -e ${x}", "mysql --execute=${x}", "man -P ${x} ls", "man --pager=${x} ls",
    "script -c ${x}", "flock f -c ${x}", "su -c ${x}", "watch ${x}", "watch sh -c true ${x}",
    "/lib64/ld-linux-x86-64.so.2 ${x}", "systemd-run ${x}", "at -f ${x} now", "crontab ${x}", "tmux new ${x}",
    "screen ${x}", "env sed ${x}", "nice sh ${x}", "sh ${x}",
    "sh -${x} job.sh", "python3 ${x}", "python3 -m ${x}", "python3 -m pip install ${x}", "perl -M${x} -e 1",
    "perl -ne print ${x}", "node -e 1 -r ${x}", "awk --file=${x} f", "find . -exec ${x} ;",
    "find . -exec cat ${x} ;", "find . -exec sh -c true ; -exec ${x} ;", "find . -execdir rm ${x} +",
    "find ./${x} -ok ${x} ;", "xargs ${x}", "xargs grep ${x}", "xargs -I ${x} sh -c true",
    "sudo ${x}", "sudo systemctl start ${x}", "busybox ${x}", "df ${x} sh -c true", "df perl -ne print ${x}",
  ])
  func `a caller's value where a program takes code leaves it open`(line: String) async throws {
    #expect(try await capabilities(line) == "elevate(any)")
  }

  @Test(arguments: [
    ("sed -n p ${x}", "elevate(sed)"), ("sed -e p -- ${x}", "elevate(sed)"),
    ("sed -ne p ${x}", "elevate(sed)"),
    ("sed --expression=p ${x}", "elevate(sed)"), ("sed -f a.sed ${x}", "elevate(sed)"),
    ("sed ${x} -e p", "elevate(sed)"),
    ("sed -i.bak s/a/b/ ${x}", "elevate(sed)"), ("sed ${pick} file", "elevate(sed)"),
    ("make ${pick}", "elevate(make)"),
    ("make all", "elevate(make)"), ("sqlite3 ${x} .tables", "elevate(sqlite3)"),
    ("tar cf a.tar ${x}", "elevate(tar)"),
    ("tar xf ${x}", "elevate(tar)"), ("tar -czf ${x} -C ${x} -- ${x}", "elevate(tar)"),
    ("split -b 5 ${x}", "elevate(split)"),
    ("tar --create --file=${x} --directory=${x} -- .", "elevate(tar)"),
    ("tar -I zstd -xf ${x}", "elevate(tar)"), ("sort -k 1 ${x}", "elevate(sort)"),
    ("rsync -a ${x} ${x}", "elevate(rsync)"),
    ("rsync -e ssh ${x} host:", "elevate(rsync)"), ("git commit -m ${x}", "elevate(git)"),
    ("git commit -am${x}", "elevate(git)"), ("git -c a=b -C /srv log -- ${x}", "elevate(git)"),
    ("git checkout ${x}", "elevate(git)"), ("scp ${x} host:", "elevate(scp)"), ("vim ${x}", "elevate(vim)"),
    ("vim -c wq ${x}", "elevate(vim)"), ("psql -c select ${x}", "elevate(psql)"),
    ("man ${x}", "elevate(man)"),
    ("grep -e ${x} file", "elevate(grep)"), ("grep ${x} file", "elevate(grep)"),
    ("curl -s -- ${x}", "elevate(curl)"),
    ("sh -c true sh ${x}", "elevate(sh)"), ("bash -ic true sh ${x}", "elevate(bash)"),
    ("sudo sh -c true sh ${x}", "elevate(sudo)"), ("xargs -n 1 sh -c true sh ${x}", "elevate(xargs)"),
    ("flock f sh -c true sh ${x}", "exec(flock) elevate(sh)"), ("find ${x} -exec rm {} +", "elevate(find)"),
    ("find . -name ${x} -exec rm {} ;", "elevate(find)"),
    ("find . -exec sh -c true sh ${x} ;", "elevate(find)"),
    ("perl -e 1 ${x}", "elevate(perl)"), ("python3 -c pass ${x}", "elevate(python3)"),
    ("awk -v a=${x} {print} ${x}", "elevate(awk)"), ("timeout ${x} df", "exec(timeout) exec(df)"),
    ("nice -n ${x} sh job.sh ${x}", "exec(nice) exec(sh)"), ("df sh -c true ${x}", "elevate(df)"),
  ])
  func `a caller's value as plain data leaves it closed`(line: String, expected: String) async throws {
    #expect(try await capabilities(line) == expected)
  }

  @Test(arguments: [
    "time -o ${x} cat file", "time -f ${x} cat file", "flock ${x} cat file", "env -C ${x} cat file",
    "strace -e ${x} cat file", "setsid ${x} cat file", "time -o ${x} ./own.sh",
  ])
  func `a caller's value in what only starts another is open`(line: String) async throws {
    let found = try await capabilities(line)
    #expect(found == "elevate(any)", "\(found)")
  }

  @Test(arguments: [
    ("/", true), ("~", true), ("~/", true), ("~/.config", true), ("~/bin", true), ("/home/ana", true),
    ("/etc/x", true),
    ("/srv/../etc", true), ("~/Downloads", false), ("/srv/files", false), ("/home/ana/files", false),
  ])
  func `a folder that holds nearly everything bounds nothing`(folder: String, isUnbounded: Bool) {
    var parameter = Parameter.text("x")
    parameter.file = FileRule(within: folder)
    #expect(parameter.isBounded != isUnbounded)
  }

  @Test(arguments: ["node --version", "python3 --version", "bash --version", "perl --help", "python3 -V"])
  func `an interpreter tells of itself`(line: String) async throws { _ = try await capabilities(line) }

  @Test func `a value such as +command opens an editor`() async throws {
    let intent = definition("command", parameters: [.text("x")], with: ["run": ["vim", "${x}"]])
    let call = try await filled(intent, ["x": "+!id"], in: world)
    #expect(try CommandHandler().capabilities(call) == [.elevate(.any)])
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
    "sqlite3 a.db", "psql", "mysql shop", "m4", "ed file", "bc", "at now", "env sqlite3 a.db",
  ])
  func `a parameter as the input of a program that reads code is refused`(line: String) async throws {
    let failure = await #expect(throws: Failure.self) { try await capabilities(line, stdin: "${x}") }
    #expect(failure?.faults.first?["key"] == "with.stdin")
    _ = try await capabilities(line, stdin: "1")
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

  @Test(arguments: [
    (["setarch", "x86_64", "./job.sh"], ["setarch", "./job.sh"]),
    (["taskset", "1", "job.py"], ["taskset", "job.py"]),
    (["grep", "-f", "x", "file"], ["grep", "\(folder)/x"]),
    (["sh", "-c", ". ./job.sh; true"], ["sh", "\(folder)/./job.sh"]),
    (["sed", "-nf./a.sed", "/etc/passwd"], ["sed", "\(folder)/./a.sed"]),
    (["node", "-r", "./x", "./job.js"], ["node", "./job.js", "\(folder)/./x"]),
    (["bash", "--rcfile", "./x", "./job.sh"], ["bash", "./job.sh", "\(folder)/./x"]),
    // Data to a plain tool, and words that are no file.
    (["cat", "x"], ["cat"]), (["grep", "a/b", "https://example.org/x"], ["grep"]),
  ])
  func `a word that names a file belongs to what is allowed`(words: [String], files: [String]) async throws {
    #expect(try await CommandHandler().files(call(words)) == files)
  }

  @Test func `a word written as a file must name one`() async throws {
    let failure = await #expect(throws: Failure.self) {
      try await CommandHandler().files(call(["grep", "a", "./missing"]))
    }
    #expect(failure?.faults.first?.code == .definitionFileWord)
    #expect(try await CommandHandler().files(call(["./tool.sh", "./missing"])) == ["./tool.sh"])
  }

  @Test(arguments: [
    "node --foo x.js", "bash --foo job.sh", "python3 -Z job.py", "env -S df_-h", "env -Sdf",
    "env --split-string=df",
  ])
  func `an option that is not known of an interpreter is a fault`(line: String) async {
    let failure = await #expect(throws: Failure.self) { try await capabilities(line) }
    #expect(failure?.faults.first?.code == .definitionOption)
  }

  @Test(arguments: [
    ("^[a-z0-9]{1,8}$", "exec(grep)"), (".*", "elevate(grep)"), ("^.{1,3}$", "elevate(grep)"),
    ("^/srv/[a-z]+$", "exec(grep)"),
  ])
  func `a pattern bounds a value when it keeps out paths and code`(pattern: String, expected: String)
    async throws
  {
    var intent = definition("command", parameters: [.text("x")], with: ["run": ["grep", "${x}"]])
    intent.parameters[0].schema = Schema([.type([.string]), .pattern(try Pattern(pattern))])
    let value = pattern.hasPrefix("^/") ? "/srv/abc" : "abc"
    let call = try await filled(intent, ["x": .string(value)], in: world)
    #expect(
      try CommandHandler().capabilities(call).map(\.text).joined().replacing("/usr/bin/", with: "")
        == expected)
  }
}

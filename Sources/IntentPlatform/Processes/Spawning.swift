internal import CPlatform
internal import Glibc
internal import IntentCore

extension ProcessRequest {
  /// Starts the program on these descriptors; fails with the reason why it cannot run.
  func spawn(input: Int32, output: Int32, errors: Int32, progress: Int32 = -1) throws(Failure) -> pid_t {
    guard executable.utf8.first == UInt8(ascii: "/") else { throw cannotRun("its path is not absolute") }
    guard directory.utf8.first == UInt8(ascii: "/") else {
      throw cannotRun("its working directory is not an absolute path")
    }
    guard let arguments = CStringList([name ?? executable] + arguments) else {
      throw cannotRun("an argument contains a NUL byte")
    }
    var variables: [String] = []
    variables.reserveCapacity(environment.count)
    for (name, value) in environment {
      guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "=")) else {
        throw cannotRun("a variable's name is empty or contains \"=\"")
      }
      variables.append(name + "=" + value)
    }
    guard let environment = CStringList(variables) else {
      throw cannotRun("an environment variable contains a NUL byte")
    }
    guard !directory.utf8.contains(0) else { throw cannotRun("its working directory contains a NUL byte") }
    let handed = try HandedDescriptors(of: self, progress: progress)
    let program = try contents.map { contents throws(Failure) in try VerifiedProgram(contents, of: self) }
    var pid: pid_t = 0
    let error = executable.withCString { path in
      directory.withCString { folder in
        var request = cplatform_spawn(
          executable: path, arguments: arguments.pointers, environment: environment.pointers,
          directory: folder, input: input, output: output, errors: errors,
          handed: handed.entries.baseAddress, handed_count: handed.entries.count,
          program: program?.descriptor ?? -1)
        return program == nil ? cplatform_spawn(&request, &pid) : cplatform_spawn_open_program(&request, &pid)
      }
    }
    if error != 0 { throw explained(error) }
    return pid
  }

  func cannotRun(_ reason: String) -> Failure {
    Failure(.executableFailed, ["path": .text(executable), "reason": .text(reason)])
  }

  /// posix_spawn(3) answers one number for the program, its interpreter and the working directory.
  private func explained(_ error: Int32) -> Failure {
    let reason = ErrorNumber(error).text
    if error == ENOENT || error == ENOTDIR || error == EACCES || error == ELOOP || error == ENAMETOOLONG {
      var facts = stat()
      if stat(directory, &facts) != 0 {
        return cannotRun("its working directory \(directory): \(ErrorNumber(errno).text)")
      }
      if facts.st_mode & S_IFMT != S_IFDIR || access(directory, X_OK) != 0 {
        return cannotRun("its working directory \(directory) cannot be entered")
      }
    }
    if error == ENOENT, access(executable, F_OK) == 0 {
      return cannotRun("the interpreter that its first line or header names is missing")
    }
    return cannotRun(reason)
  }
}

/// A NULL-ended list of NUL-ended strings, as execve(2) takes it.
struct CStringList: ~Copyable {
  private let bytes: UnsafeMutablePointer<CChar>
  private let list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  var pointers: UnsafePointer<UnsafeMutablePointer<CChar>?> { UnsafePointer(list) }

  /// `nil` when a string holds a NUL, which would cut it short.
  init?(_ strings: [String]) {
    var size = 0
    for string in strings { size += string.utf8.count + 1 }
    let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: size)
    let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: strings.count + 1)
    var next = bytes
    var holdsNul = false
    for (index, string) in strings.enumerated() {
      list[index] = next
      for byte in string.utf8 {
        holdsNul = holdsNul || byte == 0
        next.initialize(to: CChar(bitPattern: byte))
        next += 1
      }
      next.initialize(to: 0)
      next += 1
    }
    (list + strings.count).initialize(to: nil)
    self.bytes = bytes
    self.list = list
    if holdsNul { return nil }
  }

  deinit {
    bytes.deallocate()
    list.deallocate()
  }
}

/// Contents that a program gets open, kept until it was started.
struct HandedDescriptors: ~Copyable {
  private(set) var entries: UnsafeMutableBufferPointer<cplatform_handed>
  private var count = 0

  /// Fails with `executableFailed` for a number that is out of range or given twice, and where memory cannot be had.
  ///
  /// - Parameter progress: What becomes descriptor 3, or -1.
  init(of request: ProcessRequest, progress: Int32 = -1) throws(Failure) {
    if request.descriptors.isEmpty, progress < 0 {
      entries = UnsafeMutableBufferPointer(start: nil, count: 0)
      return
    }
    entries = .allocate(capacity: request.descriptors.count + (progress < 0 ? 0 : 1))
    if progress >= 0 {
      let descriptor = fcntl(progress, F_DUPFD_CLOEXEC, Int32(cplatform_last_handed) + 1)
      if descriptor < 0 { throw request.cannotRun(ErrorNumber(errno).text) }
      entries.initializeElement(
        at: 0, to: cplatform_handed(descriptor: descriptor, number: ProgressPipe.number))
      count = 1
      if request.descriptors.isEmpty { return }
    }
    for handed in request.descriptors {
      guard (cplatform_first_handed...cplatform_last_handed).contains(Int(handed.number)),
        !entries[..<count].contains(where: { $0.number == handed.number })
      else { throw request.cannotRun("it cannot be given the descriptor \(handed.number)") }
      var descriptor: Int32 = -1
      let error = handed.contents.withUnsafeBytes {
        cplatform_sealed_contents($0.baseAddress, $0.count, &descriptor)
      }
      if error != 0 { throw request.cannotRun(ErrorNumber(error).text) }
      entries.initializeElement(
        at: count, to: cplatform_handed(descriptor: descriptor, number: handed.number))
      count += 1
    }
  }

  deinit {
    for index in 0..<count { close(entries[index].descriptor) }
    entries.deallocate()
  }
}

/// A program that is open with exactly the bytes that it must have, until it has begun.
///
/// The file itself is run, so that the program finds what lies beside it; where writers cannot be kept out of
/// it meanwhile, a sealed copy is.
final class VerifiedProgram {
  private let file: Descriptor

  var descriptor: Int32 { file.number }

  /// Fails with `fileChanged` when the file has other bytes, with `executableFailed` when it cannot be opened.
  init(_ contents: [UInt8], of request: ProcessRequest) throws(Failure) {
    let file = try Self.opened(request) { cplatform_open_program(request.executable, $0) }
    // The writers first: what is compared then stays.
    let keepsWritersOut = cplatform_keep_writers_out(file.number)
    guard contents.withUnsafeBytes({ cplatform_holds(file.number, $0.baseAddress, $0.count) }) else {
      throw Failure(.fileChanged, ["path": .text(request.executable)])
    }
    if keepsWritersOut {
      self.file = file
    } else {
      self.file = try Self.opened(request) { descriptor in
        contents.withUnsafeBytes { cplatform_sealed_contents($0.baseAddress, $0.count, descriptor) }
      }
    }
  }

  private static func opened(
    _ request: ProcessRequest, by open: (UnsafeMutablePointer<Int32>) -> Int32
  ) throws(Failure) -> Descriptor {
    var number: Int32 = -1
    let error = open(&number)
    if error != 0 { throw request.cannotRun(ErrorNumber(error).text) }
    do throws(FileProblem) {
      return try Descriptor(number)
    } catch {
      throw error.failure(file: request.executable)
    }
  }
}

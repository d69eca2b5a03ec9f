internal import CPlatform
internal import Glibc
internal import IntentCore

/// Files and folders that are made for a program to fill, and taken back where they are still empty afterwards.
final class MadePlaces {
  private var made: [ProcessSandbox.Place] = []

  /// Makes what is to be there and is not; fails with `file.write-failed`.
  init(_ places: [ProcessSandbox.Place]) throws(Failure) {
    // What was made before a failure is taken back with this.
    for place in places { if try place.make() { made.append(place) } }
  }

  deinit {
    for place in made { cplatform_sandbox_take_back(place.path, place.made == .folder) }
  }
}

extension ProcessSandbox.Place {
  /// Makes what is to be there and is not; answers whether it was made.
  fileprivate func make() throws(Failure) -> Bool {
    guard let made else { return false }
    let error = cplatform_sandbox_place(path, made == .folder)
    if error == 0 || error == EEXIST { return error == 0 }
    throw Failure(.fileWriteFailed, ["path": .text(path), "reason": .text(ErrorNumber(error).text)])
  }
}

internal import CPlatform
internal import JSONLogic

/// The arguments that the process was started with.
package struct Arguments: Sendable, Equatable {
  /// The words after the program's own name; what is not UTF-8 in them is replaced by U+FFFD.
  package var arguments: [String]
  /// The indices in `arguments` of those that are not valid UTF-8.
  package var invalid: [Int]

  /// Reads the arguments of this process.
  package static func read() -> Arguments {
    var count: Int32 = 0
    guard let values = cplatform_arguments(&count) else { return Arguments(arguments: [], invalid: []) }
    return read(count, values)
  }

  /// Reads what a `main` was given.
  package static func read(
    _ count: Int32, _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) -> Arguments {
    var result = Arguments(arguments: [], invalid: [])
    guard count > 1 else { return result }
    result.arguments.reserveCapacity(Int(count) - 1)
    for index in 1..<Int(count) {
      guard let value = values[index] else { break }
      if let text = String(validatingCString: value) {
        result.arguments.append(text)
      } else {
        result.invalid.append(index - 1)
        result.arguments.append(String(cString: value))
      }
    }
    return result
  }
}

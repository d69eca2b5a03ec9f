/// The sample definitions that travel inside the program.
enum SampleFiles {
  struct Sample {
    /// The path below the folder of definitions.
    var name: String
    var bytes: [UInt8]
    var isProgram: Bool

    init(_ name: String, _ bytes: [UInt8], isProgram: Bool = false) {
      self.name = name
      self.bytes = bytes
      self.isProgram = isProgram
    }
  }

  static var all: [Sample] {
    [
      Sample("hello.json", PackageResources.hello_json)
    ]
  }
}

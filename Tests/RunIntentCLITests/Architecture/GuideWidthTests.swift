import Synchronization
import Testing

@testable import RunIntentCLI

@Suite struct GuideWidthTests {
  @Test(arguments: Guide.allCases) func `a guide fits the terminal, but for its code`(_ guide: Guide) async {
    let machine = GoldenMachine()
    for width in [40, 100] {
      machine.settings.withLock { ($0.width, $0.isUnicode) = (width, false) }
      let outcome = await machine.run(["help", guide.rawValue, "--color", "never"])
      let text = String(decoding: outcome.output, as: UTF8.self)
      #expect(text.utf8.allSatisfy { $0 < 0x80 }, "\(guide)")
      for line in text.split(separator: "\n") where !line.hasPrefix("    ") && width == 100 {
        #expect(line.count <= width, "\(guide): \(line)")
      }
    }
  }
}

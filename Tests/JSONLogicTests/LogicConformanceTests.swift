import Foundation
import JSON
import JSONLogic
import Testing

/// Runs the public JsonLogic tests. The folder is `RUNINTENT_CONFORMANCE`, or `shared/conformance` in a folder above
/// the checkout.
@Suite struct LogicConformanceTests {
  private static var folder: URL? {
    if let path = ProcessInfo.processInfo.environment["RUNINTENT_CONFORMANCE"] {
      return URL(filePath: path).appending(path: "jsonlogic")
    }
    var place = URL(filePath: #filePath)
    while place.path != "/" {
      place = place.deletingLastPathComponent()
      let folder = place.appending(path: "shared/conformance/jsonlogic")
      if FileManager.default.fileExists(atPath: folder.path) { return folder }
    }
    return nil
  }

  @Test func theCompatibleCasesPass() throws {
    guard let folder = Self.folder else {
      print("skipped: the JsonLogic conformance tests are not beside this checkout")
      return
    }
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    var report: [String] = []
    for file in files {
      let name = file.deletingPathExtension().lastPathComponent
      let cases = try #require(
        try JSONDocument(parsing: Array(Data(contentsOf: file)), file: name, limits: .data).root.value
          .arrayValue
      )
      .compactMap(\.objectValue)
      let failed = cases.filter { !passes($0) }
      if name == "compatible" {
        for one in failed { Issue.record("\(Value.object(one).json())") }
      }
      report.append("\(name): \(cases.count - failed.count) of \(cases.count)")
      for one in failed { report.append("    not: \(one["rule"]?.json() ?? "")") }
    }
    print("JsonLogic conformance:\n  " + report.joined(separator: "\n  "))
  }

  private func passes(_ one: ValueObject) -> Bool {
    do throws(LogicError) {
      let value = try Logic(one["rule"] ?? .null).evaluate(one["data"] ?? .null)
      return one["error"] == nil && value == one["result"] ?? .null
    } catch {
      return one["error"] != nil
    }
  }
}

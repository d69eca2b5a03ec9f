import IntentCore
import IntentPipeline
import JSONSchema
import TestSupport
import Testing

/// Which value wins: the command line, then --input, then the configuration, then the definition.
@Suite struct DefaultsTests {
  static let size = Parameter(
    name: "size", schema: Schema([.type([.integer]), .maximum(100)]), defaultValue: 4)

  private func resolve(
    _ supplied: [SuppliedArgument], configured: ValueObject = [:], parameters: [Parameter] = [size]
  ) async throws -> (values: ValueObject, origins: [String]) {
    let definition = definition("dialog", parameters: parameters)
    let world = ScriptedWorld {
      $0.configuration = Configuration(defaults: [("other", ["size": 9]), ("do-it", configured)])
    }
    let resolver = Resolver(
      world: world.world, entities: EntityLists { _, _ throws(Failure) in [] })
    switch await resolver.resolve(definition, supplied) {
    case .ready(let resolved):
      let origins = try resolved.origins(of: supplied, in: world.world)
      return (resolved.values, origins.map { "\($0.name) \($0.origin.rawValue)" })
    case .failed(let failure): throw failure
    case .needs(let questions): throw Failure(unanswered: questions, intent: definition.id)
    }
  }

  private static let typed = SuppliedArgument(name: "size", content: .text("1"), spelling: "--size")
  private static let input = SuppliedArgument(
    name: "size", content: .value(2), spelling: "--size", origin: .input)

  static let cases: [(supplied: [SuppliedArgument], configured: ValueObject, value: Int, origin: String)] = [
    ([typed], ["size": 3], 1, "command-line"), ([input], ["size": 3], 2, "input"),
    ([], ["size": 3], 3, "configuration"), ([], [:], 4, "definition"),
  ]

  @Test(arguments: cases) func `the nearest word wins`(
    _ supplied: [SuppliedArgument], _ configured: ValueObject, _ value: Int, _ origin: String
  ) async throws {
    let resolved = try await resolve(supplied, configured: configured)
    #expect(resolved.values["size"] == .integer(value))
    #expect(resolved.origins == ["size \(origin)"])
  }

  @Test func `a value of the configuration answers what is required`() async throws {
    let parameters = [Parameter.text("path", required: true)]
    let resolved = try await resolve([], configured: ["path": "/srv"], parameters: parameters)
    #expect(resolved.values["path"] == "/srv")
  }

  @Test func `one that does not fit is named by its place`() async throws {
    let failure = await #expect(throws: Failure.self) {
      try await resolve([], configured: ["size": 101])
    }
    let fault = try #require(failure?.faults.first)
    #expect(fault.code == .valueMaximum && fault["name"] == "defaults.do-it.size")
  }

  @Test func `members of an object are set in it`() async throws {
    let parameter = Parameter(
      name: "who", schema: Schema([.type([.object])]), defaultValue: .object(["first": "A"]))
    let member = SuppliedArgument(name: "who", content: .member(["last"], "Z"), spelling: "--who.last")
    let resolved = try await resolve(
      [member], configured: ["who": .object(["first": "B"])], parameters: [parameter])
    #expect(resolved.values["who"] == .object(["first": "B", "last": "Z"]))
  }
}

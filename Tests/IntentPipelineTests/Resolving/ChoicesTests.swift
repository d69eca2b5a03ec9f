import IntentCore
import IntentPipeline
import TestSupport
import Testing

@Suite struct ChoicesTests {
  static let doors = [
    Entity(id: "demo:front", title: "Front Door", names: ["front"]),
    Entity(id: "demo:back", title: "Back Door", names: ["back", "garden"]),
    Entity(id: "demo:shed", title: "Shed", names: ["garden"]),
  ]
  static let door = #""x":{"entity":"door"}"#
  static let list = #""x":{"choices":["red",{"value":"gr","title":"Green"},{"value":7,"title":"Seven"}]}"#

  private var resolving: Resolving {
    var resolving = Resolving()
    resolving.entities = Self.doors
    return resolving
  }

  @Test(arguments: [
    ("demo:front", "demo:front"), ("front", "demo:front"), ("FRONT", "demo:front"),
    ("Front Door", "demo:front"), ("front door", "demo:front"), ("back", "demo:back"),
    ("shed", "demo:shed"),
  ]) func `an entity is picked`(text: String, id: String) async throws {
    let definition = try Resolving.parameters(Self.door)
    #expect(try await resolving.value(definition, [text]) == .string(id))
    #expect(try await resolving.values(definition, [.value(.string(text))])["x"] == .string(id))
  }

  @Test(arguments: [("frnt", "front"), ("frontt", "front"), ("", ""), ("demo:frnt", "demo:front")])
  func `a slip is refused with a near match`(text: String, near: String) async throws {
    let definition = try Resolving.parameters(Self.door)
    let fault = try #require(await resolving.faults(definition, [.text(text)]).first)
    #expect(fault.code == .entityUnknown)
    #expect(fault["suggestion"] == .text(near))
    #expect(fault.status == .notFound)
  }

  @Test func `a word for several is a question, and a fault when nobody answers`() async throws {
    let definition = try Resolving.parameters(Self.door)
    let given = SuppliedArgument(name: "x", content: .text("garden"), spelling: "DOOR")
    guard case .needs(let questions) = await resolving.resolve(definition, [given]),
      case .value(let question)? = questions.first
    else {
      Issue.record("nothing was asked")
      return
    }
    #expect(question.choices.map(\.value) == ["demo:back", "demo:shed"])
    let fault = try #require(Failure(unanswered: questions, intent: "x").faults.first)
    #expect(fault.code == .entityAmbiguous)
    #expect(fault["allowed"] == .list(["demo:back", "demo:shed"]))
    #expect(fault["name"] == .text("DOOR"))
  }

  @Test func `every element of a list is picked`() async throws {
    let definition = try Resolving.parameters(
      #""x":{"type":"array","items":{"type":"string"},"entity":"door"}"#)
    #expect(try await resolving.value(definition, ["front", "Shed"]) == ["demo:front", "demo:shed"])
    #expect(try await resolving.value(definition, [#"["front"]"#]) == ["demo:front"])
    #expect(
      await resolving.faults(definition, [.value(["front", "none"])]).map(\.code) == [.entityUnknown])
    #expect(await resolving.faults(definition, [.text("garden")]).map(\.code) == [.entityAmbiguous])
    #expect(await resolving.faults(definition, [.value([1])]).map(\.code) == [.entityUnknown])
  }

  @Test func `a default names an entity too`() async throws {
    let definition = try Resolving.parameters(#""x":{"entity":"door","default":"front"}"#)
    #expect(try await resolving.values(definition, [])["x"] == "demo:front")
    let gone = try Resolving.parameters(#""x":{"entity":"door","default":"cellar"}"#)
    #expect(await resolving.faults(gone, []).map(\.code) == [.entityUnknown])
  }

  @Test(arguments: [
    ("red", Value.string("red")), ("gr", "gr"), ("green", "gr"), ("7", 7), ("seven", 7),
  ]) func `one of a list is picked`(text: String, value: Value) async throws {
    let definition = try Resolving.parameters(Self.list)
    #expect(try await Resolving().value(definition, [text]) == value)
  }

  @Test func `what is not in the list is refused`() async throws {
    let definition = try Resolving.parameters(Self.list)
    let fault = try #require(await Resolving().faults(definition, [.text("grean")]).first)
    #expect(fault.code == .valueEnum)
    #expect(fault["suggestion"] == .text("Green"))
    #expect(fault["allowed"] == .list(["red", "gr", "7"]))
    #expect(await Resolving().faults(definition, [.value(8)]).map(\.code) == [.valueEnum])
    #expect(await Resolving().faults(definition, [.value(.null)]).map(\.code) == [.valueEnum])
  }

  @Test func `a list leaves nobody free, a command does`() throws {
    #expect(try Resolving.parameters(Self.list).parameters[0].isFree == false)
    #expect(try Resolving.parameters(#""x":{"choices":{"command":["ls"]}}"#).parameters[0].isFree)
  }

  @Test func `a command's choices are asked for when there is a value or a question`() async throws {
    var resolving = Resolving()
    resolving.choices = ChoiceSource { _, _ throws(Failure) in
      [Choice(value: "a", title: "Alpha"), Choice(value: "b")]
    }
    let json = #""x":{"choices":{"command":["ls"]},"default":"z"}"#
    let definition = try Resolving.parameters(json)
    #expect(try await resolving.value(definition, ["alpha"]) == "a")
    #expect(await resolving.faults(definition, [.text("c")]).map(\.code) == [.valueEnum])
    resolving.choices = .none
    #expect(try await resolving.values(definition, [])["x"] == "z")
    #expect(await resolving.faults(definition, [.text("a")]).map(\.code) == [.unavailable])
  }

  static let lines: [(text: String, expected: [Choice]?)] = [
    (
      #""a""# + "\n" + #"{"value":"b","title":"B"}"# + "\n",
      [Choice(value: "a"), Choice(value: "b", title: "B")]
    ),
    ("\"a\"\r\n\r\n  \n\"a\"", [Choice(value: "a")]), ("1\ntrue", [Choice(value: 1), Choice(value: true)]),
    ("", []), ("a", nil), ("[\"a\"]", nil), (#"{"title":"B"}"#, nil), (#"{"value":{}}"#, nil),
    (#"{"value":"a","x":1}"#, nil), (#"{"value":"a","title":1}"#, nil), ("null", nil), ("\"a", nil),
  ]

  @Test(arguments: lines) func `lines are choices`(text: String, expected: [Choice]?) throws {
    let parameter = Parameter(name: "x")
    guard let expected else {
      #expect(throws: Failure.self) { try parameter.listedChoices(text) }
      return
    }
    #expect(try parameter.listedChoices(text) == expected)
  }

  @Test func `claims hold the listed values and the command that lists`() async throws {
    let definition = try Resolving.parameters(#""x":{"choices":{"command":["colours","-1"]}}"#)
    let dialog = Touching(name: "dialog") { _ throws(Failure) in [] }
    let command = Touching(name: "command") { call throws(Failure) in
      let words = try call.words("run").compactMap { $0.value?.plainText }
      return words.prefix(1).map { .execute(.exact("/usr/bin/\($0)")) }
    }
    let registry = HandlerRegistry(
      find: { $0 == "dialog" ? dialog : $0 == "command" ? command : nil }, all: { [dialog, command] })
    let world = ScriptedWorld { $0.executables = ["/usr/bin/colours"] }
    let claims = try await Claims.of(
      definition, registry: registry, entities: EntityLists { _, _ throws(Failure) in [] },
      world: world.world)
    #expect(claims.capabilities == [Capability.execute(.exact("/usr/bin/colours"))])
    #expect(claims.files.map(\.path) == ["/usr/bin/colours"])
  }
}

/// A handler that only says what it touches.
private struct Touching: Handler {
  let descriptor: HandlerDescriptor
  let touched: @Sendable (HandlerCall) throws(Failure) -> [Capability]

  init(name: String, touched: @escaping @Sendable (HandlerCall) throws(Failure) -> [Capability]) {
    descriptor = HandlerDescriptor(name: name, summary: "", fields: [], hasOutput: name == "command")
    self.touched = touched
  }

  func capabilities(_ call: HandlerCall) throws(Failure) -> [Capability] { try touched(call) }

  func files(_ call: HandlerCall) throws(Failure) -> [String] {
    try call.words("run").prefix(1).compactMap { $0.value?.plainText }
  }

  func perform(_ invocation: AuthorizedInvocation, _ context: HandlerContext) async throws(Failure)
    -> IntentResult
  {
    IntentResult(dialog: "")
  }
}

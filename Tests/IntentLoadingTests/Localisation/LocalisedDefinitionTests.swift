import IntentCore
import IntentLoading
import Testing

@Suite struct LocalisedDefinitionTests {
  static let source = """
    {
      "title": "Open Door", "description": "Opens a door.", "category": "home", "summary": "Open ${door}",
      "confirm": "Open ${door} now", "phrases": ["open ${door}", "let me in"],
      "parameters": {
        "door": { "type": "string", "title": "Door", "description": "A door.", "prompt": "Which door?" },
        "state": { "type": "string", "enum": ["on", "off"], "default": "on" }
      },
      "handler": "dialog",
      "with": { "text": "Opened ${door}.", "detail": "All of ${door}", "value": "Opened ${door}." },
      "result": { "dialog": "Done: ${result.dialog}", "snippet": { "Door": "Is ${door}" } }
    }
    """

  static let translations: [(key: String, ru: String)] = [
    ("Open Door", "Открыть дверь"), ("Opens a door.", "Открывает дверь."), ("home", "дом"),
    ("Open ${door}", "Открыть: ${door}"), ("Open ${door} now", "Сейчас открыть ${door}"),
    ("open ${door}", "открой ${door}"), ("Door", "Дверь"), ("A door.", "Какая-то дверь."),
    ("Which door?", "Какую дверь?"), ("Opened ${door}.", "${door}: открыто."),
    ("All of ${door}", "без подстановки"), ("Done: ${result.dialog}", "Готово: ${result.dialog}"),
    ("Is ${door}", "${door} ${secret}"), ("state.on", "вкл"),
  ]

  private static func localised() throws -> IntentDefinition {
    let file = SourceFile(displayPath: "x.json", path: "/x/x.json", bytes: Array(source.utf8))
    let descriptor = HandlerDescriptor(
      name: "dialog", summary: "",
      fields: [
        .init("text", .string, isShown: true, help: ""), .init("detail", .string, isShown: true, help: ""),
        .init("value", .any, help: ""),
      ])
    let definition = try DefinitionReader.read(
      file, id: "x", descriptors: { _ in descriptor }, handlerNames: { [] }
    ).definition
    let strings = ValueObject(
      uniqueMembers: translations.map { key, text -> (key: String, value: Value) in
        let unit: Value = .object(["stringUnit": .object(["state": "translated", "value": .string(text)])])
        return (key, .object(["localizations": .object(["ru": unit])]))
      })
    let json = Value.object(["sourceLanguage": "en", "strings": .object(strings)]).json()
    let catalog = try StringCatalog(bytes: Array(json.utf8), file: "Localizable.xcstrings")
    return definition.localised(with: catalog, language: try #require(LanguageTag("ru-RU")))
  }

  @Test func everyTextThatPeopleSeeIsTranslated() throws {
    let definition = try Self.localised()
    #expect(definition.title == "Открыть дверь")
    #expect(definition.description == "Открывает дверь.")
    #expect(definition.category == "дом")
    #expect(definition.phrases == ["открой ${door}", "let me in"])
    let door = try #require(definition.parameter(named: "door"))
    #expect(door.title == "Дверь" && door.description == "Какая-то дверь." && door.prompt == "Какую дверь?")
    #expect(definition.parameter(named: "state")?.valueTitles.map(\.title) == ["вкл"])
    #expect(filled(definition.summary) == "Открыть: front")
    #expect(filled(definition.confirm) == "Сейчас открыть front")
    #expect(filled(definition.with("text")) == "front: открыто.")
  }

  @Test func aTranslationThatDoesNotFitIsNotUsed() throws {
    let definition = try Self.localised()
    #expect(filled(definition.with("detail")) == "All of front")
    #expect(filled(definition.result.snippet?["Door"]) == "Is front")
  }

  @Test func whatProgramsReadStays() throws {
    let definition = try Self.localised()
    #expect(filled(definition.with("value")) == "Opened front.")
    #expect(definition.source == Array(Self.source.utf8))
  }

  private func filled(_ template: Template?) -> String? {
    guard case .text(let segments)? = template else { return template?.literalString }
    return segments.map { segment in
      switch segment {
      case .literal(let text): text
      case .reference: "front"
      case .plural: "?"
      }
    }.joined()
  }
}

package import IntentCore
internal import JSONSchema

extension Resolver {
  /// What one parameter comes to.
  package enum Reading: Sendable {
    /// A value that fits, and its title when it was picked from a list.
    case value(Value, title: String?)
    case question(Question.ValueQuestion)
    /// Neither given nor required.
    case nothing
  }

  /// Reads what was given for a parameter, or its default.
  package func read(
    _ parameter: Parameter, _ given: [SuppliedArgument], of definition: IntentDefinition
  ) async throws(Failure) -> Reading {
    guard let first = given.first else {
      if let value = parameter.defaultValue { return try await standard(value, parameter, definition) }
      return parameter.isRequired ? .question(try await question(for: parameter, of: definition)) : .nothing
    }
    let name = first.spelling
    try refuseEmpty(parameter, given, name: name)
    let list = try await pickList(of: parameter, in: definition)
    let raw = try raw(parameter, given, picks: list != nil, name: name)
    var value = raw
    var title: String?
    if let list {
      switch try pick(raw, from: list, name: name) {
      case .value(let picked, let words): (value, title) = (picked, words)
      case let other: return other
      }
    }
    let faults = parameter.schema.faults(for: value, name: name)
    if !faults.isEmpty { throw Failure(faults.map { $0.withHint(given) }) }
    if let rule = parameter.file { value = try FilePath(rule: rule, world: world, name: name).value(value) }
    return .value(value, title: title)
  }

  /// A default is the definition's own word: it fits by the reader's checks, but names things that may be gone.
  private func standard(
    _ value: Value, _ parameter: Parameter, _ definition: IntentDefinition
  ) async throws(Failure) -> Reading {
    let name = "--\(parameter.name)"
    if let rule = parameter.file {
      return .value(try FilePath(rule: rule, world: world, name: name).value(value), title: nil)
    }
    guard parameter.entity != nil, let list = try await pickList(of: parameter, in: definition) else {
      return .value(value, title: nil)
    }
    return try pick(value, from: list, name: name)
  }

  /// An empty text is no answer to what is required, unless `minLength` is 0.
  private func refuseEmpty(
    _ parameter: Parameter, _ given: [SuppliedArgument], name: String
  ) throws(Failure) {
    guard parameter.isRequired, parameter.schema.minLength != 0 else { return }
    let isEmpty = given.contains { argument in
      switch argument.content {
      case .text(let text): text.utf8.isEmpty
      case .value(let value): value.stringValue?.utf8.isEmpty ?? false
      case .member: false
      }
    }
    if isEmpty { throw Failure(.valueMinLength, ["name": .text(name), "limit": .integer(1), "value": ""]) }
  }

  /// What was given, by its type alone; a word to pick stays a text.
  private func raw(
    _ parameter: Parameter, _ given: [SuppliedArgument], picks: Bool, name: String
  ) throws(Failure) -> Value {
    var texts: [String] = []
    var typed: [Value] = []
    var members: [MemberReading.Member] = []
    for argument in given {
      switch argument.content {
      case .text(let text): texts.append(text)
      case .value(let value): typed.append(value)
      case .member(let path, let text): members.append((path[...], text))
      }
    }
    guard typed.count <= 1, typed.isEmpty || texts.isEmpty else {
      throw Failure(.parameterRepeated, ["name": .text(name)])
    }
    let reading = TextReading(parameter: parameter, clock: world.clock)
    var whole = typed.first
    if let given = whole, !picks { whole = try reading.value(of: given, parameter.schema, name: name) }
    if !texts.isEmpty {
      whole =
        picks
        ? try words(texts, parameter, name: name) : try reading.value(of: texts, parameter.schema, name: name)
    }
    if members.isEmpty, let whole { return whole }
    return try MemberReading(texts: reading, name: "--\(parameter.name)").value(
      members, in: whole ?? parameter.defaultValue)
  }

  private func words(_ texts: [String], _ parameter: Parameter, name: String) throws(Failure) -> Value {
    if parameter.isArray {
      return try TextReading.list(texts, name: name) ?? .array(texts.map { .string($0) })
    }
    guard texts.count == 1 else { throw Failure(.parameterRepeated, ["name": .text(name)]) }
    return .string(texts[0])
  }

  /// The list that a parameter picks from, `nil` when it has none but what its schema enumerates.
  private func pickList(
    of parameter: Parameter, in definition: IntentDefinition
  ) async throws(Failure) -> PickList? {
    if let kind = parameter.entity {
      return PickList(parameter: parameter, choices: try await entities.list(kind, world).map { Choice($0) })
    }
    switch parameter.choices {
    case nil: return nil
    case .list?: return PickList(parameter: parameter, choices: parameter.namedChoices ?? [])
    case .command?:
      return PickList(parameter: parameter, choices: try await choices.list(parameter, definition))
    }
  }

  private func pick(_ value: Value, from list: PickList, name: String) throws(Failure) -> Reading {
    if case .array(let items) = value {
      var values: [Value] = []
      var titles: [String] = []
      for item in items {
        let matches = try list.matches(item, name: name)
        guard matches.count == 1 else {
          throw Failure([list.ambiguous(item.plainText ?? "", matches, name: name)])
        }
        values.append(matches[0].value)
        titles.append(matches[0].title ?? matches[0].word)
      }
      return .value(.array(values), title: titles.joined(separator: ", "))
    }
    let matches = try list.matches(value, name: name)
    if matches.count == 1 { return .value(matches[0].value, title: matches[0].title) }
    var question = ask(list.parameter, matches)
    question.otherwise = list.ambiguous(value.plainText ?? "", matches, name: name)
    return .question(question)
  }

  private func question(
    for parameter: Parameter, of definition: IntentDefinition
  ) async throws(Failure) -> Question.ValueQuestion {
    if let list = try await pickList(of: parameter, in: definition) { return ask(parameter, list.choices) }
    let values = parameter.schema.enumeratedValues ?? []
    return ask(parameter, values.map { Choice(value: $0, title: parameter.titles(of: $0).first) })
  }

  private func ask(_ parameter: Parameter, _ choices: [Choice]) -> Question.ValueQuestion {
    Question.ValueQuestion(
      parameter: parameter.name, prompt: parameter.prompt ?? parameter.title ?? parameter.name,
      isSecret: parameter.isSecret, choices: choices)
  }
}

extension Fault {
  /// A format that was missed on the command line comes with the forms that people write.
  fileprivate func withHint(_ given: [SuppliedArgument]) -> Fault {
    guard code == .valueFormat, case .text(let name)? = self["format"],
      let hint = Format(rawValue: name)?.humanHint,
      given.contains(where: { if case .value = $0.content { false } else { true } })
    else { return self }
    var fault = self
    fault.arguments.append(("hint", .text(hint)))
    return fault
  }
}

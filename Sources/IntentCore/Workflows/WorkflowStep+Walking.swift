internal import JSONLogic

extension WorkflowStep {
  /// The lists of steps within.
  package var inner: [[WorkflowStep]] {
    var lists: [[WorkflowStep]]
    switch action {
    case .choose(let branches, let otherwise): lists = branches.map(\.steps) + [otherwise]
    case .loop(_, let steps): lists = [steps]
    case .parallel(let branches, _): lists = branches
    case .run, .wait, .set, .calculate, .dialog, .answer, .stop: lists = []
    }
    if let onError { lists.append(onError) }
    return lists
  }

  func collect(_ calls: inout [(call: Call, items: [Items])], items: [Items]) {
    var within = items
    switch action {
    case .run(let call): calls.append((call, items))
    case .loop(.each(let each), _): within.append(each)
    default: break
    }
    for steps in inner { for step in steps { step.collect(&calls, items: within) } }
  }

  /// The placeholders of the step alone.
  private var ownReferences: [Template.Reference] {
    switch action {
    case .run(let call): call.arguments.flatMap(\.value.references)
    case .loop(.count(let template), _), .wait(.duration(let template)), .wait(.until(let template)),
      .dialog(let template), .stop(let template):
      template.references
    case .loop(.each(let items), _): items.list.references
    case .set(let members): members.flatMap(\.value.references)
    case .answer(let answer): [answer.value, answer.dialog, answer.snippet].flatMap { $0?.references ?? [] }
    case .loop(.condition, _), .choose, .parallel, .calculate: []
    }
  }

  func collect(_ references: inout [Template.Reference]) {
    references += ownReferences
    for steps in inner { for step in steps { step.collect(&references) } }
  }

  func collect(conditionNames names: inout [String]) {
    var conditions: [Logic] = condition.map { [$0] } ?? []
    switch action {
    case .choose(let branches, _): conditions += branches.map(\.condition)
    case .loop(.condition(let logic, _), _): conditions.append(logic)
    case .calculate(let members): conditions += members.map(\.logic)
    default: break
    }
    for logic in conditions {
      for variable in logic.variables {
        names.append(String(decoding: variable.utf8.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self))
      }
    }
    for steps in inner { for step in steps { step.collect(conditionNames: &names) } }
  }

  /// The texts that people see.
  var shownTexts: [Template] {
    var texts: [Template] =
      switch action {
      case .dialog(let template), .stop(let template): [template]
      case .answer(let answer): [answer.dialog, answer.snippet].compactMap(\.self)
      default: []
      }
    for steps in inner { texts += steps.flatMap(\.shownTexts) }
    return texts
  }

  func rewording(_ text: (Template) -> Template) -> WorkflowStep {
    func all(_ steps: [WorkflowStep]) -> [WorkflowStep] { steps.map { $0.rewording(text) } }
    var step = self
    step.onError = onError.map(all)
    switch action {
    case .dialog(let template): step.action = .dialog(text(template))
    case .stop(let template): step.action = .stop(text(template))
    case .answer(var answer):
      answer.dialog = answer.dialog.map(text)
      answer.snippet = answer.snippet.map(text)
      step.action = .answer(answer)
    case .choose(let branches, let otherwise):
      step.action = .choose(branches.map { Branch($0.condition, all($0.steps)) }, otherwise: all(otherwise))
    case .loop(let repetition, let steps): step.action = .loop(repetition, all(steps))
    case .parallel(let branches, let limit): step.action = .parallel(branches.map(all), limit: limit)
    case .run, .wait, .set, .calculate: break
    }
    return step
  }
}

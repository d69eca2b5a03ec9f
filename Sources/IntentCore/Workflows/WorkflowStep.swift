package import JSONLogic

/// One step of a workflow.
package struct WorkflowStep: Sendable {
  /// The name by which later steps see its answer.
  package var name: String?
  package var action: Action
  /// Without it, or where it holds, the step is done; else its answer is null.
  package var condition: Logic?
  package var retry: Retry?
  /// What is done when it has failed; the workflow then goes on.
  package var onError: [WorkflowStep]?
  /// Whether the workflow goes on when it has failed.
  package var allowsFailure = false
  package var timeout: Duration?

  package init(_ action: Action, name: String? = nil, condition: Logic? = nil, retry: Retry? = nil) {
    (self.action, self.name, self.condition, self.retry) = (action, name, condition, retry)
  }

  package indirect enum Action: Sendable {
    case run(Call)
    /// The first branch whose condition holds, else the rest.
    case choose([Branch], otherwise: [WorkflowStep])
    case loop(Repetition, [WorkflowStep])
    /// Branches side by side, at most so many at once.
    case parallel([[WorkflowStep]], limit: Int?)
    case wait(Wait)
    case set([(key: String, value: Template)])
    case calculate([(key: String, value: Logic)])
    case dialog(Template)
    case answer(Answer)
    case stop(Template)
  }

  /// An intent to run, with its parameters.
  package struct Call: Sendable {
    package var intent: String
    package var arguments: [Argument]
    /// Where the intent's id is written.
    package var span: JSONSpan

    package init(intent: String, arguments: [Argument] = [], span: JSONSpan = JSONSpan(0, 0)) {
      (self.intent, self.arguments, self.span) = (intent, arguments, span)
    }
  }

  package struct Argument: Sendable {
    package var name: String
    package var value: Template
    package var nameSpan: JSONSpan
    package var valueSpan: JSONSpan

    package init(
      name: String, value: Template, nameSpan: JSONSpan = JSONSpan(0, 0), valueSpan: JSONSpan = JSONSpan(0, 0)
    ) { (self.name, self.value, self.nameSpan, self.valueSpan) = (name, value, nameSpan, valueSpan) }
  }

  package struct Branch: Sendable {
    package var condition: Logic
    package var steps: [WorkflowStep]

    package init(_ condition: Logic, _ steps: [WorkflowStep]) {
      (self.condition, self.steps) = (condition, steps)
    }
  }

  package enum Repetition: Sendable {
    case count(Template)
    /// As long as the condition holds, which fails when that is more often than the limit.
    case condition(Logic, limit: Int)
    case each(Items)
  }

  /// What a loop goes through, and the name of one of it.
  package struct Items: Sendable {
    package var list: Template
    package var name: String

    package init(_ list: Template, name: String) { (self.list, self.name) = (list, name) }
  }

  package enum Wait: Sendable {
    case duration(Template)
    /// A moment as people write it, such as `18:00` or `tomorrow`.
    case until(Template)
  }

  /// What the workflow answers.
  package struct Answer: Sendable {
    package var value: Template?
    package var dialog: Template?
    package var snippet: Template?

    package init() {}
  }

  /// How often a step that failed is tried again, and how long after.
  package struct Retry: Sendable {
    package var times: Int
    package var delay: Duration
    /// What each pause is multiplied with for the next one.
    package var backoff: Double

    package init(times: Int, delay: Duration = .seconds(1), backoff: Double = 2) {
      (self.times, self.delay, self.backoff) = (times, delay, backoff)
    }

    /// No pause is longer.
    package static let longestDelay = Duration.seconds(3600)
  }
}

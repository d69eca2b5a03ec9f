/// What is missing before a run may start; whoever entered the run answers or refuses.
package enum Question: Sendable, Equatable {
  case value(ValueQuestion)
  case consent(ConsentQuestion)
  case confirmation(text: String)
  case authentication(AuthenticationQuestion)

  /// A parameter without a value, or with one that could mean several things.
  package struct ValueQuestion: Sendable, Equatable {
    package var parameter: String
    package var prompt: String
    package var isSecret: Bool
    /// The values to pick from; empty when any text of the right form will do.
    package var choices: [Choice]
    /// What is wrong when nobody answers; without it, the value is missing.
    package var otherwise: Fault?

    package init(
      parameter: String, prompt: String, isSecret: Bool = false, choices: [Choice] = [],
      otherwise: Fault? = nil
    ) {
      (self.parameter, self.prompt, self.isSecret) = (parameter, prompt, isSecret)
      (self.choices, self.otherwise) = (choices, otherwise)
    }
  }

  /// A definition whose bytes or capabilities nobody has allowed yet.
  package struct ConsentQuestion: Sendable, Equatable {
    package enum Reason: Sendable, Equatable { case notAllowed, changed, denied, expired, usedUp }

    package var intent: String
    /// The word by which a command finds the definition: its id, or its path where the id would not do.
    package var operand: String
    package var path: String
    package var reason: Reason
    /// What this run needs and nobody allowed.
    package var missing: [Capability]
    package var source: RunSource

    package init(
      intent: String, operand: String, path: String, reason: Reason, missing: [Capability], source: RunSource
    ) {
      (self.intent, self.operand, self.path) = (intent, operand, path)
      (self.reason, self.missing, self.source) = (reason, missing, source)
    }
  }

  /// A run that goes on only when the person proves who they are, or when their screen is not locked.
  package struct AuthenticationQuestion: Sendable, Equatable {
    package var intent: String
    /// The word by which a command finds the definition.
    package var operand: String
    package var path: String
    package var need: IntentDefinition.Authentication
    /// What it touches that needs it; empty where the definition itself asks.
    package var capabilities: [Capability]
    package var source: RunSource
    /// Why it was not given; empty before it was asked for.
    package var refusal = ""

    package init(
      intent: String, operand: String, path: String, need: IntentDefinition.Authentication,
      capabilities: [Capability] = [], source: RunSource
    ) {
      (self.intent, self.operand, self.path) = (intent, operand, path)
      (self.need, self.capabilities, self.source) = (need, capabilities, source)
    }
  }
}

/// What a stage that never asks answers.
package enum Resolution<Ready: Sendable>: Sendable {
  case ready(Ready)
  case needs([Question])
  case failed(Failure)
}

/// Whether the person is who they say.
package enum Proof: Sendable, Equatable {
  case proven
  /// The reason, in words of the program.
  case denied(String)
}

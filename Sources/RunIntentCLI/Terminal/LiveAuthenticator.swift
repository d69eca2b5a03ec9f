internal import IntentCore
internal import IntentEngine
internal import IntentPlatform

extension Authenticator {
  /// By what this system has; nothing of it is made before it is needed.
  static func live(
    _ facts: CallerFacts, _ world: World, terminal: String, _ loop: EventLoop,
    _ interruption: any Cancellation
  ) -> Authenticator {
    let live: @Sendable () -> LiveAuthentication = {
      LiveAuthentication(
        world, folder: facts.folders.state.map { $0 + "/runintent" },
        run: { words in await answer(words, world, loop, interruption) },
        runAtTerminal: { words in
          var variables = facts.caller.environment.filter { $0.name != "PATH" }
          variables += [("PATH", "/usr/sbin:/usr/bin:/sbin:/bin"), ("TERM", terminal)]
          return (try? TerminalProgram.run(words, environment: variables)) == .status(0)
        })
    }
    return Authenticator(
      authenticate: { prompt, mayAsk in await live().authenticate(prompt: prompt, mayAsk: mayAsk) },
      isUnlocked: { await live().isUnlocked() }, means: { await live().means() })
  }

  /// What a program of the system says, `nil` unless it ended with 0 within some seconds.
  private static func answer(
    _ words: [String], _ world: World, _ loop: EventLoop, _ interruption: any Cancellation
  ) async -> String? {
    await loop.withLimit(.seconds(5), under: interruption) { cancellation in
      let request = ProcessRequest(
        executable: words[0], arguments: Array(words.dropFirst()),
        environment: [("PATH", "/usr/bin:/bin"), ("LC_ALL", "C")])
      guard let outcome = try? await world.processes.run(request, cancellation), outcome.exit == .status(0)
      else { return nil }
      return String(decoding: outcome.output, as: UTF8.self)
    }
  }
}

extension World {
  /// The same without a way to start a program or to read a secret, so that no provider is asked.
  package var quiet: World {
    var world = withoutSecrets
    world.processes = Processes(run: { request, _ throws(Failure) in
      throw Failure(.executableFailed, ["path": .text(request.executable)])
    })
    return world
  }

  /// The same without a way to read a secret, so that no provider is asked that wants one.
  package var withoutSecrets: World {
    var world = self
    world.secrets = { names, _ throws(Failure) in
      throw Failure(.secretUndefined, ["name": .text(names.first ?? "")])
    }
    return world
  }
}

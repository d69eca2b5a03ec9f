package import IntentCore

/// Asks whoever moves locks whether they can be reached, and know the doors.
package struct DoorCheck: Sendable {
  /// The provider as the configuration names it.
  package var provider: String
  /// Its doors, as the configuration names them.
  package var doors: [String]
  package var faults: [Fault]

  /// One for each provider of the configuration; fails where that does not fit together.
  package static func all(_ world: World) async throws(Failure) -> [DoorCheck] {
    let providers = try DoorProviders(world: world).scope().providers.filter { !$0.isSimulated }
    return try await sideBySide(providers) { provider in
      .success(
        DoorCheck(provider: provider.name, doors: provider.named, faults: await faults(of: provider, world)))
    }
  }

  private static func faults(of provider: any LockProvider, _ world: World) async -> [Fault] {
    var access = ProviderAccess(world, Uncancelled())
    var faults: [Fault]
    do throws(Failure) {
      access.secrets = try await world.secrets(provider.secrets(for: nil), access.cancellation)
      faults = try await provider.check(access)
    } catch {
      faults = error.faults
    }
    return faults.map(access.redactor.hide)
  }
}

internal import IntentCore

/// The sole right to act on a tunnel, as its provider parts it: a run holds the same.
final class VPNLease: Lease {
  private let leases: [any Lease]

  private init(_ leases: [any Lease]) { self.leases = leases }

  /// In the order of their names, like the leases of a run.
  static func take(
    _ profile: String, of provider: any VPNProvider, _ world: World, until end: MonotonicTime,
    _ cancellation: any Cancellation
  ) async throws(Failure) -> VPNLease {
    var leases: [any Lease] = []
    do throws(Failure) {
      for name in provider.resources(of: profile).sorted() {
        leases.append(try await world.store.acquireLease(on: name, until: end, cancellation))
      }
    } catch {
      for lease in leases { lease.release() }
      throw error
    }
    return VPNLease(leases)
  }

  func release() { for lease in leases { lease.release() } }
}

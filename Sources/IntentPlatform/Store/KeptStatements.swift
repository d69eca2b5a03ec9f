internal import CSQLite

/// Statements of one connection that wait to be used again: a process that prepares many prepares the same ones.
struct KeptStatements {
  private final class Place {
    let handle: OpaquePointer
    let sql: UnsafePointer<UInt8>
    var next: Place?

    init(_ handle: OpaquePointer, _ sql: UnsafePointer<UInt8>, next: Place?) {
      self.handle = handle
      self.sql = sql
      self.next = next
    }
  }

  /// A single run prepares fewer, and keeps none.
  private static let few = 24

  private var first: Place?
  private var count = 0

  /// One that was prepared from the same text, which is then in use.
  mutating func take(_ sql: StaticString) -> OpaquePointer? {
    count += 1
    var before: Place?
    var place = first
    while let found = place {
      if found.sql == sql.utf8Start {
        if let before { before.next = found.next } else { first = found.next }
        return found.handle
      }
      before = found
      place = found.next
    }
    return nil
  }

  /// Takes one that is no longer used.
  mutating func give(_ handle: OpaquePointer, _ sql: StaticString) {
    guard count > Self.few else {
      sqlite3_finalize(handle)
      return
    }
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    first = Place(handle, sql.utf8Start, next: first)
  }

  mutating func removeAll() {
    while let place = first {
      sqlite3_finalize(place.handle)
      first = place.next
    }
  }
}

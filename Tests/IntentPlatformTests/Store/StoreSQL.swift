import CSQLite

struct SQLFailure: Error { var code: Int32 }

/// A connection of somebody else's to a database of the store.
final class SQLConnection {
  private var handle: OpaquePointer?

  init(_ path: String) throws {
    let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
    if code != SQLITE_OK { throw SQLFailure(code: code) }
    sqlite3_busy_timeout(handle, 2000)
  }

  deinit { sqlite3_close_v2(handle) }

  func run(_ text: String) throws {
    let code = sqlite3_exec(handle, text, nil, nil, nil)
    if code != SQLITE_OK { throw SQLFailure(code: code) }
  }
}

/// Changes a database behind the store's back.
func sql(_ path: String, _ text: String) throws { try SQLConnection(path).run(text) }

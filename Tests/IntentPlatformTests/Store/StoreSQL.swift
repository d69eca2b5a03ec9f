import CSQLite
import IntentCore

struct SQLFailure: Error { var code: Int32 }

/// Changes a database behind the store's back.
func sql(_ path: String, _ text: String) throws {
  var database: OpaquePointer?
  defer { sqlite3_close_v2(database) }
  var code = sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
  sqlite3_busy_timeout(database, 2000)
  if code == SQLITE_OK { code = sqlite3_exec(database, text, nil, nil, nil) }
  if code != SQLITE_OK { throw SQLFailure(code: code) }
}

internal import CSQLite
internal import IntentCore

/// One prepared statement: bind values in order, then step through the rows.
struct Statement: ~Copyable {
  private let handle: OpaquePointer
  private let database: Database
  private let sql: StaticString
  private var bound: Int32 = 0

  init(_ sql: StaticString, _ database: Database) throws(Failure) {
    self.database = database
    self.sql = sql
    if let kept = database.kept.take(sql) {
      handle = kept
      return
    }
    var prepared: OpaquePointer?
    let text = UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self)
    let result = sqlite3_prepare_v2(database.handle, text, Int32(sql.utf8CodeUnitCount), &prepared, nil)
    guard result == SQLITE_OK, let prepared else { throw database.failure(result) }
    handle = prepared
  }

  deinit { database.kept.give(handle, sql) }

  mutating func bind(_ number: Int) throws(Failure) {
    bound += 1
    try check(sqlite3_bind_int64(handle, bound, Int64(number)))
  }

  mutating func bind(_ text: String) throws(Failure) {
    bound += 1
    var text = text
    let index = bound
    let result = text.withUTF8 { csqlite_bind_text(handle, index, $0.baseAddress, $0.count) }
    try check(result)
  }

  mutating func bind(_ text: String?) throws(Failure) {
    if let text { try bind(text) } else { bound += 1 }
  }

  mutating func bind(_ bytes: [UInt8]) throws(Failure) {
    bound += 1
    let index = bound
    let result = bytes.withUnsafeBytes {
      csqlite_bind_blob(handle, index, $0.baseAddress, $0.count)
    }
    try check(result)
  }

  /// Leaves so many of the next values NULL.
  mutating func skip(_ count: Int32) { bound += count }

  var columns: Int32 { sqlite3_column_count(handle) }

  /// Goes to the next row; false when there is none.
  func step() throws(Failure) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let result: throw database.failure(result)
    }
  }

  /// Runs a statement to its end.
  func run() throws(Failure) {
    while try step() {}
  }

  /// Makes the statement ready for other values.
  mutating func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    bound = 0
  }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func isText(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_TEXT }

  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }

  private func check(_ result: Int32) throws(Failure) {
    if result != SQLITE_OK { throw database.failure(result) }
  }
}

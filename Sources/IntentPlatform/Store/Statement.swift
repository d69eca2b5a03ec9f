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

  /// Binds the next values in order.
  mutating func bind<each Bound: Bindable>(_ values: repeat each Bound) throws(Failure) {
    for value in repeat each values {
      bound += 1
      let result = value.bind(to: handle, at: bound)
      if result != SQLITE_OK { throw database.failure(result) }
    }
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
}

/// What a place of a statement can be given; the result is one of SQLite's codes.
protocol Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int: Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, Int64(self))
  }
}

extension Int32: Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    Int(self).bind(to: statement, at: index)
  }
}

extension Bool: Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    (self ? 1 : 0).bind(to: statement, at: index)
  }
}

extension WallTime: Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    microseconds.bind(to: statement, at: index)
  }
}

extension String: Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { csqlite_bind_text(statement, index, $0.baseAddress, $0.count) }
  }
}

extension [UInt8]: Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    withUnsafeBytes { csqlite_bind_blob(statement, index, $0.baseAddress, $0.count) }
  }
}

/// Nothing is NULL.
extension Optional: Bindable where Wrapped: Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    self?.bind(to: statement, at: index) ?? sqlite3_bind_null(statement, index)
  }
}

internal import CSQLite
internal import IntentCore

/// One prepared statement: step through its rows, and read their columns.
struct Statement: ~Copyable {
  private let handle: OpaquePointer
  private let database: Database

  init(_ sql: StaticString, _ database: Database) throws(Failure) {
    self.database = database
    var prepared: OpaquePointer?
    let text = UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self)
    let result = sqlite3_prepare_v2(database.handle, text, Int32(sql.utf8CodeUnitCount), &prepared, nil)
    guard result == SQLITE_OK, let prepared else { throw database.failure(result) }
    handle = prepared
  }

  deinit { sqlite3_finalize(handle) }

  /// Puts the values in their places, in order. They come as existentials: the metadata of a parameter pack costs a
  /// run 60,000 instructions more.
  func bind(_ values: [(any BoundValue)?]) throws(Failure) {
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      let result = value?.bind(to: handle, at: place) ?? sqlite3_bind_null(handle, place)
      if result != SQLITE_OK { throw database.failure(result) }
    }
  }

  var columns: Int32 { sqlite3_column_count(handle) }

  /// Goes to the next row; false when there is none.
  func step() throws(Failure) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let result: throw database.failure(result)
    }
  }

  /// A column of the row, as what it is to be.
  subscript<Value: ColumnValue>(column: Int32) -> Value { Value(column, of: handle) }

  func isText(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_TEXT }
}

/// What a column holds.
protocol ColumnValue { init(_ column: Int32, of statement: OpaquePointer) }

/// What a place of a statement can be given; answers one of SQLite's codes.
protocol BoundValue { func bind(to statement: OpaquePointer, at place: Int32) -> Int32 }

extension Int: ColumnValue, BoundValue {
  init(_ column: Int32, of statement: OpaquePointer) { self = Int(sqlite3_column_int64(statement, column)) }

  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    sqlite3_bind_int64(statement, place, Int64(self))
  }
}

extension Int32: ColumnValue, BoundValue {
  init(_ column: Int32, of statement: OpaquePointer) {
    self.init(truncatingIfNeeded: Int(column, of: statement))
  }

  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    Int(self).bind(to: statement, at: place)
  }
}

extension Bool: ColumnValue, BoundValue {
  init(_ column: Int32, of statement: OpaquePointer) { self = Int(column, of: statement) != 0 }

  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    (self ? 1 : 0).bind(to: statement, at: place)
  }
}

extension WallTime: ColumnValue, BoundValue {
  init(_ column: Int32, of statement: OpaquePointer) { self.init(microseconds: Int(column, of: statement)) }

  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    microseconds.bind(to: statement, at: place)
  }
}

/// NULL is empty.
extension String: ColumnValue, BoundValue {
  init(_ column: Int32, of statement: OpaquePointer) {
    guard let start = sqlite3_column_text(statement, column) else {
      self = ""
      return
    }
    let count = Int(sqlite3_column_bytes(statement, column))
    self.init(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { csqlite_bind_text(statement, place, $0.baseAddress, $0.count) }
  }
}

/// NULL is empty.
extension [UInt8]: ColumnValue, BoundValue {
  init(_ column: Int32, of statement: OpaquePointer) {
    let start = sqlite3_column_blob(statement, column)
    self.init(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
  }

  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    withUnsafeBytes { csqlite_bind_blob(statement, place, $0.baseAddress, $0.count) }
  }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  init(_ column: Int32, of statement: OpaquePointer) {
    self = sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : Wrapped(column, of: statement)
  }
}

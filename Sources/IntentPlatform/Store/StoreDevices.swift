package import IntentCore

extension SQLiteStore {
  package func device(_ name: String) throws(Failure) -> DeviceState? {
    try reading(.state, missing: nil) { database throws(Failure) in
      let row = try database.prepare("SELECT state,since,note FROM devices WHERE name=?", name)
      guard try row.step() else { return nil }
      return DeviceState(
        state: row.text(0), since: WallTime(microseconds: row.integer(1)), note: row.text(2))
    }
  }

  package func setDevice(_ name: String, _ state: DeviceState) throws(Failure) {
    try writing(.state) { database throws(Failure) in
      try database.use(.ordered)
      try database.run(
        "REPLACE INTO devices VALUES(?,?,?,?)", name, state.state, state.since.microseconds, state.note)
    }
  }
}

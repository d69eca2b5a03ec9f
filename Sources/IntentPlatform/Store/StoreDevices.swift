internal import CivilTime
package import IntentCore

extension SQLiteStore {
  package func device(_ name: String) throws(Failure) -> DeviceState? {
    try reading(.state, missing: nil) { database throws(Failure) in
      var row = try database.prepare("SELECT state,since,note FROM devices WHERE name=?")
      try row.bind(name)
      guard try row.step() else { return nil }
      return DeviceState(
        state: row.text(0), since: WallTime(microseconds: row.integer(1)), note: row.text(2))
    }
  }

  package func setDevice(_ name: String, _ state: DeviceState) throws(Failure) {
    try writing(.state) { database throws(Failure) in
      try database.use(.ordered)
      var row = try database.prepare("REPLACE INTO devices VALUES(?,?,?,?)")
      try row.bind(name)
      try row.bind(state.state)
      try row.bind(state.since.microseconds)
      try row.bind(state.note)
      try row.run()
    }
  }
}

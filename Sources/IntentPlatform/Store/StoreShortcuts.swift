package import IntentCore

extension SQLiteStore {
  package func shortcuts() throws(Failure) -> [Shortcut] {
    try reading(.shortcuts, missing: []) { database throws(Failure) in
      let rows = try database.prepare(
        "SELECT name,intent,path,parameters,phrases FROM shortcuts ORDER BY key")
      var shortcuts: [Shortcut] = []
      while try rows.step() {
        let parameters = (try? Value(json: rows.bytes(3), file: ""))?.objectValue
        shortcuts.append(
          Shortcut(
            name: rows.text(0), intent: rows.text(1), path: rows.text(2),
            parameters: parameters ?? ValueObject(), phrases: CapabilityLines.split(rows.text(4))))
      }
      return shortcuts
    }
  }

  package func keep(_ shortcut: Shortcut, replacing key: String?) throws(Failure) -> Bool {
    try writing(.shortcuts) { database throws(Failure) in
      try database.transaction(.ordered) { () throws(Failure) in
        if key != shortcut.key, try Self.isThere(shortcut.key, database) { return false }
        if let key { try Self.remove(key, database) }
        try database.run(
          "REPLACE INTO shortcuts VALUES(?,?,?,?,?,?)", shortcut.key, shortcut.name, shortcut.intent,
          shortcut.path, Value.object(shortcut.parameters).json(), CapabilityLines.join(shortcut.phrases))
        return true
      }
    }
  }

  package func removeShortcut(_ key: String) throws(Failure) -> Bool {
    guard try !shortcuts().isEmpty else { return false }
    return try writing(.shortcuts) { database throws(Failure) in
      try database.use(.ordered)
      try Self.remove(key, database)
      return database.changes == 1
    }
  }

  /// Whether there is a name that reads the same, however its accents are encoded.
  private static func isThere(_ key: String, _ database: Database) throws(Failure) -> Bool {
    let rows = try database.prepare("SELECT key FROM shortcuts")
    while try rows.step() {
      if rows.text(0) == key { return true }
    }
    return false
  }

  private static func remove(_ key: String, _ database: Database) throws(Failure) {
    try database.run("DELETE FROM shortcuts WHERE key=?", key)
  }
}

/// Tells by /etc/passwd and /etc/group (passwd(5), group(5)) whether a user belongs to a group.
package enum GroupMembership {
  /// False too when either file, the user or the group is not known.
  package static func isMember(user: UInt32, of group: String, files: World.Files) -> Bool {
    guard !group.utf8.isEmpty, let users = files.read("/etc/passwd", 16 << 20),
      let groups = files.read("/etc/group", 16 << 20)
    else { return false }
    let id = Array(String(user).utf8)
    guard let own = entry(in: users, { $0.count > 3 && $0[2].elementsEqual(id) }),
      let entry = entry(in: groups, { $0.count > 3 && $0[0].elementsEqual(group.utf8) })
    else { return false }
    if own[3].elementsEqual(entry[2]) { return true }
    return entry[3].split(separator: UInt8(ascii: ",")).contains { $0.elementsEqual(own[0]) }
  }

  /// The fields of the first line that fits.
  private static func entry(
    in file: [UInt8], _ fits: ([ArraySlice<UInt8>]) -> Bool
  ) -> [ArraySlice<UInt8>]? {
    for line in file.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      if fits(fields) { return fields }
    }
    return nil
  }
}

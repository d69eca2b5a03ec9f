/// A NULL-ended list of NUL-ended strings, as execve(2) takes it.
struct CStringList: ~Copyable {
  private let bytes: UnsafeMutablePointer<CChar>
  private let list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  var pointers: UnsafePointer<UnsafeMutablePointer<CChar>?> { UnsafePointer(list) }

  /// `nil` when a string holds a NUL, which would cut it short.
  init?(_ strings: [String]) {
    var size = 0
    for string in strings { size += string.utf8.count + 1 }
    let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: size)
    let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: strings.count + 1)
    var next = bytes
    var holdsNul = false
    for (index, string) in strings.enumerated() {
      list[index] = next
      for byte in string.utf8 {
        holdsNul = holdsNul || byte == 0
        next.initialize(to: CChar(bitPattern: byte))
        next += 1
      }
      next.initialize(to: 0)
      next += 1
    }
    (list + strings.count).initialize(to: nil)
    self.bytes = bytes
    self.list = list
    if holdsNul { return nil }
  }

  deinit {
    bytes.deallocate()
    list.deallocate()
  }
}

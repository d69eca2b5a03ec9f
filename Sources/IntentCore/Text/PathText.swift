extension String {
  /// Whether the path is a folder's or leads into it, as written: byte for byte, with a slash at the border.
  package func isPath(in folder: String) -> Bool {
    let (path, folder) = (utf8, folder.utf8)
    guard path.starts(with: folder) else { return false }
    let isRoot = folder.elementsEqual("/".utf8)
    return isRoot || path.count == folder.count || path.dropFirst(folder.count).first == UInt8(ascii: "/")
  }
}

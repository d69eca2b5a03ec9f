/// A question in parts that fit the screen; nothing of it is left out.
struct QuestionPages {
  /// So many lines at the end, which hold the answers that there are, stay together.
  private static let end = 7

  private(set) var pages: [String] = []

  init(_ text: String, rows: Int?, columns: Int?) {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let width = max(columns ?? 80, 20)
    let heights = lines.map { max(1, (Self.length($0) + width - 1) / width) }
    guard let rows, rows > Self.end + 2, heights.reduce(0, +) > rows else {
      pages = [text]
      return
    }
    var page = ""
    var height = 0
    let last = max(0, lines.count - Self.end)
    for (index, line) in lines.enumerated() {
      // The end as a whole begins a page where it would not fit any more.
      let needed = index == last ? heights[last...].reduce(0, +) : index > last ? 0 : heights[index]
      if height > 0, height + needed > rows - 1 {
        pages.append(page)
        (page, height) = ("", 0)
      }
      page += String(Substring(line)) + (index == lines.count - 1 ? "" : "\n")
      height += heights[index]
    }
    pages.append(page)
  }

  /// The characters of a line, about; those of another width count for two.
  private static func length(_ line: Substring.UTF8View) -> Int {
    Substring(line).unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 1 : 2) }
  }
}

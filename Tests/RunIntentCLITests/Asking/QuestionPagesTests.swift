import Testing

@testable import RunIntentCLI

@Suite struct QuestionPagesTests {
  @Test func `what fits the screen is one page`() {
    let text = "title\n  1  once\n  n  no\nAllow this? "
    #expect(QuestionPages(text, rows: 24, columns: 80).pages == [text])
    #expect(QuestionPages(text, rows: nil, columns: nil).pages == [text])
  }

  @Test(arguments: [10, 24, 50], [80, 200]) func `nothing is left out and the answers stay together`(
    rows: Int, columns: Int
  ) {
    let body = (1...300).map { "line \($0) " + String(repeating: "x", count: $0 % 170) }
    let end = ["  1  once", "  2  always", "  3  also", "  n  no", "Allow this? [1/2/3/N] "]
    let text = (body + end).joined(separator: "\n")
    let pages = QuestionPages(text, rows: rows, columns: columns).pages
    #expect(pages.joined() == text)
    #expect(pages.count > 1)
    #expect(pages.last?.contains(end.joined(separator: "\n")) == true)
    for page in pages {
      let height = page.split(separator: "\n", omittingEmptySubsequences: false).reduce(0) {
        $0 + max(1, ($1.count + columns - 1) / columns)
      }
      #expect(height <= rows + 1, "\(height) of \(rows)")
    }
  }
}

/// What stands beneath the dialog: blocks in the order they are shown.
package struct Snippet: Sendable, Equatable {
  package var blocks: [Block]

  package init(_ blocks: [Block] = []) { self.blocks = blocks }

  package enum Block: Sendable, Equatable {
    /// Running text, wrapped to the width.
    case text(String)
    /// A program's own lines, kept as they are.
    case output([OutputLine])
    case fields([Field])
    case table(Table)
  }

  package struct Field: Sendable, Equatable {
    package var label: String
    package var text: String

    package init(_ label: String, _ text: String) {
      self.label = label
      self.text = text
    }
  }

  package struct Table: Sendable, Equatable {
    package var columns: [Column]
    package var rows: [[String]]

    package init(columns: [Column], rows: [[String]]) {
      self.columns = columns
      self.rows = rows
    }
  }

  package struct Column: Sendable, Equatable {
    package enum Alignment: Sendable { case leading, trailing }

    package var title: String
    package var alignment: Alignment

    package init(_ title: String, _ alignment: Alignment = .leading) {
      self.title = title
      self.alignment = alignment
    }
  }

  /// A line that a program wrote and the stream it came from.
  package struct OutputLine: Sendable, Equatable {
    package enum Stream: String, Sendable { case output, error }

    package var text: String
    package var stream: Stream

    package init(_ text: String, _ stream: Stream) {
      self.text = text
      self.stream = stream
    }
  }
}

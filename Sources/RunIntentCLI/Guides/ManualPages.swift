internal import IntentRendering

/// The pages of the manual, made of the guides and of what `help` says.
enum ManualPages {
  /// By its path below the folder of manuals, each page.
  static var all: [(path: String, bytes: [UInt8])] {
    let guides = Guide.allCases.map { guide in
      let text = guide.text
      return page(
        ManualPage(
          name: "runintent-\(guide.rawValue)", section: 7, origin: origin, summary: text.abstract, text: text)
      )
    }
    return [command] + guides
  }

  private static var origin: String { "runintent \(Session.version)" }

  private static func page(_ page: ManualPage) -> (path: String, bytes: [UInt8]) {
    let text = page.roff { "runintent-\($0.lowercased())(7)" }
    return ("man\(page.section)/\(page.name).\(page.section)", Array(text.utf8))
  }

  /// The page of the command: its front page, its commands and options, and its exit statuses.
  private static var command: (path: String, bytes: [UInt8]) {
    let front = Guide.frontPage
    var blocks: [MarkdownText.Block] = [
      .heading(level: 2, "Synopsis"),
      .code([
        "runintent ID [PARAMETERS] [OPTIONS]", "runintent COMMAND …", "runintent help [COMMAND|TOPIC|ID]",
      ]),
      .heading(level: 2, "Description"),
    ]
    blocks += front.blocks
    blocks.append(.heading(level: 2, "Commands"))
    for command in CommandTable.all {
      blocks += [
        .heading(level: 3, command.usage), .paragraph([MarkdownText.Span(command.summary)]),
      ]
      if !command.options.isEmpty { blocks.append(table(command.options)) }
    }
    blocks += [
      .heading(level: 2, "Options after an intent's id"), table(RunOptions.all),
      .heading(level: 2, "Options before an intent's id"), table(RunOptions.leadingAlone),
      .heading(level: 2, "Exit status"), table(HelpCommand.statuses),
    ]
    return page(
      ManualPage(
        name: "runintent", section: 1, origin: origin, summary: front.abstract,
        text: MarkdownText(blocks: blocks)))
  }

  private static func table(_ options: [OptionSpec]) -> MarkdownText.Block {
    table(options.filter { !$0.isReserved }.map { ($0.term, $0.help) })
  }

  private static func table(_ rows: [(String, String)]) -> MarkdownText.Block {
    .table([[]] + rows.map { [[MarkdownText.Span($0.0, isStrong: true)], [MarkdownText.Span($0.1)]] })
  }
}

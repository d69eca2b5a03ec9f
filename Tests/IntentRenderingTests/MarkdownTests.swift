import IntentRendering
import StringCatalogs
import Testing

/// The Markdown of the guides, for a terminal and for the manual.
@Suite struct MarkdownTests {
  static let text = MarkdownText(
    """
    # Doors

    What is **said** is what `is`; see <doc:Keys> and
    [more](https://example.org).

    <!-- keys: a
    b -->
    | key | means |
    |---|---|
    | `a\\|b` | one |

    ## Rules

    - **One:** first
      and on
    - second
    12. third

    ```console
    $ run  'it'
    .dot

    # no heading
    ```
    """)

  @Test func `blocks are told apart`() {
    typealias Span = MarkdownText.Span
    #expect(Self.text.title == "Doors")
    #expect(
      Self.text.blocks == [
        .heading(level: 1, "Doors"),
        .paragraph([
          Span("What is "), Span("said", isStrong: true), Span(" is what "), Span("is", isCode: true),
          Span("; see "), Span("", link: "doc:Keys"), Span(" and "),
          Span("more", link: "https://example.org"), Span("."),
        ]),
        .table([[[Span("key")], [Span("means")]], [[Span("a|b", isCode: true)], [Span("one")]]]),
        .heading(level: 2, "Rules"),
        .item("-", [Span("One:", isStrong: true), Span(" first and on")]), .item("-", [Span("second")]),
        .item("12.", [Span("third")]), .code(["$ run  'it'", ".dot", "", "# no heading"]),
      ])
  }

  @Test func `a terminal gets wrapped text, and code as it is`() {
    #expect(
      Self.text.terminal(Style(width: 32)) { "help \($0)" } == """
        Doors

          What is said is what `is`; see
          `help Keys` and more
          (https://example.org).

          key    means
          `a|b`  one

        Rules

          - One: first and on
          - second
          12. third

            $ run  'it'
            .dot

            # no heading

        """)
  }

  @Test func `colour and ASCII are the style's`() {
    let text = MarkdownText("**✔** … `→`")
    #expect(text.terminal(Style(color: true)) { $0 } == "  \u{1B}[1m✔\u{1B}[0m … \u{1B}[1m`→`\u{1B}[0m\n")
    #expect(text.terminal(Style(unicode: false)) { $0 } == "  + ... `->`\n")
  }

  @Test func `a page of the manual escapes what roff would act on`() {
    let page = Self.text.manualPage(name: "doors", section: 7, origin: "x 1", summary: "About.") {
      "\($0)(7)"
    }
    let lines = page.split(separator: "\n").map(String.init)
    #expect(lines.first == #"'\" t"#)
    #expect(lines.contains(#"doors \- About"#))
    #expect(lines.contains(#".SH "RULES""#))
    #expect(lines.contains(#"$ run  \(aqit\(aq"#))
    #expect(lines.contains(#"\&.dot"#))
    #expect(
      lines.contains(
        #"What is \fBsaid\fR is what \fBis\fR; see \fBKeys(7)\fR and more (https://example.org)."#))
    #expect(lines.contains(#"\fBa|b\fR"#))
  }
}

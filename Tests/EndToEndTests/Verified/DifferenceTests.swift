import Foundation
import TestSupport
import Testing

/// What changed since it was trusted, where the earlier text is no definition any more.
@Suite struct DifferenceTests {
  @Test func `an earlier text that no longer reads still gives the lines`() async {
    let home = TestHome()
    home.define("tool", #"{ "title": "T", "handler": "command", "with": { "run": ["true"] } }"#)
    await home.trust("tool")
    // As an earlier version would have recorded it.
    let change = await Spawn(
      program: "/usr/bin/env",
      arguments: [
        "python3", "-c",
        """
        import glob, sqlite3, sys
        for path in glob.glob(sys.argv[1] + "/**/*", recursive=True):
          try:
            store = sqlite3.connect(path)
            store.execute("UPDATE words SET source = ? WHERE permission = ''", [b'{ "title": "T",\\n "gone": true }'])
            store.commit()
          except sqlite3.Error:
            pass
        """, "\(home.path)/home/.local/state/runintent",
      ], environment: home.environment
    ).run()
    #expect(change.status == 0, "\(change.errorText)")
    let why = await home.run("why", "tool")
    #expect(why.status == 77)
    #expect(why.text.contains(#"- "gone": true }"#))
    #expect(why.text.contains("+ new: run /usr/bin/true"))
  }
}

import JSON
import Testing

@Suite struct JSONPointerTests {
  /// The document of RFC 6901, section 5.
  static let document: Value = .object([
    "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7,
    "m~n": 8,
  ])

  @Test(arguments: [
    ("/foo", Value.array(["bar", "baz"])), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2),
    ("/e^f", 3),
    ("/g|h", 4), ("/i\\j", 5), ("/k\"l", 6), ("/ ", 7), ("/m~0n", 8), ("", document),
  ])
  func `leads to a value`(text: String, value: Value) throws {
    #expect(try #require(JSONPointer(text)).value(in: Self.document) == value)
  }

  @Test(arguments: ["/foo/2", "/foo/00", "/foo/-", "/foo/+1", "/foo/bar", "/nothing", "/foo/0/x", "/m~01n"])
  func `leads nowhere`(text: String) throws {
    #expect(try #require(JSONPointer(text)).value(in: Self.document) == nil)
  }

  @Test(arguments: ["foo", "#/foo", "/a~b", "/a~", "/~2"])
  func `is none`(text: String) { #expect(JSONPointer(text) == nil) }
}

import System
import Testing

@Suite struct `A text of a file` {
  @Test(arguments: [
    ("\u{FEFF}title: a", "title: a"), ("title: a", "title: a"), ("\u{FEFF}", ""), ("a\u{FEFF}", "a\u{FEFF}"),
  ])
  func `loses a byte order mark before it, and nothing else`(text: String, plain: String) {
    #expect(Array(text.withoutByteOrderMark.utf8) == Array(plain.utf8))
  }
}

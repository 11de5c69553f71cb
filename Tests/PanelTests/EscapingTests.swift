import Testing
import Web

@testable import Panel

@Suite struct `A piece of a page` {
  @Test func `has no markup from a name`() {
    let name = "<script>alert('1')</script>\" onload=\"x\u{202E}\0"
    let html: HTML = "<p title=\"\(name)\">\(name)</p>"
    #expect(
      html.text.filter { "<>\"'".contains($0) } == "<\"\"><>", "\(html.text)")
    #expect(!html.text.contains("\u{202E}") && !html.text.contains("\0"))
  }

  @Test func `has the pieces that are put into it as they are`() {
    let inner: HTML = "<b>\("a & b")</b>"
    #expect(("<p>\(inner)</p>" as HTML).text == "<p><b>a &amp; b</b></p>")
  }
}

package enum PageFoot {
  package static func draw(
    on canvas: any Canvas, _ disclaimer: String, _ origin: String, page: Int, of pages: Int,
    number: String? = nil, hasUnknownCharacters: Bool
  ) {
    var y = PageFrame.bottom + 14
    let style = TextStyle(size: 7, .start, .quiet)
    canvas.line(Point(PageFrame.left, y - 10), Point(PageFrame.right, y - 10), Stroke(.grid, width: 0.7))
    let characters =
      hasUnknownCharacters ? " Characters that the font lacks are written by their number, as U+XXXX." : ""
    for line in canvas.wrap(disclaimer + characters, style, to: PageFrame.width, most: 4) {
      canvas.text(line, Point(PageFrame.left, y), style)
      y += 9
    }
    canvas.text(canvas.cut(origin, style, to: PageFrame.width - 60), Point(PageFrame.left, y), style)
    canvas.text(number ?? "page \(page) of \(pages)", Point(PageFrame.right, y), TextStyle(size: 7, .end, .quiet))
  }
}

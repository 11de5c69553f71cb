/// Blocks of text: headings and paragraphs. They are measured on the canvas that they will be drawn on.
package struct TextBlocks {
  private let canvas: any Canvas

  package init(measuredOn canvas: any Canvas) { self.canvas = canvas }

  package func heading(_ text: String) -> Block {
    Block(height: 22, keepsWithNext: true) { canvas, y in
      canvas.text(text, Point(PageFrame.left, y + 15), TextStyle(size: 10.5, bold: true))
      canvas.line(Point(PageFrame.left, y + 18.5), Point(PageFrame.right, y + 18.5), Stroke(.grid, width: 0.7))
    }
  }

  package func paragraph(
    _ text: String, _ style: TextStyle = TextStyle(size: 8.5), most: Int = .max, indent: Double = 0
  ) -> [Block] {
    canvas.wrap(text, style, to: PageFrame.width - indent, most: most).map { line in
      Block(height: style.size * 1.3) { canvas, y in
        canvas.text(line, Point(PageFrame.left + indent, y + style.size), style)
      }
    }
  }

  /// Names with values, as many beside each other as have room.
  package func pairs(_ pairs: [(name: String, value: String)]) -> [Block] {
    let label = TextStyle(size: 8.5, .start, .quiet), style = TextStyle(size: 8.5)
    let gap = 16.0
    var lines: [[(x: Double, name: String, value: String)]] = []
    var x = 0.0
    for pair in pairs {
      let name = canvas.cut(pair.name, label, to: PageFrame.width / 3)
      let nameWidth = canvas.width(name + "  ", label)
      let value = canvas.cut(pair.value, style, to: PageFrame.width - nameWidth)
      let width = nameWidth + canvas.width(value, style)
      if lines.isEmpty || x + width > PageFrame.width {
        lines.append([])
        x = 0
      }
      lines[lines.count - 1].append((x, name, value))
      x += width + gap
    }
    return lines.map { line in
      Block(height: 12.5) { canvas, y in
        for (x, name, value) in line {
          canvas.text(name, Point(PageFrame.left + x, y + 9), label)
          canvas.text(
            value, Point(PageFrame.left + x + canvas.width(name + "  ", label), y + 9), style)
        }
      }
    }
  }
}

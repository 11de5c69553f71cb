/// A table of a document as blocks: a row for each, so that it may be continued on the next page.
package struct TableBlocks {
  /// A column. Numbers are at the right; a text takes what is left over and is cut if that is not enough.
  package struct Column {
    package let title: String
    package let isNumber: Bool
    /// How much of the room that is left over it takes.
    package let weight: Double

    package init(_ title: String, number isNumber: Bool = false, weight: Double = 0) {
      (self.title, self.isNumber, self.weight) = (title, isNumber, weight)
    }
  }

  package struct Row {
    package var cells: [String]
    package var ink: Ink
    package var isBold: Bool

    package init(_ cells: [String], _ ink: Ink = .text, bold isBold: Bool = false) {
      (self.cells, self.ink, self.isBold) = (cells, ink, isBold)
    }
  }

  private static let size = 8.0, rowHeight = 12.0, gap = 8.0
  private let columns: [Column]
  private let rows: [Row]
  private let canvas: any Canvas

  package init(_ columns: [Column], _ rows: [Row], measuredOn canvas: any Canvas) {
    (self.columns, self.rows, self.canvas) = (columns, rows, canvas)
  }

  /// - Parameters:
  ///   - most: how many rows are shown.
  ///   - rest: what stands for the others, from their number.
  package func blocks(most: Int = .max, rest: (Int) -> String = { "and \($0) more" }) -> [Block] {
    let places = places()
    let columns = columns
    let heading = Block(height: Self.rowHeight + 1, keepsWithNext: true) { canvas, y in
      for (column, place) in zip(columns, places) {
        Self.cell(
          column.title, column, place, y, TextStyle(size: Self.size, bold: true, .start, .quiet), on: canvas)
      }
    }
    let shown = rows.prefix(max(0, most))
    var blocks = shown.enumerated().map { index, row in
      Block(height: Self.rowHeight) { canvas, y in
        if index % 2 == 0 {
          canvas.rectangle(
            Box(PageFrame.left - 3, y, PageFrame.width + 6, Self.rowHeight), fill: .shade, stroke: nil)
        }
        for ((column, place), cell) in zip(zip(columns, places), row.cells) {
          Self.cell(
            cell, column, place, y, TextStyle(size: Self.size, bold: row.isBold, .start, row.ink), on: canvas)
        }
      }
    }
    if rows.count > shown.count {
      let text = rest(rows.count - shown.count)
      blocks.append(
        Block(height: Self.rowHeight) { canvas, y in
          canvas.text(text, Point(PageFrame.left, y + 9), TextStyle(size: Self.size, .start, .quiet))
        })
    }
    return [heading] + blocks
  }

  private static func cell(
    _ text: String, _ column: Column, _ place: (x: Double, width: Double), _ y: Double, _ style: TextStyle,
    on canvas: any Canvas
  ) {
    var style = style
    let cut = canvas.cut(text, style, to: place.width)
    style.alignment = column.isNumber ? .end : .start
    canvas.text(cut, Point(column.isNumber ? place.x + place.width : place.x, y + 9), style)
  }

  /// Each column as wide as its widest cell. If that is too wide, the texts with a weight give way; what is left over goes
  /// to them.
  private func places() -> [(x: Double, width: Double)] {
    let style = TextStyle(size: Self.size), bold = TextStyle(size: Self.size, bold: true)
    var widths = columns.indices.map { index in
      let cells = rows.map { row in
        row.cells.indices.contains(index) ? canvas.width(row.cells[index], row.isBold ? bold : style) : 0
      }
      return max(canvas.width(columns[index].title, bold), cells.max() ?? 0) + 1
    }
    let room = PageFrame.width - Self.gap * Double(max(0, columns.count - 1))
    let weights = columns.reduce(0) { $0 + $1.weight }
    let left = room - widths.reduce(0, +)
    if weights > 0, left > 0 {
      for index in columns.indices { widths[index] += left * columns[index].weight / weights }
    } else if left < 0 {
      // The widest texts give way first, until all have the same width.
      shrink(&widths, by: -left)
    }
    var x = PageFrame.left
    return widths.map { width in
      defer { x += width + Self.gap }
      return (x, width)
    }
  }

  private func shrink(_ widths: inout [Double], by amount: Double) {
    let yielding = columns.indices.filter { columns[$0].weight > 0 }
    let candidates = yielding.isEmpty ? Array(columns.indices) : yielding
    var missing = amount
    // Each round takes the widest down to the next one, or takes all that is missing.
    for _ in 0..<columns.count where missing > 0.01 {
      let widest = candidates.map { widths[$0] }.max() ?? 0
      let top = candidates.filter { widths[$0] > widest - 0.01 }
      let next = candidates.map { widths[$0] }.filter { $0 < widest - 0.01 }.max() ?? 20
      let step = min((widest - next) * Double(top.count), missing)
      guard step > 0 else { return }
      for index in top { widths[index] -= step / Double(top.count) }
      missing -= step
    }
  }
}

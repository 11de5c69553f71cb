/// A piece of a page that stays together: its height, and how it is drawn with its upper edge at a height of the page.
package struct Block {
  package let height: Double
  /// Whether the next block must be on the same page, as after a heading.
  package var keepsWithNext = false
  package let draw: (any Canvas, Double) -> Void

  package static func space(_ height: Double) -> Block { Block(height: height) { _, _ in } }
}

/// Where things are on a page, in points.
package enum PageFrame {
  package static let left = 40.0
  package static let right = PDFPageSize.width - 40
  package static let width = right - left
  package static let top = 38.0
  /// What is below is the foot.
  package static let bottom = PDFPageSize.height - 62
}

package enum PageLayout {
  /// The blocks of each page. A block that is higher than a page has one of its own.
  package static func pages(_ blocks: [Block], height: Double = PageFrame.bottom - PageFrame.top) -> [[Block]] {
    var pages: [[Block]] = []
    var page: [Block] = []
    var used = 0.0
    var index = blocks.startIndex
    while index < blocks.endIndex {
      // A heading goes with what it heads.
      var end = index
      while end < blocks.endIndex - 1, blocks[end].keepsWithNext { end += 1 }
      let group = blocks[index...end]
      let needed = group.reduce(0) { $0 + $1.height }
      if used + needed > height, !page.isEmpty {
        pages.append(page)
        (page, used) = ([], 0)
      }
      page += group
      used += needed
      index = end + 1
    }
    return page.isEmpty ? pages : pages + [page]
  }

  /// Draws pages with their feet, the first on a page that is begun already.
  /// - Parameter foot: gets the index of the page.
  package static func draw(
    _ pages: [[Block]], in document: PDFDocument, from first: any Canvas, foot: (any Canvas, Int) -> Void
  ) {
    for (index, page) in pages.enumerated() {
      let canvas: any Canvas = index == 0 ? first : document.beginPage()
      var y = PageFrame.top
      for block in page {
        block.draw(canvas, y)
        y += block.height
      }
      foot(canvas, index)
    }
  }
}

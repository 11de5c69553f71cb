import WeightBalance

/// The chart of a load sheet as SVG: the verdict, the envelope with the way of the centre of gravity, and a list of its
/// points beside it.
package struct EnvelopeSVG {
  private static let width = 1140.0, margin = 28.0, listLeft = 700.0, top = 110.0, rowHeight = 19.0
  /// The size of letters and marks: that of paper is for a hand's distance.
  private static let scale = 1.7
  private let sheet: LoadSheet
  private let terms: any SheetTerms
  private let look: EnvelopeLook

  /// - Parameters:
  ///   - terms: the words of ``plot`` and ``caption``. The whole picture is a file, and English.
  ///   - look: `nil` for that of the verdict.
  package init(_ sheet: LoadSheet, in terms: any SheetTerms = EnglishSheetTerms(), look: EnvelopeLook? = nil) {
    (self.sheet, self.terms, self.look) = (sheet, terms, look ?? EnvelopeLook(sheet))
  }

  private func canvas(_ width: Double, _ height: Double, isScaled: Bool = false, prefix: String = "") -> SVGCanvas {
    SVGCanvas(
      width: width, height: height, title: "\(sheet.aircraft.name): \(sheet.scenario.name)", description: description,
      isScaled: isScaled, prefix: prefix)
  }

  /// The chart alone, for a page that has verdict and points as text beside it.
  package var plot: String {
    let canvas = canvas(Self.plotSize.width, Self.plotSize.height, isScaled: true)
    EnvelopeDrawing(sheet, in: terms, look: look, scale: Self.scale).draw(on: canvas, in: Self.plotBox)
    return canvas.text
  }

  /// The same by moments; `nil` if the handbook has no such chart.
  package var momentPlot: String? {
    sheet.aircraft.momentDivisor.map { divisor -> String in
      let canvas = canvas(Self.plotSize.width, Self.plotSize.height, isScaled: true, prefix: "moment-")
      EnvelopeDrawing(sheet, in: terms, scale: Self.scale, divisor: divisor).draw(on: canvas, in: Self.plotBox)
      return canvas.text
    }
  }

  /// The size of a chart on a page: so small that its letters can be read where a phone or a tablet shows it.
  private static let plotSize = (width: 420.0, height: 340.0)
  private static let plotBox = Box(6, 6, plotSize.width - 12, plotSize.height - 12)

  /// What the colours of the envelope say, in words.
  package var caption: String { terms.text(.caption(look)) }

  package var text: String {
    let rows = ShownPoint.all(of: sheet), divisor = sheet.aircraft.momentDivisor
    let list = 130 + Double(rows.count + 6) * Self.rowHeight, charts = divisor == nil ? 500.0 : 900
    let height = Self.top + max(charts, list) + 30
    let canvas = canvas(Self.width, height)
    heading(canvas)
    let chart = Box(Self.margin, Self.top, Self.listLeft - Self.margin - 24, divisor == nil ? charts : charts / 2)
    EnvelopeDrawing(sheet, scale: Self.scale).draw(on: canvas, in: chart)
    if let divisor {
      EnvelopeDrawing(sheet, scale: Self.scale, divisor: divisor)
        .draw(on: canvas, in: Box(chart.x, chart.bottom, chart.width, chart.height))
    }
    self.list(canvas, rows)
    let quiet = TextStyle(size: 12, .start, .quiet)
    canvas.text("For planning only; the approved flight manual prevails.", Point(Self.margin, height - 10), quiet)
    return canvas.text
  }

  /// What the picture shows, for people who do not see it.
  private var description: String {
    let units = sheet.units
    let points = ShownPoint.all(of: sheet).map { shown in
      terms.text(
        .point(
          shown.point.place, weight: "\(SheetWords.text(shown.point.weight, units)) \(units.weight.symbol)",
          arm: "\(shown.point.cg.map { SheetWords.text($0, units) } ?? "-") \(units.length.symbol)", shown.position))
    }
    guard look != .unmanned else { return caption }
    let worst = terms.text(.worstPoint(SheetWords.worst(sheet, in: terms)))
    return "\(terms.text(.verdict(sheet.verdict))). \(worst). \(points.joined(separator: "; "))."
  }

  private func heading(_ canvas: SVGCanvas) {
    let room = Self.width - 2 * Self.margin
    func line(_ text: String, _ at: Point, _ style: TextStyle, _ room: Double) {
      canvas.text(canvas.cut(text, style, to: room), at, style)
    }
    line(
      "\(sheet.aircraft.name), \(sheet.category.name)", Point(Self.margin, 32), TextStyle(size: 17, bold: true), room)
    let record = [sheet.scenario.registration, sheet.scenario.date].compactMap(\.self).joined(separator: ", ")
    line(sheet.scenario.name, Point(Self.margin, 54), TextStyle(size: 14), record.isEmpty ? room : room - 330)
    line(record, Point(Self.width - Self.margin, 54), TextStyle(size: 14, .end), 320)
    canvas.rectangle(
      Box(Self.margin, 66, room, 30), fill: look.ink.fill, stroke: Stroke(look.ink.edge, width: 2))
    line(SheetWords.verdict(sheet), Point(40, 87), TextStyle(size: 16, bold: true), room - 24)
  }

  /// The worst point, and all points with their weight and arm.
  private func list(_ canvas: SVGCanvas, _ rows: [ShownPoint]) {
    let units = sheet.units, right = Self.width - Self.margin, left = Self.listLeft, room = right - left
    func write(
      _ text: String, _ x: Double, _ y: Double, bold: Bool = false, _ side: TextStyle.Alignment = .start,
      _ ink: Ink = .text, room: Double = room
    ) {
      let style = TextStyle(size: 13, bold: bold, side, ink)
      canvas.text(canvas.cut(text, style, to: room), Point(x, y), style)
    }
    var y = Self.top + 20
    write("Worst point", left, y, bold: true)
    if let worst = sheet.worst {
      let margin = worst.margin
      write(
        "\(SheetWords.margin(worst, units)) of \(SheetWords.text(margin.limit, units))", left, y + Self.rowHeight,
        bold: true, .start, margin.isNegative ? .danger : .text)
      write(
        "\(SheetWords.text(margin.weight, units)) \(units.weight.symbol) at \(SheetWords.text(margin.cg, units)) "
          + units.length.symbol, left, y + 2 * Self.rowHeight)
      write(worst.label, left, y + 3 * Self.rowHeight)
    }
    y += 5 * Self.rowHeight
    let weights = right - 110, arms = right - 48
    write("Point", left, y, bold: true)
    write(units.weight.symbol, weights, y, bold: true, .end)
    write(units.length.symbol, arms, y, bold: true, .end)
    canvas.line(Point(left, y + 5), Point(right, y + 5), Stroke(.axis, width: 0.7))
    for row in rows {
      y += Self.rowHeight
      let ink: Ink = row.position == .outside ? .danger : .text
      write(row.point.label, left, y, .start, ink, room: weights - left - 70)
      write(SheetWords.text(row.point.weight, units), weights, y, .end, ink)
      write(row.point.cg.map { SheetWords.text($0, units) } ?? "-", arms, y, .end, ink)
      switch row.position {
      case .inside, .inPlaceholder: break
      case .belowChart: write("below", right, y, .end)
      case .outside: write("OUT", right, y, bold: true, .end, ink)
      }
    }
    y += Self.rowHeight
    let more = sheet.burnPath.count - rows.count
    if more > 0 { write("and \(more) more points \(SheetTables.words(SheetWords.inside(sheet)))", left, y) }
    for line in canvas.wrap(caption, TextStyle(size: 13), to: room) {
      y += Self.rowHeight
      write(line, left, y, .start, .quiet)
    }
  }
}

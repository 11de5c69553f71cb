import WeightBalance

/// The chart of a load sheet on paper: envelope, path of the centre of gravity, numbered points, the worst one.
struct SheetPDFChart {
  private static let plot = (left: PageFrame.left + 40, top: 14.0, width: PageFrame.width - 50, height: 196.0)
  private let sheet: LoadSheet
  private let frame: EnvelopeFrame

  init(_ sheet: LoadSheet) { (self.sheet, frame) = (sheet, EnvelopeFrame(sheet)) }

  /// The fill and the edge of the envelope and of the verdict. Green only if everything is inside an envelope that is known.
  static func look(_ sheet: LoadSheet) -> (fill: Ink, edge: Ink) {
    switch (sheet.verdict, sheet.category.envelope.isKnown) {
    case (.danger, _): (.dangerFill, .danger)
    case (_, false): (.shade, .quiet)
    case (.caution, true): (.cautionFill, .caution)
    case (.inside, true): (.goodFill, .good)
    }
  }

  var block: Block { Block(height: Self.plot.top + Self.plot.height + 34) { canvas, y in draw(on: canvas, y) } }

  private func draw(on canvas: any Canvas, _ y: Double) {
    let plot = Box(Self.plot.left, y + Self.plot.top, Self.plot.width, Self.plot.height)
    axes(canvas, plot)
    canvas.beginClip(plot)
    for category in sheet.aircraft.categories where category.id != sheet.category.id {
      canvas.polygon(ring(category, plot), fill: nil, stroke: Stroke(.quiet, width: 0.6, dash: (1, 3)))
    }
    canvas.endClip()
    let (fill, edge) = Self.look(sheet)
    let dash: (UInt16, UInt16)? = edge == .danger ? (8, 4) : edge == .quiet ? (3, 2) : nil
    canvas.polygon(ring(sheet.category, plot), fill: fill, stroke: Stroke(edge, width: 1.8, dash: dash))
    let path = sheet.burnPath.compactMap { point in point.cg.map { place($0, point.weight, plot) } }
    canvas.polyline(path, Stroke(.mean, width: 1.2))
    marks(canvas, plot, path)
    let words =
      edge == .danger ? ", dashed: not within limits" : edge == .quiet ? ", a placeholder: the true one is unknown" : ""
    canvas.text(
      canvas.cut("envelope: \(sheet.category.name)\(words)", TextStyle(size: 7), to: 250),
      Point(plot.right, plot.y - 4), TextStyle(size: 7, .end, .quiet))
  }

  private func axes(_ canvas: any Canvas, _ plot: Box) {
    let style = TextStyle(size: 7, .middle, .quiet), end = TextStyle(size: 7, .end, .quiet)
    for tick in EnvelopeFrame.ticks(frame.arms, atMost: 10) {
      let x = plot.x + frame.x(tick.value) * plot.width
      canvas.line(Point(x, plot.y), Point(x, plot.bottom), Stroke(.grid, width: 0.5))
      canvas.text(tick.text, Point(x, plot.bottom + 10), style)
    }
    for tick in EnvelopeFrame.ticks(frame.weights, atMost: 9) {
      let y = plot.bottom - frame.y(tick.value) * plot.height
      canvas.line(Point(plot.x, y), Point(plot.right, y), Stroke(.grid, width: 0.5))
      canvas.text(tick.text, Point(plot.x - 4, y + 2.5), end)
    }
    canvas.rectangle(plot, fill: nil, stroke: Stroke(.axis, width: 0.6))
    canvas.text(
      "weight, \(frame.units.weight.symbol)", Point(PageFrame.left, plot.y - 4), TextStyle(size: 7, .start, .quiet))
    canvas.text(
      "centre of gravity, \(frame.units.length.symbol) (aft of the datum)",
      Point(plot.x + plot.width / 2, plot.bottom + 21), style)
  }

  /// The points with their numbers, where they cover least: round inside, square with a cross outside, pointed below.
  private func marks(_ canvas: any Canvas, _ plot: Box, _ path: [Point]) {
    var placer = LabelPlacer(
      within: .init(x: plot.x + 2, y: plot.y + 2, width: plot.width - 4, height: plot.height - 4))
    let ring = ring(sheet.category, plot)
    for (from, to) in Array(zip(path, path.dropFirst())) + Array(zip(ring, ring.dropFirst() + ring.prefix(1))) {
      placer.avoid(from: from.x, from.y, to: to.x, to.y)
    }
    for point in path { placer.keepFree(.init(x: point.x - 5, y: point.y - 5, width: 10, height: 10)) }
    let rows = EnvelopeSVG.rows(sheet)
    var groups: [(at: Point, numbers: [Int], ink: Ink)] = []
    for row in rows.reversed() {
      guard let cg = row.point.cg else { continue }
      mark(row.position, place(cg, row.point.weight, plot), canvas)
    }
    for row in rows {
      guard let cg = row.point.cg else { continue }
      let at = place(cg, row.point.weight, plot)
      if let index = groups.firstIndex(where: { abs($0.at.x - at.x) < 7 && abs($0.at.y - at.y) < 7 }) {
        groups[index].numbers.append(row.number)
        if row.position == .outside { groups[index].ink = .danger }
      } else {
        groups.append((at, [row.number], row.position == .outside ? .danger : .mean))
      }
    }
    worst(canvas, plot, &placer)
    for group in groups {
      label(EnvelopeSVG.numbers(group.numbers), near: group.at, group.ink, canvas, &placer, hasFrame: false)
    }
  }

  private func worst(_ canvas: any Canvas, _ plot: Box, _ placer: inout LabelPlacer) {
    guard let worst = sheet.worst else { return }
    let at = place(worst.margin.cg, worst.margin.weight, plot),
      limit = place(worst.margin.limit, worst.margin.weight, plot)
    let ink: Ink = worst.margin.isNegative ? .danger : .text
    canvas.line(at, limit, Stroke(ink, width: 1, dash: (2, 2)))
    canvas.line(Point(limit.x, limit.y - 5), Point(limit.x, limit.y + 5), Stroke(ink, width: 1.2))
    let corners = [Point(at.x, at.y - 9), Point(at.x + 9, at.y), Point(at.x, at.y + 9), Point(at.x - 9, at.y)]
    canvas.polygon(corners, fill: nil, stroke: Stroke(ink, width: 1.2))
    placer.keepFree(.init(x: at.x - 9, y: at.y - 9, width: 18, height: 18))
    placer.avoid(from: at.x, at.y, to: limit.x, limit.y)
    label("worst: \(SheetWords.margin(worst, sheet.units))", near: at, ink, canvas, &placer, hasFrame: true)
  }

  private func label(
    _ text: String, near at: Point, _ ink: Ink, _ canvas: any Canvas, _ placer: inout LabelPlacer, hasFrame: Bool
  ) {
    let style = TextStyle(size: 8, bold: true, .middle, ink)
    let width = canvas.width(text, style) + 5
    let box = placer.place(width, 11, near: at.x, at.y)
    let x = min(max(at.x, box.x), box.x + width), y = min(max(at.y, box.y), box.y + 11)
    if (x - at.x).magnitude + (y - at.y).magnitude > 15 {
      canvas.line(at, Point(x, y), Stroke(.quiet, width: 0.5))
    }
    canvas.rectangle(Box(box.x, box.y, width, 11), fill: .paper, stroke: hasFrame ? Stroke(ink, width: 0.7) : nil)
    canvas.text(text, Point(box.x + width / 2, box.y + 8.3), style)
  }

  private func mark(_ position: SheetPosition, _ at: Point, _ canvas: any Canvas) {
    let size = 3.2
    switch position {
    case .inside:
      let corners = Self.circle.map { Point(at.x + $0.x * size, at.y + $0.y * size) }
      canvas.polygon(corners, fill: .paper, stroke: Stroke(.mean, width: 1.2))
    case .belowChart:
      canvas.polygon(
        [Point(at.x, at.y + size + 1), Point(at.x - size - 1, at.y - size), Point(at.x + size + 1, at.y - size)],
        fill: .paper, stroke: Stroke(.caution, width: 1.2))
    case .outside:
      canvas.rectangle(
        Box(at.x - size, at.y - size, 2 * size, 2 * size), fill: .paper, stroke: Stroke(.danger, width: 1.2))
      canvas.line(Point(at.x - size, at.y - size), Point(at.x + size, at.y + size), Stroke(.danger, width: 1))
      canvas.line(Point(at.x - size, at.y + size), Point(at.x + size, at.y - size), Stroke(.danger, width: 1))
    }
  }

  /// Twelve points of a circle with the radius 1.
  private static let circle: [Point] = {
    let (half, most) = (0.5, 0.866)
    return [
      Point(1, 0), Point(most, half), Point(half, most), Point(0, 1), Point(-half, most), Point(-most, half),
      Point(-1, 0), Point(-most, -half), Point(-half, -most), Point(0, -1), Point(half, -most), Point(most, -half),
    ]
  }()

  private func ring(_ category: CategoryLimits, _ plot: Box) -> [Point] {
    category.envelope.value.points.map { place($0.arm, $0.weight, plot) }
  }

  private func place(_ arm: Arm, _ weight: Weight, _ plot: Box) -> Point {
    let place = frame.place(arm, weight)
    return Point(plot.x + place.x * plot.width, plot.bottom - place.y * plot.height)
  }
}

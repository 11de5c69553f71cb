import Characters
import WeightBalance

/// The chart of a load sheet as SVG: the verdict, the envelope, the path of the centre of gravity with numbered points,
/// and a list of these points beside it.
package struct EnvelopeSVG {
  private static let width = 1140.0, left = 78.0, plotRight = 650.0, listLeft = 680.0, top = 122.0
  private static let rowHeight = 19.0, listTop = 232.0, rowLimit = 40
  private let sheet: LoadSheet
  private let frame: EnvelopeFrame
  private let look: RingLook
  private let terms: any SheetTerms
  private let rows: [Row]
  private let height: Double

  /// A point of the list.
  struct Row {
    let number: Int
    let point: PathPoint
    let position: SheetPosition
  }

  /// - Parameter terms: the words of ``plot`` and ``caption``. The whole picture is a file, and English.
  package init(_ sheet: LoadSheet, in terms: any SheetTerms = EnglishSheetTerms()) {
    self.sheet = sheet
    self.terms = terms
    frame = EnvelopeFrame(sheet)
    look = RingLook(sheet)
    rows = Self.rows(sheet)
    height = max(640, Self.listTop + Double(rows.count + 1) * Self.rowHeight + 130)
  }

  /// All points, or, if there are more than the list can hold, the phases and those that are outside.
  static func rows(_ sheet: LoadSheet) -> [Row] {
    let path = sheet.burnPath
    let phases = path.indices.filter { [.ramp, .takeoff, .landing, .zeroFuel].contains(path[$0].part) }
    let kept = path.indices.filter { index in
      path.count <= rowLimit || !path[index].inEnvelope || phases.contains(index)
    }
    return kept.enumerated().map {
      Row(
        number: $0.offset + 1, point: path[$0.element], position: SheetWords.position(path[$0.element], in: sheet))
    }
  }

  private var bottom: Double { height - 74 }

  /// The chart alone, for a page that has verdict and points as text beside it.
  package var plot: String {
    let top = Self.top - 28, width = Self.plotRight + 24
    let size = "0 \(SVGDrawing.text(top)) \(SVGDrawing.text(width)) \(SVGDrawing.text(bottom + 50 - top))"
    var drawing = SVGDrawing()
    begin(&drawing, viewBox: size, size: "")
    axes(&drawing)
    rings(&drawing)
    path(&drawing)
    drawing.add("</svg>")
    return drawing.lines.joined(separator: "\n")
  }

  /// What the colours of the envelope say, in words.
  package var caption: String { terms.text(.caption(look.meaning)) }

  package var text: String {
    var drawing = SVGDrawing()
    let (width, height) = (SVGDrawing.text(Self.width), SVGDrawing.text(height))
    begin(&drawing, viewBox: "0 0 \(width) \(height)", size: "width=\"\(width)\" height=\"\(height)\" ")
    heading(&drawing)
    axes(&drawing)
    rings(&drawing)
    path(&drawing)
    list(&drawing)
    legend(&drawing)
    drawing.add("</svg>")
    return drawing.lines.joined(separator: "\n") + "\n"
  }

  private func begin(_ drawing: inout SVGDrawing, viewBox: String, size: String) {
    drawing.add(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"\(viewBox)\" \(size)"
        + "font-family=\"sans-serif\" role=\"img\" aria-labelledby=\"title description\">")
    drawing.add("<title id=\"title\">\(XMLText.escaped("\(sheet.aircraft.name): \(sheet.scenario.name)"))</title>")
    drawing.add("<desc id=\"description\">\(XMLText.escaped(description))</desc>")
    drawing.add(look.definitions(left: Self.left, top: Self.top, right: Self.plotRight, bottom: bottom))
    drawing.box(0, 0, Self.width, self.height, fill: "#fff")
  }

  /// What the picture shows, for people who do not see it.
  private var description: String {
    let units = sheet.units
    let points = rows.map { row in
      terms.text(
        .point(
          row.point.place, weight: "\(SheetWords.text(row.point.weight, units)) \(units.weight.symbol)",
          arm: "\(row.point.cg.map { SheetWords.text($0, units) } ?? "-") \(units.length.symbol)", row.position))
    }
    let worst = terms.text(.worstPoint(SheetWords.worst(sheet, in: terms)))
    return "\(terms.text(.verdict(sheet))). \(worst). \(points.joined(separator: "; "))."
  }

  private func heading(_ drawing: inout SVGDrawing) {
    let room = Self.width - 56
    drawing.label(
      28, 32, "\(sheet.aircraft.name), \(sheet.category.name)", .init(size: 17, isBold: true), limit: room)
    let record = [sheet.scenario.registration, sheet.scenario.date].compactMap(\.self)
    drawing.label(28, 54, sheet.scenario.name, .init(size: 14), limit: record.isEmpty ? room : room - 330)
    if !record.isEmpty {
      drawing.label(Self.width - 28, 54, record.joined(separator: ", "), .init(size: 14, anchor: "end"), limit: 320)
    }
    drawing.box(28, 66, room, 30, fill: look.banner, stroke: look.stroke, strokeWidth: 2)
    drawing.label(
      40, 87, SheetWords.verdict(sheet), .init(size: 16, colour: look.bannerText, isBold: true), limit: room - 24)
  }

  private func axes(_ drawing: inout SVGDrawing) {
    for tick in EnvelopeFrame.ticks(frame.arms, atMost: 9) {
      let x = horizontal(frame.x(tick.value))
      drawing.line(x, Self.top, x, bottom, "#ddd")
      drawing.label(x, bottom + 18, tick.text, .init(anchor: "middle"))
    }
    for tick in EnvelopeFrame.ticks(frame.weights, atMost: 10) {
      let y = vertical(frame.y(tick.value))
      drawing.line(Self.left, y, Self.plotRight, y, "#ddd")
      drawing.label(Self.left - 8, y + 4, tick.text, .init(anchor: "end"))
    }
    drawing.line(Self.left, bottom, Self.plotRight, bottom, "#333")
    drawing.line(Self.left, Self.top, Self.left, bottom, "#333")
    drawing.label(
      (Self.left + Self.plotRight) / 2, bottom + 38,
      terms.text(.armAxis(frame.units.length.symbol)), .init(anchor: "middle"))
    drawing.label(28, Self.top - 9, terms.text(.weightAxis(frame.units.weight.symbol)))
  }

  /// The envelope in force; behind it the other categories, dotted and clipped to the frame.
  private func rings(_ drawing: inout SVGDrawing) {
    for category in sheet.aircraft.categories where category.id != sheet.category.id {
      drawing.add(
        "<polygon points=\"\(points(category))\" fill=\"none\" stroke=\"#888\" stroke-dasharray=\"2 4\" "
          + "clip-path=\"url(#frame)\"><title>\(XMLText.escaped(terms.name(category.name)))</title></polygon>")
    }
    drawing.add(
      "<polygon points=\"\(points(sheet.category))\" fill=\"\(look.fill)\" stroke=\"\(look.stroke)\" stroke-width=\"3\""
        + (look.dash.map { " stroke-dasharray=\"\($0)\"" } ?? "")
        + "><title>\(XMLText.escaped(terms.name(sheet.category.name)))</title></polygon>")
  }

  /// The path, its marks, and their numbers where they cover least.
  private func path(_ drawing: inout SVGDrawing) {
    let places = sheet.burnPath.compactMap { point in point.cg.map { position($0, point.weight) } }
    drawing.add(
      "<polyline points=\"\(places.map { "\(SVGDrawing.text($0.x)),\(SVGDrawing.text($0.y))" }.joined(separator: " "))\" "
        + "fill=\"none\" stroke=\"\(Palette.path)\" stroke-width=\"2\"/>")
    var placer = LabelPlacer(
      within: .init(
        x: Self.left + 2, y: Self.top + 2, width: Self.plotRight - Self.left - 4, height: bottom - Self.top - 4))
    for (from, to) in zip(places, places.dropFirst()) { placer.avoid(from: from.x, from.y, to: to.x, to.y) }
    let ring = sheet.category.envelope.value.points.map { position($0.arm, $0.weight) }
    for (from, to) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
      placer.avoid(from: from.x, from.y, to: to.x, to.y)
    }
    for place in places { placer.keepFree(.init(x: place.x - 7, y: place.y - 7, width: 14, height: 14)) }
    // The last point is drawn first, so that of two points at one place the earlier one is seen; one outside is on top.
    for row in rows.reversed() where row.position != .outside { mark(row, &drawing) }
    for row in rows.reversed() where row.position == .outside { mark(row, &drawing) }
    worst(&drawing, &placer)
    for group in groups() {
      let text = Self.numbers(group.numbers)
      let width = SVGDrawing.width(text, size: 13, isBold: true) + 4
      let box = placer.place(width, 16, near: group.x, group.y)
      leader(&drawing, from: (group.x, group.y), to: box)
      drawing.label(
        box.x + width / 2, box.y + 13, text,
        .init(anchor: "middle", colour: group.position.colour, isBold: true, hasEdge: true))
    }
  }

  private func mark(_ row: Row, _ drawing: inout SVGDrawing) {
    guard let cg = row.point.cg else { return }
    let place = position(cg, row.point.weight)
    drawing.mark(place.x, place.y, row.position)
  }

  /// The worst point with the distance to its limit.
  private func worst(_ drawing: inout SVGDrawing, _ placer: inout LabelPlacer) {
    guard let worst = sheet.worst else { return }
    let place = position(worst.margin.cg, worst.margin.weight)
    let limit = position(worst.margin.limit, worst.margin.weight)
    let colour = worst.margin.isNegative ? Palette.outside : "#222"
    drawing.line(place.x, place.y, limit.x, limit.y, colour, width: 2, dash: "2 2")
    drawing.line(limit.x, limit.y - 7, limit.x, limit.y + 7, colour, width: 2)
    drawing.worstMark(place.x, place.y, colour)
    placer.keepFree(.init(x: place.x - 13, y: place.y - 13, width: 26, height: 26))
    placer.avoid(from: place.x, place.y, to: limit.x, limit.y)
    let text = terms.text(.worstMark(margin: SheetWords.margin(worst, sheet.units, in: terms)))
    let width = SVGDrawing.width(text, size: 13, isBold: true)
    let box = placer.place(width, 18, near: place.x, place.y)
    leader(&drawing, from: (place.x, place.y), to: box)
    drawing.box(box.x, box.y, width, 18, fill: "#fff", stroke: colour)
    drawing.label(box.x + width / 2, box.y + 13.5, text, .init(anchor: "middle", colour: colour, isBold: true))
  }

  /// A thin line to a label that is not beside its point.
  private func leader(_ drawing: inout SVGDrawing, from point: (x: Double, y: Double), to box: LabelPlacer.Box) {
    let x = min(max(point.x, box.x), box.x + box.width), y = min(max(point.y, box.y), box.y + box.height)
    let (dx, dy) = (x - point.x, y - point.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 18 else { return }
    drawing.line(point.x + dx / length * 8, point.y + dy / length * 8, x, y, "#555")
  }

  /// Points that are too close to each other for a label each.
  private struct Group {
    let x: Double, y: Double
    var numbers: [Int]
    var position: SheetPosition
  }

  private func groups() -> [Group] {
    var groups: [Group] = []
    for row in rows {
      guard let cg = row.point.cg else { continue }
      let place = position(cg, row.point.weight)
      if let index = groups.firstIndex(where: { abs($0.x - place.x) < 9 && abs($0.y - place.y) < 9 }) {
        groups[index].numbers.append(row.number)
        if row.position != .inside, groups[index].position != .outside { groups[index].position = row.position }
      } else {
        groups.append(Group(x: place.x, y: place.y, numbers: [row.number], position: row.position))
      }
    }
    return groups
  }

  /// `1–3, 5` for 1, 2, 3, 5.
  static func numbers(_ numbers: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }.joined(separator: ", ")
  }

  private func list(_ drawing: inout SVGDrawing) {
    let units = sheet.units, right = Self.width - 28, room = right - Self.listLeft
    drawing.label(Self.listLeft, Self.top + 8, "Worst point", .init(size: 14, isBold: true))
    if let worst = sheet.worst {
      let margin = worst.margin
      drawing.label(
        Self.listLeft, Self.top + 28, "\(SheetWords.margin(worst, units)) of \(SheetWords.text(margin.limit, units))",
        .init(colour: margin.isNegative ? Palette.outside : "#222", isBold: true), limit: room)
      drawing.label(
        Self.listLeft, Self.top + 46,
        "\(SheetWords.text(margin.weight, units)) \(units.weight.symbol) at \(SheetWords.text(margin.cg, units)) "
          + "\(units.length.symbol)", limit: room)
      drawing.label(Self.listLeft, Self.top + 64, worst.label, limit: room)
    }
    let columns = (name: Self.listLeft + 26, weight: right - 110, cg: right - 40)
    var y = Self.listTop
    drawing.label(columns.name, y, "Point", .init(isBold: true))
    drawing.label(columns.weight, y, units.weight.symbol, .init(anchor: "end", isBold: true))
    drawing.label(columns.cg, y, units.length.symbol, .init(anchor: "end", isBold: true))
    drawing.line(Self.listLeft, y + 5, right, y + 5, "#999")
    for row in rows {
      y += Self.rowHeight
      let colour = row.position == .outside ? Palette.outside : "#222"
      drawing.label(
        Self.listLeft + 18, y, "\(row.number)",
        .init(anchor: "end", colour: row.position.colour, isBold: true))
      drawing.label(columns.name, y, row.point.label, .init(colour: colour), limit: columns.weight - columns.name - 70)
      drawing.label(columns.weight, y, SheetWords.text(row.point.weight, units), .init(anchor: "end", colour: colour))
      drawing.label(
        columns.cg, y, row.point.cg.map { SheetWords.text($0, units) } ?? "-", .init(anchor: "end", colour: colour))
      if row.position == .belowChart {
        drawing.label(right, y, "below", .init(size: 12, anchor: "end"))
      } else if row.position == .outside {
        drawing.label(right, y, "OUT", .init(anchor: "end", colour: Palette.outside, isBold: true))
      }
    }
    if rows.count < sheet.burnPath.count {
      drawing.label(columns.name, y + Self.rowHeight, "and \(sheet.burnPath.count - rows.count) more points inside")
    }
  }

  private func legend(_ drawing: inout SVGDrawing) {
    let x = Self.listLeft, y = bottom - 46
    drawing.line(x, y - 4, x + 34, y - 4, look.stroke, width: 3, dash: look.dash)
    drawing.label(x + 44, y, "envelope, \(look.words)", .init(size: 12), limit: Self.width - 28 - x - 44)
    drawing.line(x, y + 14, x + 34, y + 14, Palette.path, width: 2)
    drawing.label(x + 44, y + 18, "path of the centre of gravity while fuel burns", .init(size: 12), limit: 388)
    drawing.mark(x + 8, y + 33, .inside)
    drawing.label(x + 20, y + 37, "inside", .init(size: 12))
    drawing.mark(x + 84, y + 33, .outside)
    drawing.label(x + 96, y + 37, "outside", .init(size: 12))
    drawing.mark(x + 172, y + 33, .belowChart)
    drawing.label(x + 185, y + 37, "below the chart, no limit there", .init(size: 12))
    drawing.label(
      28, height - 10, "For planning only; the approved flight manual prevails.", .init(size: 12, colour: "#444"))
  }

  private func points(_ category: CategoryLimits) -> String {
    category.envelope.value.points.map { point in
      let place = position(point.arm, point.weight)
      return "\(SVGDrawing.text(place.x)),\(SVGDrawing.text(place.y))"
    }.joined(separator: " ")
  }

  private func position(_ arm: Arm, _ weight: Weight) -> (x: Double, y: Double) {
    let place = frame.place(arm, weight)
    return (horizontal(place.x), vertical(place.y))
  }

  private func horizontal(_ part: Double) -> Double { Self.left + part * (Self.plotRight - Self.left) }
  private func vertical(_ part: Double) -> Double { bottom - part * (bottom - Self.top) }
}

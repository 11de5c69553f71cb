import WeightBalance

/// The envelope with the maximum weights, the way of the centre of gravity, its points with their names, and the worst
/// one. It is the same drawing on paper, on the page and in a file; by moments, it is that of a handbook with such a chart.
struct EnvelopeDrawing {
  private let sheet: LoadSheet
  private let terms: any SheetTerms
  private let frame: EnvelopeFrame
  private let look: EnvelopeLook
  /// The size of letters and marks; 1 on paper.
  private let scale: Double

  /// - Parameters:
  ///   - look: `nil` for that of the verdict.
  ///   - divisor: what the moments of the chart are divided by; `nil` for a chart of arms.
  init(
    _ sheet: LoadSheet, in terms: any SheetTerms = EnglishSheetTerms(), look: EnvelopeLook? = nil, scale: Double = 1,
    divisor: Int? = nil
  ) {
    (self.sheet, self.terms, self.scale) = (sheet, terms, scale)
    (frame, self.look) = (EnvelopeFrame(sheet, divisor: divisor), look ?? EnvelopeLook(sheet))
  }

  func draw(on canvas: any Canvas, in box: Box) {
    let plot = Box(
      box.x + 32 * scale, box.y + 12 * scale, box.width - 38 * scale, box.height - 36 * scale)
    var placer = LabelPlacer(
      within: Box(plot.x + 2, plot.y + 2, plot.width - 4, plot.height - 4), scale: scale)
    axes(canvas, box, plot)
    canvas.beginClip(plot)
    for category in sheet.aircraft.categories where category.id != sheet.category.id {
      canvas.polygon(ring(category, plot), fill: nil, stroke: Stroke(.quiet, width: 0.6 * scale, dash: (1, 3)))
    }
    canvas.endClip()
    let ring = ring(sheet.category, plot)
    canvas.polygon(
      ring, fill: look.ink.fill, stroke: Stroke(look.ink.edge, width: 1.8 * scale, dash: look.ink.dash))
    let way = way(plot)
    for line in [way, ring + ring.prefix(1)] {
      for (from, to) in zip(line, line.dropFirst()) { placer.avoid(from, to) }
    }
    maxima(canvas, plot, &placer)
    canvas.polyline(way, Stroke(.mean, width: 1.2 * scale))
    points(canvas, plot, &placer)
  }

  private func axes(_ canvas: any Canvas, _ box: Box, _ plot: Box) {
    let size = 7 * scale
    let style = TextStyle(size: size, .middle, .quiet), end = TextStyle(size: size, .end, .quiet)
    for tick in EnvelopeFrame.ticks(frame.across, atMost: max(3, Int(plot.width / (45 * scale)))) {
      let x = plot.x + frame.x(tick.value) * plot.width
      canvas.line(Point(x, plot.y), Point(x, plot.bottom), Stroke(.grid, width: 0.5 * scale))
      canvas.text(tick.text, Point(x, plot.bottom + 10 * scale), style)
    }
    for tick in EnvelopeFrame.ticks(frame.weights, atMost: 9) {
      let y = plot.bottom - frame.y(tick.value) * plot.height
      canvas.line(Point(plot.x, y), Point(plot.right, y), Stroke(.grid, width: 0.5 * scale))
      canvas.text(tick.text, Point(plot.x - 4 * scale, y + 2.5 * scale), end)
    }
    canvas.rectangle(plot, fill: nil, stroke: Stroke(.axis, width: 0.6 * scale))
    canvas.text(
      terms.text(.weightAxis(frame.units.weight.symbol)), Point(box.x, plot.y - 4 * scale),
      TextStyle(size: size, .start, .quiet))
    let units = frame.units
    let across: SheetTerm =
      frame.divisor.map { .momentAxis("\(units.weight.symbol)·\(units.length.symbol)", divisor: $0) }
      ?? .armAxis(units.length.symbol)
    canvas.text(
      canvas.cut(terms.text(across), style, to: plot.width), Point(plot.x + plot.width / 2, plot.bottom + 21 * scale),
      style)
  }

  /// A line at each maximum weight of flight, with the phases that it is for.
  private func maxima(_ canvas: any Canvas, _ plot: Box, _ placer: inout LabelPlacer) {
    var maxima: [(weight: Weight, phases: [LoadPhase.Name])] = []
    for phase in sheet.phases where phase.name != .ramp {
      guard let most = phase.maxWeight else { continue }
      if let index = maxima.firstIndex(where: { $0.weight == most }) {
        maxima[index].phases.append(phase.name)
      } else {
        maxima.append((most, [phase.name]))
      }
    }
    let style = TextStyle(size: 7 * scale, .middle, .limit)
    for (weight, phases) in maxima {
      let y = plot.bottom - frame.y(weight.double(in: frame.units.weight)) * plot.height
      canvas.line(Point(plot.x, y), Point(plot.right, y), Stroke(.limit, width: 0.8 * scale, dash: (4, 2)))
      let text = canvas.cut(
        terms.text(.maximum(phases, SheetWords.text(weight, frame.units))), style, to: plot.width * 0.75)
      let width = canvas.width(text, style) + 4
      let box = placer.place(width, 9 * scale, near: Point(plot.right - width / 2 - 4, y))
      canvas.text(text, Point(box.x + width / 2, box.y + 7 * scale), style)
    }
  }

  /// The way as fuel burns: straight by moments, and bent by arms.
  private func way(_ plot: Box) -> [Point] {
    let path = sheet.burnPath.filter { $0.weight > .zero }.map {
      (
        weight: $0.weight.double(in: frame.units.weight),
        moment: $0.moment.double(in: frame.units.weight, frame.units.length)
      )
    }
    guard let first = path.first else { return [] }
    let between = zip(path, path.dropFirst()).flatMap { from, to in
      (1...8).map { step in
        let part = Double(step) / 8
        return (
          weight: from.weight + (to.weight - from.weight) * part,
          moment: from.moment + (to.moment - from.moment) * part
        )
      }
    }
    return ([first] + between).map { position(frame.place($0.moment / $0.weight, $0.weight), plot) }
  }

  /// The points of the way with their names where they cover least, and the worst one with the distance to its limit.
  private func points(_ canvas: any Canvas, _ plot: Box, _ placer: inout LabelPlacer) {
    let shown = ShownPoint.all(of: sheet)
    let places = shown.map { shown in shown.point.cg.map { place($0, shown.point.weight, plot) } }
    for case let at? in places {
      placer.keepFree(Box(at.x - 5 * scale, at.y - 5 * scale, 10 * scale, 10 * scale), around: at)
    }
    // The last point is drawn first, so that of two at one place the earlier one is seen; one outside is on top.
    let marks = Array(zip(shown, places)).reversed()
    for (shown, at) in marks where shown.position != .outside { if let at { mark(shown.position, at, canvas) } }
    for (shown, at) in marks where shown.position == .outside { if let at { mark(shown.position, at, canvas) } }
    worst(canvas, plot, &placer)
    // With many tanks, only the phases and what is outside have names.
    let isMany = shown.count > 10
    var groups: [(at: Point, names: [String], ink: Ink)] = []
    for (shown, at) in zip(shown, places) where !isMany || shown.point.isPhase || shown.position == .outside {
      guard let at else { continue }
      let weight = SheetWords.text(shown.point.weight, frame.units)
      let name = "\(terms.text(.place(shown.point.place))) \(weight)", ink = shown.position.ink
      if let index = groups.firstIndex(where: { abs($0.at.x - at.x) < 7 * scale && abs($0.at.y - at.y) < 7 * scale }) {
        groups[index].names.append(name)
        if shown.position.isFault { groups[index].ink = ink }
      } else {
        groups.append((at, [name], ink))
      }
    }
    for group in groups {
      label(group.names.joined(separator: ", "), near: group.at, group.ink, canvas, plot, &placer)
    }
  }

  private func worst(_ canvas: any Canvas, _ plot: Box, _ placer: inout LabelPlacer) {
    guard let worst = sheet.worst else { return }
    let at = place(worst.margin.cg, worst.margin.weight, plot)
    let limit = place(worst.margin.limit, worst.margin.weight, plot)
    let ink: Ink = worst.margin.isNegative ? .danger : .text, size = 9 * scale
    canvas.line(at, limit, Stroke(ink, width: scale, dash: (2, 2)))
    canvas.line(
      Point(limit.x, limit.y - 5 * scale), Point(limit.x, limit.y + 5 * scale), Stroke(ink, width: 1.2 * scale))
    let corners = [
      Point(at.x, at.y - size), Point(at.x + size, at.y), Point(at.x, at.y + size), Point(at.x - size, at.y),
    ]
    canvas.polygon(corners, fill: nil, stroke: Stroke(ink, width: 1.2 * scale))
    placer.keepFree(Box(at.x - size, at.y - size, 2 * size, 2 * size))
    placer.avoid(at, limit)
    let text = terms.text(.worstMark(margin: SheetWords.margin(worst, sheet.units, in: terms)))
    label(text, near: at, ink, canvas, plot, &placer, hasFrame: true)
  }

  private func label(
    _ text: String, near at: Point, _ ink: Ink, _ canvas: any Canvas, _ plot: Box, _ placer: inout LabelPlacer,
    hasFrame: Bool = false
  ) {
    let style = TextStyle(size: 7.5 * scale, bold: true, .middle, ink), height = 10.5 * scale
    let text = canvas.cut(text, style, to: min(190 * scale, plot.width - 12))
    let width = canvas.width(text, style) + 4 * scale
    let box = placer.place(width, height, near: at)
    let end = box.nearest(to: at)
    if (end.x - at.x).magnitude + (end.y - at.y).magnitude > 15 * scale {
      canvas.line(at, end, Stroke(.quiet, width: 0.5 * scale))
    }
    canvas.rectangle(box, fill: .paper, stroke: hasFrame ? Stroke(ink, width: 0.7 * scale) : nil)
    canvas.text(text, Point(box.x + width / 2, box.y + 7.8 * scale), style)
  }

  /// A mark for a point: round inside, pointed below the envelope, square with a cross outside, so that colour is not the
  /// only sign.
  private func mark(_ position: SheetPosition, _ at: Point, _ canvas: any Canvas) {
    let size = 3.2 * scale, stroke = Stroke(position.ink, width: 1.2 * scale)
    func point(_ x: Double, _ y: Double) -> Point { Point(at.x + x * size, at.y + y * size) }
    switch position {
    case .inside, .inPlaceholder:
      canvas.polygon(Self.circle.map { point($0.x, $0.y) }, fill: .paper, stroke: stroke)
    case .belowChart: canvas.polygon([point(0, 1.3), point(-1.3, -1), point(1.3, -1)], fill: .paper, stroke: stroke)
    case .outside:
      canvas.rectangle(Box(at.x - size, at.y - size, 2 * size, 2 * size), fill: .paper, stroke: stroke)
      canvas.line(point(-1, -1), point(1, 1), stroke)
      canvas.line(point(-1, 1), point(1, -1), stroke)
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

  /// A ring, whose edges are straight in arms; by moments, each is a curve.
  private func ring(_ category: CategoryLimits, _ plot: Box) -> [Point] {
    let corners = category.envelope.value.points.map {
      (arm: $0.arm.double(in: frame.units.length), weight: $0.weight.double(in: frame.units.weight))
    }
    let steps = frame.divisor == nil ? 1 : 8
    return zip(corners, corners.dropFirst() + corners.prefix(1)).flatMap { from, to in
      (0..<steps).map { step in
        let part = Double(step) / Double(steps)
        return position(
          frame.place(from.arm + (to.arm - from.arm) * part, from.weight + (to.weight - from.weight) * part), plot)
      }
    }
  }

  private func place(_ arm: Arm, _ weight: Weight, _ plot: Box) -> Point { position(frame.place(arm, weight), plot) }

  private func position(_ place: EnvelopeFrame.Place, _ plot: Box) -> Point {
    Point(plot.x + place.x * plot.width, plot.bottom - place.y * plot.height)
  }
}

extension SheetPosition {
  var ink: Ink {
    switch self {
    case .inside, .inPlaceholder: .mean
    case .belowChart: .caution
    case .outside: .danger
    }
  }
}

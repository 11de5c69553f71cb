import WeightBalance

package struct EnvelopePlot {
  private static let columns = 62, rows = 20
  private let sheet: LoadSheet
  private let frame: EnvelopeFrame
  private var cells = Array(repeating: Array(repeating: Character(" "), count: columns), count: rows)

  package init(_ sheet: LoadSheet) {
    self.sheet = sheet
    frame = EnvelopeFrame(sheet)
    let ring = sheet.category.envelope.value.points
    for (from, to) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
      line(frame.place(from.arm, from.weight), frame.place(to.arm, to.weight)) { _ in "·" }
    }
    for (from, to) in zip(sheet.burnPath, sheet.burnPath.dropFirst()) { leg(from, to) }
    for point in sheet.burnPath where SheetWords.position(point, in: sheet) == .outside {
      if let cg = point.cg { mark(place(cg, point.weight), "x") }
    }
    for phase in sheet.phases.reversed() {
      guard let cg = phase.cg else { continue }
      let letter: Character =
        switch phase.name {
        case .ramp: "R"
        case .takeoff: "T"
        case .landing: "L"
        case .zeroFuel: "Z"
        }
      let position = SheetWords.position(phase.weight, phase.moment, isInside: phase.inEnvelope, in: sheet)
      mark(place(cg, phase.weight), position == .outside ? Character(letter.lowercased()) : letter)
    }
    if let worst = sheet.worst { markBeside(place(worst.margin.cg, worst.margin.weight), "*") }
  }

  package var lines: [String] {
    let units = frame.units
    let ticks = EnvelopeFrame.ticks(frame.weights, atMost: 6)
    let width = ticks.map(\.text.count).max() ?? 0
    var lines = ShownText.wrapped(
      "\(units.weight.symbol) over \(units.length.symbol): · limits, o path of the centre of gravity, x path outside, "
        + "R ramp, T take-off, L landing, Z zero fuel (small letter: outside), * beside the worst point")
    for (index, row) in cells.enumerated() {
      let text = ticks.first { self.row(frame.y($0.value)) == index }?.text ?? ""
      var line = String(repeating: " ", count: max(0, width - text.count)) + text + " |" + String(row)
      while line.last == " " { line.removeLast() }
      lines.append(line)
    }
    var axis = Array(repeating: Character("-"), count: Self.columns)
    var numbers = Array(repeating: Character(" "), count: Self.columns + 8)
    var free = 0
    for tick in EnvelopeFrame.ticks(frame.across, atMost: 7) {
      let column = self.column(frame.x(tick.value)), start = max(0, column - tick.text.count / 2)
      axis[column] = "+"
      guard start >= free, start + tick.text.count <= numbers.count else { continue }
      numbers.replaceSubrange(start..<start + tick.text.count, with: Array(tick.text))
      free = start + tick.text.count + 1
    }
    let margin = String(repeating: " ", count: width + 1)
    while numbers.last == " " { numbers.removeLast() }
    return lines + [margin + "+" + String(axis), margin + " " + String(numbers)]
  }

  private func place(_ arm: Arm, _ weight: Weight) -> EnvelopeFrame.Place { frame.place(arm, weight) }

  /// A part of the path. Between two points of which one is outside, each cell is judged for itself.
  private mutating func leg(_ from: PathPoint, _ to: PathPoint) {
    guard let start = from.cg, let end = to.cg else { return }
    let ring = sheet.category.envelope.value.points.map { frame.place($0.arm, $0.weight) }
    let isOutside = [from, to].map { SheetWords.position($0, in: sheet) == .outside }
    line(frame.place(start, from.weight), frame.place(end, to.weight)) { place in
      if isOutside[0] != isOutside[1] { return Self.contains(ring, place) ? "o" : "x" }
      return isOutside[0] ? "x" : "o"
    }
  }

  private static func contains(_ ring: [EnvelopeFrame.Place], _ place: EnvelopeFrame.Place) -> Bool {
    var isInside = false
    for (from, to) in zip(ring, ring.dropFirst() + ring.prefix(1)) where (from.y > place.y) != (to.y > place.y) {
      if place.x < from.x + (to.x - from.x) * (place.y - from.y) / (to.y - from.y) { isInside.toggle() }
    }
    return isInside
  }

  private mutating func line(
    _ from: EnvelopeFrame.Place, _ to: EnvelopeFrame.Place, _ letter: (EnvelopeFrame.Place) -> Character
  ) {
    let steps = Self.columns * 2
    for step in 0...steps {
      let part = Double(step) / Double(steps)
      let place = EnvelopeFrame.Place(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part)
      mark(place, letter(place))
    }
  }

  private func column(_ x: Double) -> Int { min(max(Int(x * Double(Self.columns)), 0), Self.columns - 1) }
  private func row(_ y: Double) -> Int { min(max(Int((1 - y) * Double(Self.rows)), 0), Self.rows - 1) }

  private mutating func mark(_ place: EnvelopeFrame.Place, _ letter: Character) {
    guard place.x.isFinite, place.y.isFinite else { return }
    cells[row(place.y)][column(place.x)] = letter
  }

  /// Marks the cell to the right or left of a place, so that the letter of a phase stays readable.
  private mutating func markBeside(_ place: EnvelopeFrame.Place, _ letter: Character) {
    guard place.x.isFinite, place.y.isFinite else { return }
    let row = row(place.y), column = column(place.x)
    let beside = [column + 1, column - 1, column + 2, column - 2].filter { cells[row].indices.contains($0) }
    guard let free = beside.first(where: { !cells[row][$0].isLetter || "ox".contains(cells[row][$0]) }) else { return }
    cells[row][free] = letter
  }
}

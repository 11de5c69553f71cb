import Status
import WeightBalance

/// Converts weights and arms to positions in a chart: arms to the right, weights upwards.
struct EnvelopeFrame {
  /// A position from 0 to 1 in both directions, from the lower left.
  struct Place {
    let x: Double
    let y: Double
  }

  let units: SheetUnits
  let arms: ClosedRange<Double>
  let weights: ClosedRange<Double>

  /// A frame with some space around the envelope and the path of the centre of gravity.
  init(_ sheet: LoadSheet) {
    units = sheet.units
    let points =
      sheet.category.envelope.value.points.map { (arm: $0.arm, weight: $0.weight) }
      + sheet.burnPath.compactMap { point in point.cg.map { (arm: $0, weight: point.weight) } }
    arms = Self.range(points.map { $0.arm.double(in: sheet.units.length) })
    weights = Self.range(points.map { $0.weight.double(in: sheet.units.weight) })
  }

  func place(_ arm: Arm, _ weight: Weight) -> Place {
    Place(
      x: (arm.double(in: units.length) - arms.lowerBound) / (arms.upperBound - arms.lowerBound),
      y: (weight.double(in: units.weight) - weights.lowerBound) / (weights.upperBound - weights.lowerBound))
  }

  /// Round numbers in a range, about this many.
  static func ticks(_ range: ClosedRange<Double>, about count: Int) -> [Double] {
    let rough = (range.upperBound - range.lowerBound) / Double(max(count, 1))
    var step = 1e-3
    // 1, 2, 5, 10, 20, 50 …
    while step < rough {
      for factor in [2.0, 2.5, 2.0] where step < rough { step *= factor }
    }
    var ticks: [Double] = []
    var tick = (range.lowerBound / step).rounded(.up) * step
    while tick <= range.upperBound, ticks.count < 100 {
      ticks.append(tick)
      tick += step
    }
    return ticks
  }

  private static func range(_ values: [Double]) -> ClosedRange<Double> {
    let low = values.min() ?? 0, high = values.max() ?? 1
    let room = max((high - low) * 0.08, 0.5)
    return low - room...high + room
  }
}

/// The chart as characters, for the terminal.
struct EnvelopePlot {
  private static let columns = 64, rows = 20
  private let frame: EnvelopeFrame
  private var cells = Array(repeating: Array(repeating: Character(" "), count: columns), count: rows)

  init(_ sheet: LoadSheet) {
    frame = EnvelopeFrame(sheet)
    let ring = sheet.category.envelope.value.points
    for (from, to) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
      line(frame.place(from.arm, from.weight), frame.place(to.arm, to.weight), "·")
    }
    let path = sheet.burnPath.compactMap { point in point.cg.map { frame.place($0, point.weight) } }
    for (from, to) in zip(path, path.dropFirst()) { line(from, to, "o") }
    for phase in sheet.phases.reversed() {
      guard let cg = phase.cg else { continue }
      let letter: Character =
        switch phase.name {
        case .ramp: "R"
        case .takeoff: "T"
        case .landing: "L"
        case .zeroFuel: "Z"
        }
      mark(frame.place(cg, phase.weight), letter)
    }
  }

  var lines: [String] {
    let units = frame.units
    func label(_ value: Double) -> String { "\(Int(value.rounded()))" }
    let width = [label(frame.weights.lowerBound), label(frame.weights.upperBound)].map(\.count).max() ?? 0
    var lines = [
      "\(units.weight.symbol) over \(units.length.symbol): · limits, o the path of the centre of gravity, "
        + "R ramp, T take-off, L landing, Z zero fuel"
    ]
    for (index, row) in cells.enumerated() {
      let value =
        frame.weights.upperBound
        - (frame.weights.upperBound - frame.weights.lowerBound) * (Double(index) + 0.5) / Double(Self.rows)
      let text = index % 4 == 1 ? label(value) : ""
      lines.append(String(repeating: " ", count: max(0, width - text.count)) + text + " |" + String(row))
    }
    let left = EventText.number(frame.arms.lowerBound), right = EventText.number(frame.arms.upperBound)
    let gap = max(1, Self.columns - left.count - right.count)
    return lines + [
      String(repeating: " ", count: width + 1) + "+" + String(repeating: "-", count: Self.columns),
      String(repeating: " ", count: width + 2) + left + String(repeating: " ", count: gap) + right,
    ]
  }

  private mutating func line(_ from: EnvelopeFrame.Place, _ to: EnvelopeFrame.Place, _ letter: Character) {
    let steps = Self.columns * 2
    for step in 0...steps {
      let part = Double(step) / Double(steps)
      mark(EnvelopeFrame.Place(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part), letter)
    }
  }

  private mutating func mark(_ place: EnvelopeFrame.Place, _ letter: Character) {
    guard place.x.isFinite, place.y.isFinite else { return }
    let column = min(max(Int(place.x * Double(Self.columns)), 0), Self.columns - 1)
    let row = min(max(Int((1 - place.y) * Double(Self.rows)), 0), Self.rows - 1)
    cells[row][column] = letter
  }
}

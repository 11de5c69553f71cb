/// The way of the centre of gravity with its margins: the corners from the ramp to dry tanks, and between two corners the
/// point of least margin.
struct FlightWay: Sendable {
  /// A point of the flight.
  struct Point: Sendable {
    let part: PathPoint.Part
    let place: PathPlace
    let margin: EnvelopeMargin
    /// The index of the state that ends the stretch on which it is; `nil` for a corner.
    let stretchTo: Int?
  }

  let states: [FuelBurn.State]
  /// The margin of each state; `nil` without a positive weight.
  let margins: [EnvelopeMargin?]
  /// The points of the flight in their order: from take-off to dry tanks. Empty if a point has no positive weight and so
  /// no centre of gravity.
  let flight: [Point]
  /// The point of the flight with the least margin; of equal ones the first.
  let worst: Point?

  init(_ states: [FuelBurn.State], in envelope: Envelope) {
    self.states = states
    margins = states.map { envelope.margin(weight: $0.weight, moment: $0.moment) }
    var flight: [Point] = []
    for index in states.indices where states[index].part != .ramp {
      guard let margin = margins[index] else {
        flight = []
        break
      }
      if index > 0, let between = Self.stretch(to: index, of: states)?.leastMargin(in: envelope) {
        flight.append(
          Point(
            part: states[index - 1].part < .landing ? .flight : .reserve, place: states[index].place.onTheWay,
            margin: between, stretchTo: index))
      }
      flight.append(Point(part: states[index].part, place: states[index].place, margin: margin, stretchTo: nil))
    }
    self.flight = flight
    worst = Self.least(of: flight)
  }

  /// The stretch of the flight that ends at a state; `nil` if nothing burns on it.
  static func stretch(to index: Int, of states: [FuelBurn.State]) -> EnvelopeStretch? {
    let from = states[index - 1], to = states[index]
    guard from.part != .ramp, let arm = to.arm, from.weight != to.weight else { return nil }
    return EnvelopeStretch(from: (from.weight, from.moment), to: (to.weight, to.moment), arm: arm)
  }

  private static func least(of points: [Point]) -> Point? {
    points.reduce(nil) { least, point in
      if let least, !(point.margin < least.margin) { return least }
      return point
    }
  }

  /// The point with the least margin in a part of the flight, if it is outside.
  /// If the landing is out too, the stretch before it counts only where it is further out: it is one fault.
  func outside(_ isMeant: (PathPoint.Part) -> Bool) -> Point? {
    guard worst?.margin.isNegative ?? false else { return nil }
    let landing = states.lastIndex { $0.part == .landing }
    let out = landing.flatMap { margins[$0] }.flatMap { $0.isNegative ? $0 : nil }
    let least = Self.least(
      of: flight.filter { point in
        guard isMeant(point.part) else { return false }
        guard let out, point.stretchTo != nil, point.stretchTo == landing else { return true }
        return point.margin < out
      })
    return least.flatMap { $0.margin.isNegative ? $0 : nil }
  }

  /// The corners, and each point between two of them that is outside and further out than both.
  func path(in envelope: Envelope) -> [PathPoint] {
    var path: [PathPoint] = []
    for (index, state) in states.enumerated() {
      if let point = flight.first(where: { $0.stretchTo == index }), point.margin.isNegative,
        let before = margins[index - 1], let after = margins[index], point.margin < before, point.margin < after
      {
        path.append(
          PathPoint(
            part: point.part, place: point.place, weight: point.margin.weight, moment: point.margin.moment,
            inEnvelope: false))
      }
      let isInside =
        state.part == .ramp
        ? margins[index].map { !$0.isNegative } ?? false
        : envelope.contains(weight: state.weight, moment: state.moment)
      path.append(
        PathPoint(
          part: state.part, place: state.place, weight: state.weight, moment: state.moment, inEnvelope: isInside))
    }
    return path
  }
}

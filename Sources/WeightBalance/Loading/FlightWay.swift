/// The way of the centre of gravity with its margins: the corners from the ramp to dry tanks, and between two corners the
/// point of least margin.
struct FlightWay: Sendable {
  struct Point: Sendable {
    let part: PathPoint.Part
    let place: PathPlace
    let margin: EnvelopeMargin
    /// The index of the state that ends the stretch on which it is; `nil` for a corner.
    let stretchTo: Int?
  }

  /// How far a limit may be passed: by nothing, unless a figure of the files was rounded.
  struct Slack: Sendable {
    let weight: Weight
    let arm: Arm

    static let none = Slack(weight: .zero, arm: .zero)
    /// A millionth of a pound and of an inch: more than a hundred volumes of nine decimals can be wrong by.
    static let ofRoundedFigures = Slack(
      weight: Weight(steps: WeightUnit.pounds.steps / 1_000_000),
      arm: Arm(steps: LengthUnit.inches.steps / 1_000_000))

    /// The trip fuel: all that is left, if rounding alone makes it another amount.
    func trip(_ trip: Volume, of left: Volume) -> Volume {
      let difference = (trip - left).steps.magnitude
      return weight > .zero && difference < VolumeUnit.usGallons.steps.magnitude / 1_000_000 ? max(left, .zero) : trip
    }
  }

  let states: [FuelBurn.State]
  /// The margin of each state; `nil` without a positive weight.
  let margins: [EnvelopeMargin?]
  /// The points of the flight in their order: from take-off to dry tanks. Empty if a point has no positive weight and so
  /// no centre of gravity.
  let flight: [Point]
  /// The point of the flight with the least margin; of equal ones the first.
  let worst: Point?
  let slack: Slack
  private let envelope: Envelope

  init(_ states: [FuelBurn.State], in envelope: Envelope, slack: Slack) {
    (self.states, self.envelope, self.slack) = (states, envelope, slack)
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

  /// Whether a margin is that of a point out of balance.
  func isOutside(_ margin: EnvelopeMargin) -> Bool {
    margin.isNegative && (slack.arm == .zero || margin.margin + slack.arm < .zero)
  }

  /// Whether the envelope holds a state. The ramp is no flight: only its balance counts.
  func isInside(_ index: Int) -> Bool {
    guard let margin = margins[index], !isOutside(margin) else { return false }
    let state = states[index]
    if state.part == .ramp { return true }
    guard slack.weight > .zero else { return envelope.contains(weight: state.weight, moment: state.moment) }
    return state.weight + slack.weight >= envelope.lowestWeight
      && state.weight <= envelope.highestWeight + slack.weight
  }

  /// Whether no point of the flight is heavier than the envelope.
  var isWithinHighestWeight: Bool {
    flight.allSatisfy { $0.margin.weight <= envelope.highestWeight + slack.weight }
  }

  /// The point with the least margin in a part of the flight, if it is outside.
  /// If the landing is out too, the stretches before and after it count only if they are further out: it is one fault.
  func outside(_ isMeant: (PathPoint.Part) -> Bool) -> Point? {
    guard let worst, isOutside(worst.margin) else { return nil }
    let landing = states.lastIndex { $0.part == .landing }
    let out = landing.flatMap { margins[$0] }.flatMap { isOutside($0) ? $0 : nil }
    let least = Self.least(
      of: flight.filter { point in
        guard isMeant(point.part) else { return false }
        guard let out, let landing, let end = point.stretchTo, end == landing || end == landing + 1 else { return true }
        return point.margin < out
      })
    return least.flatMap { isOutside($0.margin) ? $0 : nil }
  }

  /// The corners, and each point between two of them that is outside and further out than both.
  var path: [PathPoint] {
    var path: [PathPoint] = []
    for (index, state) in states.enumerated() {
      if let point = flight.first(where: { $0.stretchTo == index }), isOutside(point.margin),
        let before = margins[index - 1], let after = margins[index], point.margin < before, point.margin < after
      {
        path.append(
          PathPoint(
            part: point.part, place: point.place, weight: point.margin.weight, moment: point.margin.moment,
            inEnvelope: false))
      }
      path.append(
        PathPoint(
          part: state.part, place: state.place, weight: state.weight, moment: state.moment,
          inEnvelope: isInside(index)))
    }
    return path
  }
}

extension LoadSheet {
  func balanceWarnings() -> [Warning] {
    var found: [Warning] = []
    // Without a positive weight there is no centre of gravity; the negative load is reported.
    if way.worst != nil {
      let guess = guess(category.envelope.isKnown)
      let parts: [(Warning.Level, Warning.Code, String, (PathPoint.Part) -> Bool)] = [
        (.danger, .cgOutOfEnvelope, "The centre of gravity", { $0 < .landing }),
        (.danger, .landingCGOutOfEnvelope, "The centre of gravity at landing", { $0 == .landing }),
        (.warning, .zeroFuelCGOutOfEnvelope, "The centre of gravity as the reserve burns", { $0 > .landing }),
      ]
      for (level, code, name, isMeant) in parts {
        if let worst = way.outside(isMeant) {
          found.append(
            Warning(
              level: level, code: code, message: message(name, worst), detail: detail(worst.margin) + guess.text,
              regulation: guess.regulation))
        } else if code == .cgOutOfEnvelope {
          found += aboveEnvelope()
        }
      }
      if let ramp = way.margins.first ?? nil, way.isOutside(ramp) {
        found.append(
          Warning(
            level: .caution, code: .rampCG,
            message: "The centre of gravity on the ramp is \(distance(ramp)) of the limit.",
            detail: detail(ramp)
              + " The envelope is a limit of flight, so only the points from take-off on must be inside.",
            regulation: nil))
      }
    }
    return found + belowEnvelope()
  }

  /// Above the envelope a maximum weight is exceeded too, unless the envelope ends below it.
  private func aboveEnvelope() -> [Warning] {
    let top = category.envelope.value.highestWeight
    guard let takeoff = phase(.takeoff), let limit = takeoff.maxWeight, top < limit,
      takeoff.weight > top + way.slack.weight
    else {
      return []
    }
    let guess = guess(category.envelope.isKnown)
    return [
      Warning(
        level: .danger, code: .cgOutOfEnvelope,
        message: "\(units.text(takeoff.weight)) (take-off) is above the highest weight of the envelope, "
          + "\(units.text(top)).",
        detail: "The envelope does not cover heavier loadings: take weight off." + guess.text,
        regulation: guess.regulation)
    ]
  }

  private func belowEnvelope() -> [Warning] {
    let floor = category.envelope.value.lowestWeight
    let first = way.states.first { $0.part != .ramp && $0.weight + way.slack.weight < floor }
    guard let first else { return [] }
    let isLimit = category.floorIsLimit
    let guess = guess(category.envelope.isKnown)
    return [
      Warning(
        level: isLimit ? .danger : .warning, code: .belowEnvelopeFloor,
        message: "\(units.text(first.weight)) (\(first.place.label)) is below the lowest weight of the envelope, "
          + "\(units.text(floor)).",
        detail: isLimit
          ? "The lowest weight is a limit: add load or ballast." + guess.text
          : "No limit is published below it, so nothing says that this is inside. The balance is compared with the limits "
            + "at the lowest weight: add load or ballast, or find the limit in the flight manual.",
        regulation: isLimit ? guess.regulation : nil)
    ]
  }

  /// How far outside a point is, and on which side: “0.5 in aft”. Never shown as zero.
  private func distance(_ margin: EnvelopeMargin) -> String {
    "\(units.text(max(.zero - margin.margin, Arm(steps: 1)), rounding: .up)) \(margin.side.rawValue)"
  }

  private func message(_ name: String, _ point: FlightWay.Point) -> String {
    "\(name) is \(distance(point.margin)) of the limit (\(point.place.label))."
  }

  private func detail(_ margin: EnvelopeMargin) -> String {
    "\(units.text(margin.weight)) at \(units.text(margin.cg)); at this weight \(units.text(margin.forwardLimit)) to "
      + "\(units.text(margin.aftLimit)) is allowed, category \(category.name)."
  }

  func rangeWarnings() -> [Warning] {
    var found: [Warning] = []
    let placed = scenario.stationLoads.filter { $0.arm != nil }
    for (station, load) in placed.isEmpty ? [] : inOrder(placed) {
      guard let arm = load.arm else { continue }
      let range = station.armRange?.value ?? station.arm.value...station.arm.value
      if !range.contains(arm) {
        found.append(
          Warning(
            level: .warning, code: .armOutOfRange,
            message: "\(station.name) is loaded at \(units.text(arm)), outside its range.",
            detail: "The range is \(units.text(range.lowerBound)) to \(units.text(range.upperBound)).", regulation: nil)
        )
      }
    }
    guard let label = firstUnsafePoint else { return found }
    found.append(
      Warning(
        level: .caution, code: .armRangeCG,
        message: "With all loads at the end of their range, the centre of gravity leaves the envelope (\(label)).",
        detail: "The sheet uses the usual arm of each station: give the arm of each load to be sure.",
        regulation: .preflight))
    return found
  }

  private func inOrder(_ loads: [Loading.StationLoad]) -> [(Station, Loading.StationLoad)] {
    aircraft.stations.flatMap { station in loads.filter { $0.station == station.id }.map { (station, $0) } }
  }

  /// The first point of the flight that is inside, and would be outside with all loads of ranges at one end of them.
  private var firstUnsafePoint: String? {
    let slacks = [armSlack.lowerBound, armSlack.upperBound].filter { $0 != .zero }
    guard !slacks.isEmpty else { return nil }
    let envelope = category.envelope.value, states = way.states
    for (index, state) in states.enumerated() where state.part != .ramp {
      for slack in slacks {
        if index > 0, let stretch = FlightWay.stretch(to: index, of: states),
          stretch.isInside(envelope, butNotShiftedBy: slack)
        {
          return state.place.onTheWay.label
        }
      }
      guard envelope.contains(weight: state.weight, moment: state.moment) else { continue }
      for slack in slacks where !envelope.contains(weight: state.weight, moment: state.moment + slack) {
        return state.place.label
      }
    }
    return nil
  }

  /// Says that less than 5 % of the maximum weight is left, which most flights have, and warns of less than an inch of
  /// balance.
  func nearness() -> [Warning] {
    var found: [Warning] = []
    if let takeoff = phase(.takeoff), let limit = takeoff.maxWeight, !takeoff.isTooHeavy,
      (limit - takeoff.weight).steps * 20 < limit.steps
    {
      found.append(
        Warning(
          level: .advisory, code: .nearMaxGross,
          message: "Take-off weight is \(units.text(weightMargin, rounding: .down)) below its maximum.",
          detail: "That is less than 5 % of \(units.text(limit)): a heavier passenger than planned could exceed it.",
          regulation: .preflight))
    }
    if let worst = way.worst, !way.isOutside(worst.margin), worst.margin.margin < Arm(1, .inches) {
      let margin = units.text(max(worst.margin.margin, .zero), rounding: .down)
      found.append(
        Warning(
          level: .caution, code: .cgNearLimit,
          message:
            "The centre of gravity is \(margin) from the \(worst.margin.side.rawValue) limit (\(worst.place.label)).",
          detail: detail(worst.margin), regulation: .preflight))
    }
    return found
  }
}

/// Finds everything that is wrong with a loading.
extension LoadSheet {
  /// All warnings, the most severe first.
  func findWarnings() -> [Warning] {
    var found = impossibleLoads() + weightWarnings() + balanceWarnings() + stationWarnings()
    found += rangeWarnings()
    if !found.contains(where: { $0.level == .danger }) { found += nearness() }
    found += oldWeighing() + unverified()
    return found.sorted(by: Warning.comesBefore)
  }

  // MARK: Loads that cannot be

  private func impossibleLoads() -> [Warning] {
    var found: [Warning] = []
    for detail in stationDetails where detail.weight < .zero || hasNegativeLoad(detail.station) {
      found.append(
        Warning(
          level: .danger, code: .negativeWeight, message: "\(detail.station.name) has a negative weight.",
          detail: "It holds \(units.text(detail.weight)) in all: enter the real weight, 0 or more."))
    }
    for detail in fuelDetails where detail.loaded < .zero {
      found.append(
        Warning(
          level: .danger, code: .negativeFuel, message: "\(detail.tank.name) holds a negative amount of fuel.",
          detail: "It holds \(units.text(detail.loaded)): enter the real amount, 0 or more."))
    }
    if fuelShortage > .zero {
      found.append(
        Warning(
          level: .danger, code: .fuelShort,
          message: "Taxi and trip need \(units.text(fuelShortage, rounding: .up)) more fuel than is on board.",
          detail: "Landing is computed with empty tanks: load more fuel or plan a shorter trip."))
    }
    return found
  }

  private func hasNegativeLoad(_ station: Station) -> Bool {
    scenario.stationLoads.contains { $0.station == station.id && $0.weight < .zero }
  }

  // MARK: Weights

  private func weightWarnings() -> [Warning] {
    phases.compactMap { phase in
      guard let limit = phase.maxWeight, phase.weight > limit else { return nil }
      let (level, code, name): (Warning.Level, Warning.Code, String) =
        switch phase.name {
        case .ramp: (.danger, .overMaxRamp, "Ramp weight")
        case .takeoff: (.danger, .overMaxGross, "Take-off weight")
        case .landing: (.warning, .overMaxLanding, "Landing weight")
        case .zeroFuel: (.danger, .overMaxZeroFuel, "Zero-fuel weight")
        }
      return Warning(
        level: level, code: code,
        message: "\(name) exceeds its maximum by \(units.text(phase.weight - limit, rounding: .up)).",
        detail: "\(units.text(phase.weight)); the maximum is \(units.text(limit)), category \(category.name).")
    }
  }

  // MARK: Balance

  private func balanceWarnings() -> [Warning] {
    let envelope = category.envelope.value
    let outside = burnPath.filter { $0.part != .ramp && !$0.inEnvelope }
    var found: [Warning] = []
    let groups: [(Warning.Level, Warning.Code, String, (PathPoint.Part) -> Bool)] = [
      (.danger, .cgOutOfEnvelope, "The centre of gravity", { $0 == .takeoff || $0 == .flight }),
      (.danger, .landingCGOutOfEnvelope, "The centre of gravity at landing", { $0 == .landing }),
      (.warning, .zeroFuelCGOutOfEnvelope, "The centre of gravity as the reserve burns", { $0 > .landing }),
    ]
    for (level, code, name, isMeant) in groups {
      let points = outside.filter { isMeant($0.part) }
      // A weight that is only too low or too high is a different warning with a different remedy.
      guard
        let worst = points.first(where: { !envelope.allowsBalance(weight: $0.weight, moment: $0.moment) })
      else { continue }
      found.append(Warning(level: level, code: code, message: message(name, worst), detail: detail(worst)))
    }
    // Above the envelope a maximum weight is exceeded too, unless the envelope ends below it.
    if let takeoff = phase(.takeoff), let first = outside.first(where: { $0.weight > envelope.highestWeight }),
      takeoff.maxWeight.map({ envelope.highestWeight < $0 }) ?? true, found.isEmpty
    {
      found.append(
        Warning(
          level: .danger, code: .cgOutOfEnvelope,
          message: "\(units.text(first.weight)) (\(first.label)) is above the highest weight of the envelope, "
            + "\(units.text(envelope.highestWeight)).",
          detail: "The envelope does not cover heavier loadings: take weight off."))
    }
    let tooLight = outside.filter { $0.weight < envelope.lowestWeight }
    if let first = tooLight.first {
      let floor = units.text(envelope.lowestWeight)
      let level: Warning.Level =
        category.floorIsLimit ? .danger : tooLight.allSatisfy { $0.part > .landing } ? .caution : .warning
      found.append(
        Warning(
          level: level, code: .belowEnvelopeFloor,
          message: "\(units.text(first.weight)) (\(first.label)) is below the lowest weight of the chart, \(floor).",
          detail: category.floorIsLimit
            ? "The lowest weight is a limit: add load or ballast."
            : "The chart does not cover lighter loadings: see the flight manual, or add load or ballast."))
    }
    return found
  }

  private func message(_ name: String, _ point: PathPoint) -> String {
    guard let cg = point.cg, let limits = nearestLimits(point.weight) else {
      return "\(name) is outside the envelope (\(point.label))."
    }
    if point.moment < point.weight * limits.forward {
      return "\(name) is \(units.text(limits.forward - cg, rounding: .up)) forward of the limit (\(point.label))."
    }
    if point.moment > point.weight * limits.aft {
      return "\(name) is \(units.text(cg - limits.aft, rounding: .up)) aft of the limit (\(point.label))."
    }
    return "\(name) is outside the envelope (\(point.label))."
  }

  private func detail(_ point: PathPoint) -> String {
    guard let cg = point.cg else { return "The weight is zero." }
    guard let limits = nearestLimits(point.weight) else { return "\(units.text(point.weight)) at \(units.text(cg))." }
    return "\(units.text(point.weight)) at \(units.text(cg)); at this weight \(units.text(limits.forward)) to "
      + "\(units.text(limits.aft)) is allowed, category \(category.name)."
  }

  /// The limits at a weight; if the weight is outside the envelope, the limits at its nearest end.
  private func nearestLimits(_ weight: Weight) -> (forward: Arm, aft: Arm)? {
    let envelope = category.envelope.value
    return envelope.limits(at: min(max(weight, envelope.lowestWeight), envelope.highestWeight))
  }

  /// Checks loads whose arm is only known as a range, with all of them at either end of it.
  private func rangeWarnings() -> [Warning] {
    var found: [Warning] = []
    for load in scenario.stationLoads {
      guard let arm = load.arm, let station = aircraft.station(load.station) else { continue }
      let range = station.armRange?.value ?? station.arm.value...station.arm.value
      if !range.contains(arm) {
        found.append(
          Warning(
            level: .warning, code: .armOutOfRange,
            message: "\(station.name) is loaded at \(units.text(arm)), outside its range.",
            detail: "The range is \(units.text(range.lowerBound)) to \(units.text(range.upperBound))."))
      }
    }
    guard armSlack.lowerBound < .zero || armSlack.upperBound > .zero else { return found }
    let envelope = category.envelope.value
    let unsafe = burnPath.first { point in
      point.part != .ramp && point.inEnvelope
        && ![armSlack.lowerBound, armSlack.upperBound].allSatisfy {
          envelope.contains(weight: point.weight, moment: point.moment + $0)
        }
    }
    if let unsafe {
      found.append(
        Warning(
          level: .caution, code: .armRangeCG,
          message: "With seats at the end of their travel, the CG leaves the envelope (\(unsafe.label)).",
          detail: "The sheet uses the usual arm of each station: give the arm of each load to be sure."))
    }
    return found
  }

  // MARK: Stations and tanks

  private func stationWarnings() -> [Warning] {
    var found: [Warning] = []
    for detail in stationDetails where detail.margin < .zero {
      let excess = units.text(.zero - detail.margin, rounding: .up)
      found.append(
        Warning(
          level: .danger, code: .stationOverweight, message: "\(detail.station.name) exceeds its maximum by \(excess).",
          detail: "\(units.text(detail.weight)); the maximum is \(units.text(detail.station.maxWeight.value))."))
    }
    for detail in combinedDetails where detail.margin < .zero {
      let excess = units.text(.zero - detail.margin, rounding: .up)
      found.append(
        Warning(
          level: .danger, code: .combinedOverweight, message: "\(detail.limit.name) exceeds its maximum by \(excess).",
          detail: "\(units.text(detail.weight)) in \(detail.limit.stations.joined(separator: " and ")); together they "
            + "may hold \(units.text(detail.limit.maxWeight.value))."))
    }
    for detail in fuelDetails where detail.margin < .zero {
      let excess = units.text(.zero - detail.margin, rounding: .up)
      found.append(
        Warning(
          level: .danger, code: .fuelOvercapacity, message: "\(detail.tank.name) holds \(excess) more than it can.",
          detail: "\(units.text(detail.loaded)); the usable capacity is \(units.text(detail.tank.capacity.value))."))
    }
    return found
  }

  // MARK: Cautions

  /// Warns if less than 5 % of the maximum weight is left, or less than an inch of balance.
  private func nearness() -> [Warning] {
    var found: [Warning] = []
    guard let takeoff = phase(.takeoff) else { return found }
    if let limit = takeoff.maxWeight, takeoff.weight <= limit, (limit - takeoff.weight).steps * 20 < limit.steps {
      found.append(
        Warning(
          level: .caution, code: .nearMaxGross,
          message: "Take-off weight is \(units.text(limit - takeoff.weight, rounding: .down)) below its maximum.",
          detail: "That is less than 5 % of \(units.text(limit)): a heavier passenger than planned could exceed it."))
    }
    let inch = Arm(1, .inches)
    for point in burnPath where point.part != .ramp && point.part <= .landing && point.inEnvelope {
      guard let cg = point.cg, let limits = category.envelope.value.limits(at: point.weight) else { continue }
      let margin = min(cg - limits.forward, limits.aft - cg)
      guard margin < inch else { continue }
      let side = cg - limits.forward < limits.aft - cg ? "forward" : "aft"
      found.append(
        Warning(
          level: .caution, code: .cgNearLimit,
          message:
            "The centre of gravity is \(units.text(margin, rounding: .down)) from the \(side) limit (\(point.label)).",
          detail: detail(point)))
      break
    }
    return found
  }

  /// Warns about unknown values that this loading depends on.
  private func unverified() -> [Warning] {
    var limits: [(String, Source)] = []
    func look<Value>(_ name: String, _ value: Sourced<Value>?) {
      if let value, !value.isKnown { limits.append((name, value.source)) }
    }
    look("the envelope, category \(category.name)", category.envelope)
    look("maximum weight, category \(category.name)", category.maxWeight)
    look("maximum take-off weight", aircraft.limits.takeoff)
    look("maximum ramp weight", aircraft.limits.ramp)
    look("maximum landing weight", aircraft.limits.landing)
    look("maximum zero-fuel weight", aircraft.limits.zeroFuel)
    for detail in stationDetails where detail.weight != .zero {
      look("maximum of \(detail.station.name)", detail.station.maxWeight)
    }
    for detail in combinedDetails where detail.weight != .zero {
      look("maximum of \(detail.limit.name)", detail.limit.maxWeight)
    }
    for detail in fuelDetails where detail.loaded != .zero {
      look("capacity of \(detail.tank.name)", detail.tank.capacity)
      if scenario.wantedDensity == nil {
        look("fuel density in \(detail.tank.name)", detail.tank.density)
      }
    }
    let cautions = limits.map { name, source in
      Warning(
        level: .caution, code: .unverifiedLimit, message: "Not known for this type: \(name).",
        detail: "A conservative value is used: enter the value from the flight manual. \(source.notes)")
    }
    limits = []
    for detail in stationDetails where detail.weight != .zero { look(detail.station.name, detail.station.arm) }
    for detail in fuelDetails where detail.loaded != .zero { look(detail.tank.name, detail.tank.arm) }
    if scenario.empty == nil {
      look("empty weight", aircraft.emptyWeight)
      look("arm of the empty weight", aircraft.emptyArm)
    }
    return cautions
      + limits.map { name, source in
        Warning(
          level: .caution, code: .unverifiedArm, message: "Not known for this type: the arm of \(name).",
          detail: "An estimate is used: enter the value from the flight manual. \(source.notes)")
      }
  }
}

/// Finds everything that is wrong with a loading.
extension LoadSheet {
  /// All warnings, the most severe first.
  func findWarnings() -> [Warning] {
    var found = impossibleLoads() + fuelWarnings() + weightWarnings() + balanceWarnings() + stationWarnings()
    found += categoryStationWarnings() + rangeWarnings()
    if !found.contains(where: { $0.level == .danger }) { found += nearness() }
    found += changedElsewhere() + crewAndFuelWarnings() + weighingWarnings() + unverified()
    var seen: Set<Warning> = []
    // A caution that says the same again says nothing.
    return found.filter { $0.level > .caution || seen.insert($0).inserted }.sorted(by: Warning.comesBefore)
  }

  /// What is said of a limit that is only a guess, and the regulation that then applies: whether the
  /// limit of the flight manual is broken is not known, so the pilot has to look.
  func guess(_ isKnown: Bool) -> (text: String, regulation: Warning.Regulation) {
    isKnown
      ? ("", .limits)
      : (" This limit is a guess, because the true one is not known: look it up in the flight manual.", .preflight)
  }

  private func impossibleLoads() -> [Warning] {
    var found: [Warning] = []
    for detail in stationDetails where detail.weight < .zero || detail.hasNegativeLoad {
      found.append(
        Warning(
          level: .danger, code: .negativeWeight, message: "\(detail.station.name) has a negative weight.",
          detail: "It holds \(units.text(detail.weight)) in all: enter the real weight, 0 or more.", regulation: nil))
    }
    for detail in tankDetails where detail.loaded < .zero {
      found.append(
        Warning(
          level: .danger, code: .negativeFuel, message: "\(detail.tank.name) holds a negative amount of fuel.",
          detail: "It holds \(units.text(detail.loaded)): enter the real amount, 0 or more.", regulation: nil))
    }
    return found
  }

  /// The tanks in the order of the file, and not in that in which they are emptied.
  var tankDetails: [FuelDetail] {
    fuelDetails.count < 2
      ? fuelDetails : aircraft.tanks.compactMap { tank in fuelDetails.first { $0.tank.id == tank.id } }
  }

  private func fuelWarnings() -> [Warning] {
    if fuelShortage > .zero {
      return [
        Warning(
          level: .danger, code: .fuelShort,
          message: "Taxi and trip need \(units.text(fuelShortage, rounding: .up)) more fuel than is on board.",
          detail: "From there on the sheet is computed with dry tanks: load more fuel or plan a shorter trip.",
          regulation: .fuel)
      ] + planWarnings()
    }
    return reserveWarnings() + planWarnings()
  }

  /// The reserve that 14 CFR 91.151 asks for by day under VFR.
  private var reserveMinutes: Int { aircraft.category == "helicopter" ? 20 : 30 }

  private func reserveWarnings() -> [Warning] {
    guard scenario.tripFuel > .zero else { return [] }
    let left = fuelDetails.reduce(Volume.zero) { $0 + max($1.remaining, .zero) }
    let rule = "\(reserveMinutes) minutes by day" + (aircraft.category == "helicopter" ? "" : ", 45 minutes at night")
    guard left > .zero else {
      return [
        Warning(
          level: .danger, code: .dryTanks, message: "Nothing is left in the tanks at landing.",
          detail: "A flight under VFR needs a reserve of \(rule): load more fuel or plan a shorter trip.",
          regulation: .fuel)
      ]
    }
    guard let flow = aircraft.cruiseFlow, left.steps * 60 < flow.value.steps * Int128(reserveMinutes) else { return [] }
    let minutes = decimalText(left.steps * 60, over: flow.value.steps, places: 0, rounding: .down)
    let source = flow.isKnown ? "" : ", a typical value"
    return [
      Warning(
        level: .caution, code: .lowReserve,
        message: "\(units.text(left, rounding: .down)) at landing last \(minutes) minutes; the reserve is \(rule).",
        detail:
          "Computed with \(units.text(flow.value)) an hour in cruise\(source): load more fuel or plan a shorter trip.",
        regulation: .fuel)
    ]
  }

  /// Warns if the scenario does not say what is needed for a flight.
  private func planWarnings() -> [Warning] {
    guard !aircraft.tanks.isEmpty else { return [] }
    var found: [Warning] = []
    if scenario.taxiFuel == nil, Self.isParked(scenario) {
      found.append(
        Warning(
          level: .caution, code: .noFuel, message: "No tank holds fuel, so taxi fuel counts as 0.",
          detail: "The sheet describes an aeroplane that does not move: enter the fuel.", regulation: .preflight))
    }
    if !scenario.hasTripFuel {
      found.append(
        Warning(
          level: .caution, code: .noTripFuel, message: "No trip fuel is given, so landing is computed as take-off.",
          detail: "Enter the fuel from take-off to landing.", regulation: .preflight))
    }
    return found
  }

  private func weightWarnings() -> [Warning] {
    phases.compactMap { phase in
      guard let limit = phase.maxWeight, phase.isTooHeavy else { return nil }
      let (level, code, name): (Warning.Level, Warning.Code, String) =
        switch phase.name {
        case .ramp: (.danger, .overMaxRamp, "Ramp weight")
        case .takeoff: (.danger, .overMaxGross, "Take-off weight")
        case .landing: (.warning, .overMaxLanding, "Landing weight")
        case .zeroFuel: (.danger, .overMaxZeroFuel, "Zero-fuel weight")
        }
      let guess = guess(phase.maxIsKnown)
      return Warning(
        level: level, code: code,
        message: "\(name) exceeds its maximum by \(units.text(phase.weight - limit, rounding: .up)).",
        detail: "\(units.text(phase.weight, unlike: limit)); the maximum is \(units.text(limit)), category "
          + "\(category.name)." + guess.text, regulation: guess.regulation)
    }
  }

  private func stationWarnings() -> [Warning] {
    var found: [Warning] = []
    for detail in stationDetails where detail.margin < .zero {
      let excess = units.text(.zero - detail.margin, rounding: .up)
      let guess = guess(detail.station.maxWeight.isKnown)
      guard detail.station.maxIsLimit else {
        found.append(
          Warning(
            level: .caution, code: .stationImplausible,
            message: "\(detail.station.name) holds \(units.text(detail.weight)): is that right?",
            detail: "No limit of this station is known; more than \(units.text(detail.station.maxWeight.value)) is not "
              + "expected there, and may be a slip of the pen.", regulation: nil))
        continue
      }
      found.append(
        Warning(
          level: .danger, code: .stationOverweight, message: "\(detail.station.name) exceeds its maximum by \(excess).",
          detail: "\(units.text(detail.weight)); the maximum is \(units.text(detail.station.maxWeight.value))."
            + guess.text, regulation: guess.regulation))
    }
    for detail in combinedDetails where detail.margin < .zero {
      let excess = units.text(.zero - detail.margin, rounding: .up)
      let guess = guess(detail.limit.maxWeight.isKnown)
      found.append(
        Warning(
          level: .danger, code: .combinedOverweight, message: "\(detail.limit.name) exceeds its maximum by \(excess).",
          detail: "\(units.text(detail.weight)) in \(detail.limit.stations.joined(separator: " and ")); together they "
            + "may hold \(units.text(detail.limit.maxWeight.value))." + guess.text, regulation: guess.regulation))
    }
    for detail in tankDetails where detail.margin < .zero {
      let tank = detail.tank
      let excess = units.text(.zero - detail.margin, rounding: .up)
      let guess = guess(tank.capacity.isKnown)
      found.append(
        Warning(
          level: .danger, code: .fuelOvercapacity, message: "\(tank.name) holds \(excess) more than it can.",
          detail:
            "\(units.text(detail.loaded)); the usable capacity is \(units.text(tank.capacity.value)).\(guess.text)",
          regulation: tank.capacity.isKnown ? nil : guess.regulation))
    }
    return found
  }

  private func categoryStationWarnings() -> [Warning] {
    guard let empty = category.emptyStations else { return [] }
    return stationDetails.compactMap { detail in
      guard detail.weight != .zero, empty.value.contains(detail.station.id) else { return nil }
      return Warning(
        level: empty.isKnown ? .danger : .caution, code: .categoryStation,
        message: "\(detail.station.name) must be empty in this category: \(category.name).",
        detail: "It holds \(units.text(detail.weight)): take it out, or fly in another category."
          + guess(empty.isKnown).text,
        regulation: guess(empty.isKnown).regulation)
    }
  }
}

extension LoadSheet {
  /// The values that are guesses and that this loading depends on, by their names.
  package var guesses: [String] {
    let names = (unverifiedLimits() + unverifiedArms()).map(\.0)
    return isEmptyUnverified && !names.contains(Self.emptyWeightName) ? [Self.emptyWeightName] + names : names
  }

  private static let emptyWeightName = "the empty weight"

  /// Warns about values that are not known and that this loading depends on.
  func unverified() -> [Warning] {
    unverifiedLimits().map { name, source in
      Warning(
        level: .caution, code: .unverifiedLimit, message: "Not known for this type: \(name).",
        detail: "A guess is used: enter the value from the flight manual. \(source.notes)", regulation: .preflight)
    }
      + unverifiedArms().map { name, source in
        Warning(
          level: .caution, code: .unverifiedArm, message: "Not known for this type: \(name).",
          detail: "An estimate is used: enter the value from the flight manual. \(source.notes)", regulation: .preflight
        )
      }
  }

  private func unverifiedLimits() -> [(String, Source)] {
    var found: [(String, Source)] = []
    func look<Value>(_ name: @autoclosure () -> String, _ value: Sourced<Value>?) {
      if let value, !value.isKnown { found.append((name(), value.source)) }
    }
    look("the envelope, category \(category.name)", category.envelope)
    look("maximum weight, category \(category.name)", category.maxWeight)
    look("maximum take-off weight", aircraft.limits.takeoff)
    look("maximum ramp weight", aircraft.limits.ramp)
    look("maximum landing weight", aircraft.limits.landing)
    look("maximum zero-fuel weight", aircraft.limits.zeroFuel)
    look("maximum ramp weight, category \(category.name)", category.maxRamp)
    look("maximum landing weight, category \(category.name)", category.maxLanding)
    look("maximum zero-fuel weight, category \(category.name)", category.maxZeroFuel)
    for detail in stationDetails where detail.weight != .zero && detail.station.maxIsLimit {
      look("maximum of \(detail.station.name)", detail.station.maxWeight)
    }
    for detail in combinedDetails where isAnyLoaded(of: detail.limit.stations) {
      look("maximum of \(detail.limit.name)", detail.limit.maxWeight)
    }
    let hasDensity = scenario.wantedDensity != nil
    for detail in tankDetails where detail.loaded != .zero {
      look("capacity of \(detail.tank.name)", detail.tank.capacity)
      if !hasDensity { look("fuel density in \(detail.tank.name)", detail.tank.density) }
    }
    return found
  }

  private func unverifiedArms() -> [(String, Source)] {
    var found: [(String, Source)] = []
    func look<Value>(_ name: @autoclosure () -> String, _ value: Sourced<Value>) {
      if !value.isKnown { found.append((name(), value.source)) }
    }
    for detail in stationDetails where detail.weight != .zero && usesUsualArm(detail.station) {
      look("the arm of \(detail.station.name)", detail.station.arm)
    }
    for detail in tankDetails where detail.loaded != .zero { look("the arm of \(detail.tank.name)", detail.tank.arm) }
    if scenario.empty == nil {
      look(Self.emptyWeightName, aircraft.emptyWeight)
      look("the arm of the empty weight", aircraft.emptyArm)
    }
    return found
  }

  func usesUsualArm(_ station: Station) -> Bool {
    scenario.stationLoads.contains { $0.station == station.id && $0.arm == nil }
  }

  private func isAnyLoaded(of stations: [String]) -> Bool {
    stationDetails.contains { $0.weight != .zero && stations.contains($0.station.id) }
  }
}

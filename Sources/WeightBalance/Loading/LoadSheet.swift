/// The computed weights, moments and limits of one loading: its phases, its path through the envelope, and its
/// warnings.
///
/// All verdicts are exact and all limits are inclusive. Everything follows from aircraft and scenario; values are
/// rounded only for display. It is a value and can be computed on any thread.
package struct LoadSheet: Sendable {
  /// The text at the bottom of every sheet, never shortened.
  package static let disclaimer = """
    For planning only. Under 14 CFR 91.103 the pilot in command must, before beginning a flight, become familiar with \
    all available information concerning that flight, and is solely responsible for its weight and balance; operation \
    beyond the limits of the approved flight manual, markings and placards is prohibited by 14 CFR 91.9(a). This sheet \
    does not replace the approved flight manual or the weight and balance record of the very aeroplane. Its values may \
    be typical or simplified: where they differ from those documents, those documents prevail.
    """

  package let aircraft: Aircraft
  package let scenario: Loading
  package let category: CategoryLimits
  package let units: SheetUnits
  /// Ramp, take-off, landing and zero fuel, in this order.
  package let phases: [LoadPhase]
  /// The path of the centre of gravity from the ramp to dry tanks: every corner, and every point between two corners
  /// that is outside and further out than both.
  package let burnPath: [PathPoint]
  let way: FlightWay
  package let stationDetails: [StationDetail]
  package let combinedDetails: [CombinedDetail]
  /// All tanks, in the order in which they are emptied.
  package let fuelDetails: [FuelDetail]
  /// The warnings, the most severe first.
  package private(set) var warnings: [Warning]
  /// The volume that taxi and trip need and that is not on board.
  package let fuelShortage: Volume
  /// How far loads with a range of arms can move the moment forward and aft.
  let armSlack: ClosedRange<Moment>

  /// Computes the sheet.
  /// - Throws: an error if the scenario names a station, tank or category that the aircraft does not have, or if it has
  ///   more loads or more weight than any aeroplane can carry.
  package init(aircraft: Aircraft, scenario: Loading, units: SheetUnits = .american) throws(LoadSheetError) {
    guard let category = aircraft.categoryLimits(scenario.category) else {
      let known = aircraft.categories.map(\.id).joined(separator: ", ")
      throw LoadSheetError("category", "\(aircraft.name) has no category “\(scenario.category ?? "")”: it has \(known)")
    }
    self.aircraft = aircraft
    self.scenario = scenario
    self.category = category
    self.units = units
    let empty = scenario.empty ?? aircraft.emptyRecord
    var stations: [StationDetail] = [], weight = empty.weight, moment = empty.moment
    let tanks = Self.tanks(of: aircraft, scenario)
    try Self.refuseTooMuch(aircraft.fixedItems.reduce(empty.weight) { $0 + $1.weight.value }, scenario, tanks)
    for item in aircraft.fixedItems {
      weight += item.weight.value
      moment += item.moment.value
    }
    try Self.checkNames(of: scenario, aircraft)
    var forward = Moment.zero, aft = Moment.zero
    for station in aircraft.stations {
      var load = Weight.zero, loadMoment = Moment.zero, hasNegativeLoad = false
      for part in scenario.stationLoads where part.station == station.id {
        load += part.weight
        if part.weight < .zero { hasNegativeLoad = true }
        loadMoment += part.weight * (part.arm ?? station.arm.value)
        if part.arm == nil, part.weight > .zero, let range = station.armRange?.value {
          forward += part.weight * (range.lowerBound - station.arm.value)
          aft += part.weight * (range.upperBound - station.arm.value)
        }
      }
      stations.append(
        StationDetail(
          station: station, weight: load, moment: loadMoment, margin: station.maxWeight.value - load,
          hasNegativeLoad: hasNegativeLoad))
      weight += load
      moment += loadMoment
    }
    let slack = Self.slack(of: aircraft, scenario)
    let taxi = Self.taxiFuel(of: aircraft, scenario)
    let burn = FuelBurn(
      tanks: tanks, order: Self.burnOrder(of: aircraft, scenario), taxi: taxi,
      trip: slack.trip(scenario.tripFuel, of: tanks.reduce(.zero - taxi) { $0 + max($1.loaded, .zero) }))
    let states = burn.states(weight: weight, moment: moment)
    guard states.allSatisfy({ $0.moment.steps.magnitude <= Moment.limit.steps.magnitude }) else {
      throw LoadSheetError("stationLoads", "the moment is greater than any aeroplane has; check weights and arms")
    }
    stationDetails = stations
    combinedDetails = aircraft.combinedLimits.map { limit in
      let members = stations.filter { limit.stations.contains($0.station.id) }
      return CombinedDetail(limit: limit, weight: members.reduce(Weight.zero) { $0 + $1.weight })
    }
    fuelDetails = burn.tanks.map { tank in
      let weight = tank.weight(after: .zero)
      return FuelDetail(
        tank: tank.tank, loaded: tank.loaded, weight: weight, moment: weight * tank.tank.arm.value,
        density: tank.density,
        taxiBurn: tank.taxi, tripBurn: tank.trip)
    }
    fuelShortage = burn.shortage
    armSlack = min(forward, .zero)...max(aft, .zero)
    way = FlightWay(states, in: category.envelope.value, slack: slack)
    burnPath = way.path
    phases = Self.phases(way, aircraft, category)
    warnings = []
    warnings = findWarnings()
  }

  private static let loadLimit = 1000

  /// Refuses weights that no aeroplane can carry, so that no sum or moment can overflow.
  private static func refuseTooMuch(
    _ empty: Weight, _ scenario: Loading, _ tanks: [FuelBurn.Tank]
  ) throws(LoadSheetError) {
    var total = empty.steps.magnitude
    for load in scenario.stationLoads { total += load.weight.steps.magnitude }
    for tank in tanks { total += (tank.loaded * tank.density).steps.magnitude }
    guard total <= WeightUnit.limit.magnitude else {
      throw LoadSheetError("stationLoads", "the loads are heavier than any aeroplane can carry; check the weights")
    }
  }

  private static func checkNames(of scenario: Loading, _ aircraft: Aircraft) throws(LoadSheetError) {
    guard scenario.stationLoads.count <= loadLimit, scenario.fuelLoads.count <= loadLimit else {
      throw LoadSheetError("stationLoads", "there are more than \(loadLimit) loads; delete some")
    }
    if let unknown = scenario.stationLoads.first(where: { aircraft.station($0.station) == nil }) {
      let known = aircraft.stations.map(\.id).joined(separator: ", ")
      throw LoadSheetError("stationLoads", "\(aircraft.name) has no station “\(unknown.station)”: it has \(known)")
    }
    for (key, names) in [
      ("fuelLoads", scenario.fuelLoads.map(\.tank)), ("burnOrder", (scenario.burnOrder ?? []).map(\.tank)),
    ] {
      if let unknown = names.first(where: { aircraft.tank($0) == nil }) {
        let known = aircraft.tanks.map(\.id).joined(separator: ", ")
        throw LoadSheetError(key, "\(aircraft.name) has no tank “\(unknown)”: it has \(known)")
      }
    }
  }

  /// The order of the scenario, else that of the type.
  static func burnOrder(of aircraft: Aircraft, _ scenario: Loading) -> [Loading.BurnStep] {
    scenario.burnOrder ?? aircraft.burnOrder.map { Loading.BurnStep(tank: $0) }
  }

  /// All tanks with their fuel: those of the burn order first, then the others.
  private static func tanks(of aircraft: Aircraft, _ scenario: Loading) -> [FuelBurn.Tank] {
    var order: [FuelTank] = []
    for id in burnOrder(of: aircraft, scenario).map(\.tank) + aircraft.tanks.map(\.id) {
      if let tank = aircraft.tank(id), !order.contains(where: { $0.id == id }) { order.append(tank) }
    }
    return order.map { tank in
      let loaded = scenario.fuelLoads.filter { $0.tank == tank.id }.reduce(Volume.zero) {
        $0 + $1.volume
      }
      return FuelBurn.Tank(
        tank: tank, density: scenario.wantedDensity ?? tank.density.value, loaded: loaded)
    }
  }

  /// How far a limit may be passed if a figure of the files was rounded.
  private static func slack(of aircraft: Aircraft, _ scenario: Loading) -> FlightWay.Slack {
    let isRounded = scenario.isRounded || (scenario.taxiFuel == nil && aircraft.taxiFuelIsRounded)
    return isRounded ? .ofRoundedFigures : .none
  }

  /// The taxi fuel of the scenario, else that of the type. An aeroplane without fuel and without a trip does not taxi.
  private static func taxiFuel(of aircraft: Aircraft, _ scenario: Loading) -> Volume {
    scenario.taxiFuel ?? (isParked(scenario) ? .zero : aircraft.taxiFuel.value)
  }

  /// Whether no tank holds fuel and no trip is planned.
  static func isParked(_ scenario: Loading) -> Bool {
    scenario.tripFuel == .zero && !scenario.fuelLoads.contains { $0.volume > .zero }
  }

  private static func phases(_ way: FlightWay, _ aircraft: Aircraft, _ category: CategoryLimits) -> [LoadPhase] {
    let chord = aircraft.meanChord.flatMap {
      MeanAerodynamicChord(leadingEdge: $0.leadingEdge.value, length: $0.length.value)
    }
    let limits = PhaseLimits(aircraft, category)
    let kinds: [(LoadPhase.Name, PathPoint.Part, LimitInForce?)] = [
      (.ramp, .ramp, limits.ramp), (.takeoff, .takeoff, limits.takeoff), (.landing, .landing, limits.landing),
      (.zeroFuel, .zeroFuel, limits.zeroFuel),
    ]
    return kinds.compactMap { name, part, limit in
      // The ramp is the first state; each other phase is the state at the end of its part.
      let index = name == .ramp ? way.states.indices.first : way.states.lastIndex { $0.part == part }
      guard let index else { return nil }
      let state = way.states[index], margin = way.margins[index]
      return LoadPhase(
        name: name, weight: state.weight, moment: state.moment, cg: margin?.cg, inEnvelope: way.isInside(index),
        forwardLimit: margin?.forwardLimit, aftLimit: margin?.aftLimit, maxWeight: limit?.weight,
        maxIsKnown: limit?.isKnown ?? true,
        isTooHeavy: limit.map { state.weight > $0.weight + way.slack.weight } ?? false,
        percentMAC: margin.flatMap { margin in chord?.percentText(of: margin.cg, places: 2) })
    }
  }
}

extension LoadSheet {
  /// A phase. All four always exist.
  func phase(_ name: LoadPhase.Name) -> LoadPhase? { phases.first { $0.name == name } }

  /// Whether ramp, take-off, landing and zero-fuel weights are within their limits.
  package var isWithinWeightLimit: Bool {
    phases.allSatisfy { !$0.isTooHeavy }
  }

  /// The point of the flight with the least margin, stretches included; of equal ones the first on the way. `nil` if a
  /// point of the flight has no positive weight.
  package var worst: WorstPoint? {
    way.worst.map { WorstPoint(place: $0.place, part: $0.part, margin: $0.margin) }
  }

  /// Whether the whole flight, with dry tanks too, is inside the envelope.
  package var isWithinCGEnvelope: Bool {
    let codes: Set<Warning.Code> = [
      .cgOutOfEnvelope, .landingCGOutOfEnvelope, .zeroFuelCGOutOfEnvelope, .belowEnvelopeFloor,
    ]
    guard way.worst != nil else { return false }
    return !warnings.contains { codes.contains($0.code) } && way.isWithinHighestWeight
  }

  /// Whether no station, group of stations or tank holds more than its limit or a negative amount.
  package var isWithinAllStationLimits: Bool {
    stationDetails.allSatisfy(\.isWithinLimit) && combinedDetails.allSatisfy { $0.margin >= .zero }
      && fuelDetails.allSatisfy(\.isWithinLimit)
  }

  /// The take-off limit less the take-off weight; negative above the limit. Other limits may leave less room.
  package var weightMargin: Weight {
    guard let takeoff = phase(.takeoff), let limit = takeoff.maxWeight else { return .zero }
    return takeoff.isTooHeavy ? limit - takeoff.weight : max(limit - takeoff.weight, .zero)
  }

  /// How far the centre of gravity at take-off is aft of the forward limit at this weight; negative forward of it.
  package var cgForwardMargin: Arm? {
    guard let takeoff = phase(.takeoff), let cg = takeoff.cg, let limit = takeoff.forwardLimit else { return nil }
    return cg - limit
  }

  /// How far the centre of gravity at take-off is forward of the aft limit at this weight; negative aft of it.
  package var cgAftMargin: Arm? {
    guard let takeoff = phase(.takeoff), let cg = takeoff.cg, let limit = takeoff.aftLimit else { return nil }
    return limit - cg
  }

  /// What matters most: the most severe warning, or how much still fits and what stops it.
  package var limitingFactor: String {
    if let first = warnings.first, first.level > .caution { return first.message }
    let nothing = isCertain ? "Nothing is exceeded" : "Nothing is exceeded as far as is known"
    guard let room else { return nothing + "." }
    guard room.weight > .zero else { return "\(nothing), and nothing more fits: \(room.limitName) stops it." }
    return "\(nothing). \(room.station.name) can take \(units.text(room.weight)) more; then \(room.limitName) stops it."
  }

  /// Whether no limit that takes part is a guess, and the empty weight is that of this aeroplane.
  package var isCertain: Bool {
    guard case .inside(let doubts) = verdict else { return false }
    return doubts.isSubset(of: .cautions)
  }
}

/// A loading of an aeroplane, computed: its phases, its way through the envelope, and what is said against it.
///
/// All verdicts are exact and all limits inclusive. Everything follows from aircraft and scenario; nothing is rounded but
/// where it is shown.
package struct LoadSheet: Sendable {
  /// What stands at the foot of every sheet, never shortened.
  package static let disclaimer = """
    For planning only. Under 14 CFR 91.103 the pilot in command must, before beginning a flight, become familiar with \
    all available information concerning that flight, and is solely responsible for its weight and balance; operation \
    beyond the limits of the approved flight manual, markings and placards is prohibited by 14 CFR 91.9(a). This sheet \
    does not replace the approved flight manual or the weight and balance record of the very aeroplane. Its values may \
    be typical or simplified: where they differ from those documents, those documents prevail.
    """

  /// What a person has to know first.
  package enum Verdict: String, Sendable {
    /// Inside all limits.
    case inside
    /// Inside, with something to look at.
    case caution
    /// A limit is broken somewhere.
    case danger
  }

  package let aircraft: Aircraft
  package let scenario: Loading
  /// The category flown in.
  package let category: CategoryLimits
  /// The units of its sentences.
  package let units: SheetUnits
  /// Ramp, take-off, landing and zero fuel, in this order.
  package let phases: [LoadPhase]
  /// The way of the centre of gravity from the ramp to dry tanks, every corner of it, and every place between corners
  /// where it leaves the envelope.
  package let burnPath: [PathPoint]
  /// All stations of the aircraft.
  package let stationDetails: [StationDetail]
  /// All limits on several stations.
  package let combinedDetails: [CombinedDetail]
  /// All tanks, in the order in which they are emptied.
  package let fuelDetails: [FuelDetail]
  /// What is said against it, the worst first.
  package private(set) var warnings: [Warning]
  /// What taxi and trip need beyond what is on board.
  package let fuelShortage: Volume
  /// By how much loads in ranges can move the moment forward and aft.
  let armSlack: ClosedRange<Moment>

  /// Computes it.
  /// - Throws: where the scenario names a station, tank or category that the aircraft does not have, and where its loads
  ///   are too many or too heavy to be an aeroplane's.
  package init(aircraft: Aircraft, scenario: Loading, units: SheetUnits = .american) throws(LoadSheetError) {
    guard let category = aircraft.categoryLimits(scenario.category) else {
      let known = aircraft.categories.map(\.id).joined(separator: ", ")
      throw LoadSheetError("category", "\(aircraft.name) has no category “\(scenario.category ?? "")”: it has \(known)")
    }
    self.aircraft = aircraft
    self.scenario = scenario
    self.category = category
    self.units = units
    let empty =
      scenario.empty ?? Loading.WeighingRecord(weight: aircraft.emptyWeight.value, arm: aircraft.emptyArm.value)
    var stations: [StationDetail] = [], weight = empty.weight, moment = empty.weight * empty.arm
    for item in aircraft.fixedItems {
      weight += item.weight.value
      moment += item.moment.value
    }
    try Self.checkNames(of: scenario, aircraft)
    var forward = Moment.zero, aft = Moment.zero
    for station in aircraft.stations {
      var load = Weight.zero, loadMoment = Moment.zero
      for part in scenario.stationLoads where part.station == station.id {
        load += part.weight
        loadMoment += part.weight * (part.arm ?? station.arm.value)
        if part.arm == nil, part.weight > .zero, let range = station.armRange?.value {
          forward += part.weight * (range.lowerBound - station.arm.value)
          aft += part.weight * (range.upperBound - station.arm.value)
        }
      }
      stations.append(
        StationDetail(station: station, weight: load, moment: loadMoment, margin: station.maxWeight.value - load))
      weight += load
      moment += loadMoment
    }
    let burn = FuelBurn(
      tanks: Self.tanks(of: aircraft, scenario), taxi: Self.taxiFuel(of: aircraft, scenario), trip: scenario.tripFuel)
    let states = burn.states(weight: weight, moment: moment)
    guard states.allSatisfy({ $0.weight.steps.magnitude <= WeightUnit.limit.magnitude }) else {
      throw LoadSheetError("stationLoads", "the loads are heavier than any aeroplane")
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
    burnPath = category.envelope.value.path(through: states)
    phases = Self.phases(states, aircraft, category)
    warnings = []
    warnings = findWarnings()
  }

  private static let loadLimit = 1000

  private static func checkNames(of scenario: Loading, _ aircraft: Aircraft) throws(LoadSheetError) {
    guard scenario.stationLoads.count <= loadLimit, scenario.fuelLoads.count <= loadLimit else {
      throw LoadSheetError("stationLoads", "there are more than \(loadLimit) loads")
    }
    if let unknown = scenario.stationLoads.first(where: { aircraft.station($0.station) == nil }) {
      let known = aircraft.stations.map(\.id).joined(separator: ", ")
      throw LoadSheetError("stationLoads", "\(aircraft.name) has no station “\(unknown.station)”: it has \(known)")
    }
    for (key, names) in [("fuelLoads", scenario.fuelLoads.map(\.tank)), ("burnOrder", scenario.burnOrder ?? [])] {
      if let unknown = names.first(where: { aircraft.tank($0) == nil }) {
        let known = aircraft.tanks.map(\.id).joined(separator: ", ")
        throw LoadSheetError(key, "\(aircraft.name) has no tank “\(unknown)”: it has \(known)")
      }
    }
  }

  /// All tanks with their fuel: those of the burn order first, then the others.
  private static func tanks(of aircraft: Aircraft, _ scenario: Loading) -> [FuelBurn.Tank] {
    var order: [FuelTank] = []
    for id in (scenario.burnOrder ?? aircraft.burnOrder) + aircraft.tanks.map(\.id) {
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

  /// The taxi fuel of the scenario. The type's own usual amount is no demand: with less on board it is less.
  private static func taxiFuel(of aircraft: Aircraft, _ scenario: Loading) -> Volume {
    if let asked = scenario.taxiFuel { return asked }
    let onBoard = scenario.fuelLoads.reduce(Volume.zero) { $0 + $1.volume }
    return min(aircraft.taxiFuel.value, max(onBoard - scenario.tripFuel, .zero))
  }

  private static func phases(
    _ states: [FuelBurn.State], _ aircraft: Aircraft, _ category: CategoryLimits
  ) -> [LoadPhase] {
    let envelope = category.envelope.value
    let chord = aircraft.meanChord.flatMap {
      MeanAerodynamicChord(leadingEdge: $0.leadingEdge.value, length: $0.length.value)
    }
    let kinds: [(LoadPhase.Name, PathPoint.Part, Weight?)] = [
      (.ramp, .ramp, aircraft.limits.ramp?.value),
      (.takeoff, .takeoff, min(aircraft.limits.takeoff.value, category.maxWeight.value)),
      (.landing, .landing, aircraft.limits.landing?.value), (.zeroFuel, .zeroFuel, aircraft.limits.zeroFuel?.value),
    ]
    return kinds.compactMap { name, part, limit in
      // The ramp is where everything begins; of the others the state that ends the part.
      guard let state = name == .ramp ? states.first : states.last(where: { $0.part == part }) else { return nil }
      let cg = state.moment.arm(of: state.weight)
      let limits = envelope.limits(at: name == .ramp ? min(state.weight, envelope.highestWeight) : state.weight)
      let isInside =
        name == .ramp && state.weight > envelope.highestWeight
        ? envelope.allowsBalance(weight: state.weight, moment: state.moment)
        : envelope.contains(weight: state.weight, moment: state.moment)
      return LoadPhase(
        name: name, weight: state.weight, moment: state.moment, cg: cg, inEnvelope: isInside,
        forwardLimit: limits?.forward, aftLimit: limits?.aft, maxWeight: limit,
        percentMAC: cg.flatMap { cg in chord?.percentText(of: cg, places: 2) })
    }
  }
}

extension LoadSheet {
  /// A phase; all four are always there.
  func phase(_ name: LoadPhase.Name) -> LoadPhase? { phases.first { $0.name == name } }

  /// Whether ramp, take-off, landing and zero-fuel weights are within their limits.
  package var isWithinWeightLimit: Bool {
    phases.allSatisfy { phase in phase.maxWeight.map { phase.weight <= $0 } ?? true }
  }

  /// Whether the flight is inside the envelope all the way, dry tanks included.
  package var isWithinCGEnvelope: Bool { burnPath.allSatisfy { $0.part == .ramp || $0.inEnvelope } }

  /// Whether all stations, combined stations and tanks hold no more than they may, and nothing negative.
  package var isWithinAllStationLimits: Bool {
    stationDetails.allSatisfy(\.isWithinLimit) && combinedDetails.allSatisfy { $0.margin >= .zero }
      && fuelDetails.allSatisfy(\.isWithinLimit)
  }

  /// What the take-off weight could still grow by; negative above the limit.
  package var weightMargin: Weight {
    guard let takeoff = phase(.takeoff), let limit = takeoff.maxWeight else { return .zero }
    return limit - takeoff.weight
  }

  /// How far the centre of gravity at take-off lies behind the forward limit at this weight.
  package var cgForwardMargin: Arm? {
    guard let takeoff = phase(.takeoff), let cg = takeoff.cg, let limit = takeoff.forwardLimit else { return nil }
    return cg - limit
  }

  /// How far the centre of gravity at take-off lies in front of the aft limit at this weight.
  package var cgAftMargin: Arm? {
    guard let takeoff = phase(.takeoff), let cg = takeoff.cg, let limit = takeoff.aftLimit else { return nil }
    return limit - cg
  }

  /// Whether nothing worse than a caution stands.
  package var isLegal: Bool { warnings.allSatisfy { $0.level == .caution } }

  /// What a person has to know first.
  package var verdict: Verdict { warnings.isEmpty ? .inside : isLegal ? .caution : .danger }

  /// What limits the loading: what is worst about it, or what would be reached first.
  package var limitingFactor: String {
    if let first = warnings.first, first.level > .caution { return first.message }
    return "Nothing is exceeded; take-off weight could grow by \(units.text(weightMargin, rounding: .down))."
  }
}

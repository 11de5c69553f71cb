/// Computes how the tanks are emptied one after the other: on the ramp, in flight, and after the planned landing.
struct FuelBurn {
  struct Tank {
    let tank: FuelTank
    let density: Density
    let loaded: Volume
    var taxi = Volume.zero
    var trip = Volume.zero

    /// The weight of the fuel that remains after a volume has been burned.
    func weight(after burned: Volume) -> Weight { (loaded - burned) * density }
  }

  /// A volume that burns from one tank before another tank is used.
  private struct Leg {
    let tank: Int
    var taxi = Volume.zero
    var trip = Volume.zero
    var reserve: Volume
  }

  /// In the order in which they are first named.
  private(set) var tanks: [Tank]
  private var legs: [Leg] = []
  /// The volume that taxi and trip need and that is not on board.
  private(set) var shortage = Volume.zero

  /// - Parameters:
  ///   - tanks: in the order in which they are first named.
  ///   - order: the steps; tanks that it does not name follow, and what its amounts leave comes last. Empty: one tank
  ///     after the other.
  init(tanks: [Tank], order: [Loading.BurnStep] = [], taxi: Volume, trip: Volume) {
    self.tanks = tanks
    legs = Self.legs(tanks, order)
    burn(taxi, \.taxi, \.taxi)
    burn(trip, \.trip, \.trip)
  }

  private static func legs(_ tanks: [Tank], _ order: [Loading.BurnStep]) -> [Leg] {
    var left = tanks.map(\.loaded)
    var legs: [Leg] = []
    func add(_ tank: Int, _ most: Volume?) {
      // A negative amount burns nothing, and is made good when its turn comes after landing.
      let volume = most.map { min($0, max(left[tank], .zero)) } ?? left[tank]
      guard volume != .zero else { return }
      left[tank] -= volume
      if let last = legs.last, last.tank == tank {
        legs[legs.count - 1].reserve += volume
      } else {
        legs.append(Leg(tank: tank, reserve: volume))
      }
    }
    for step in order {
      if let tank = tanks.firstIndex(where: { $0.tank.id == step.tank }) { add(tank, step.volume) }
    }
    for (index, tank) in tanks.enumerated() where !order.contains(where: { $0.tank == tank.tank.id }) {
      add(index, nil)
    }
    for index in tanks.indices { add(index, nil) }
    return legs
  }

  private mutating func burn(
    _ volume: Volume, _ purpose: WritableKeyPath<Tank, Volume>, _ part: WritableKeyPath<Leg, Volume>
  ) {
    var left = volume
    for index in legs.indices {
      let used = min(left, max(legs[index].reserve, .zero))
      legs[index][keyPath: part] += used
      legs[index].reserve -= used
      tanks[legs[index].tank][keyPath: purpose] += used
      left -= used
    }
    shortage += left
  }

  /// One state of the aeroplane, at the end of a segment during which one tank is emptied.
  struct State {
    let part: PathPoint.Part
    let place: PathPlace
    let weight: Weight
    let moment: Moment
    /// The arm of the tank that was used in the segment before this state; `nil` if nothing was burned.
    let arm: Arm?
  }

  /// The states from the ramp to dry tanks.
  /// - Parameters:
  ///   - weight: the weight of everything except the fuel.
  ///   - moment: the moment of that weight.
  func states(weight: Weight, moment: Moment) -> [State] {
    var states: [State] = []
    var weight = weight, moment = moment
    for tank in tanks {
      weight += tank.weight(after: .zero)
      moment += tank.weight(after: .zero) * tank.tank.arm.value
    }
    states.append(State(part: .ramp, place: PathPlace(.ramp), weight: weight, moment: moment, arm: nil))
    var burned = tanks.map { _ in Volume.zero }
    func pass(_ part: PathPoint.Part, end: PathPoint.Part, _ corner: PathPlace.Corner, _ volume: (Leg) -> Volume) {
      let burning = legs.indices.filter { volume(legs[$0]) != .zero }
      for (place, index) in burning.enumerated() {
        let leg = legs[index], tank = tanks[leg.tank], before = burned[leg.tank]
        burned[leg.tank] += volume(leg)
        let change = tank.weight(after: before) - tank.weight(after: burned[leg.tank])
        weight -= change
        moment -= change * tank.tank.arm.value
        let isLast = index == burning.last
        // A tank with less than nothing lies between two legs of one tank and burns nothing: no change of tank.
        if !isLast, legs[burning[place + 1]].tank == leg.tank { continue }
        states.append(
          State(
            part: isLast ? end : part, place: PathPlace(isLast ? corner : changeOver(index)), weight: weight,
            moment: moment,
            arm: tank.tank.arm.value))
      }
      if burning.isEmpty {
        states.append(State(part: end, place: PathPlace(corner), weight: weight, moment: moment, arm: nil))
      }
    }
    pass(.ramp, end: .takeoff, .takeoff) { $0.taxi }
    pass(.flight, end: .landing, .landing) { $0.trip }
    pass(.reserve, end: .zeroFuel, .zeroFuel) { $0.reserve }
    return states
  }

  /// The end of a leg at which another tank is taken.
  private func changeOver(_ index: Int) -> PathPlace.Corner {
    let tank = legs[index].tank
    return .changeOver(tank: tanks[tank].tank.name, use: legs[...index].count { $0.tank == tank })
  }
}

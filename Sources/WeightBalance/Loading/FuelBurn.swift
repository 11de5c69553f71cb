/// Computes how the tanks are emptied one after the other: on the ramp, in flight, and after the planned landing.
struct FuelBurn {
  /// A tank with its fuel.
  struct Tank {
    let tank: FuelTank
    let density: Density
    let loaded: Volume
    var taxi = Volume.zero
    var trip = Volume.zero

    /// The weight of the fuel that remains after a volume has been burned.
    func weight(after burned: Volume) -> Weight { (loaded - burned) * density }
  }

  /// In the order in which they are emptied.
  private(set) var tanks: [Tank]
  /// The volume that taxi and trip need and that is not on board.
  private(set) var shortage = Volume.zero

  init(tanks: [Tank], taxi: Volume, trip: Volume) {
    self.tanks = tanks
    burn(taxi, \.taxi)
    burn(trip, \.trip)
  }

  private mutating func burn(_ volume: Volume, _ purpose: WritableKeyPath<Tank, Volume>) {
    var left = volume
    for index in tanks.indices {
      let used = min(left, max(tanks[index].loaded - tanks[index].taxi - tanks[index].trip, .zero))
      tanks[index][keyPath: purpose] += used
      left -= used
    }
    shortage += left
  }

  /// One state of the aeroplane, at the end of a segment during which one tank is emptied.
  struct State {
    let part: PathPoint.Part
    let label: String
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
    states.append(State(part: .ramp, label: "ramp", weight: weight, moment: moment, arm: nil))
    func pass(
      _ part: PathPoint.Part, end: PathPoint.Part, _ label: String, from: (Tank) -> Volume, to: (Tank) -> Volume
    ) {
      let burning = tanks.filter { from($0) != to($0) }
      for (index, tank) in burning.enumerated() {
        let change = tank.weight(after: from(tank)) - tank.weight(after: to(tank))
        weight -= change
        moment -= change * tank.tank.arm.value
        let isLast = index == burning.count - 1
        states.append(
          State(
            part: isLast ? end : part, label: isLast ? label : "\(tank.tank.name) changed over", weight: weight,
            moment: moment, arm: tank.tank.arm.value))
      }
      if burning.isEmpty { states.append(State(part: end, label: label, weight: weight, moment: moment, arm: nil)) }
    }
    pass(.ramp, end: .takeoff, "take-off", from: { _ in .zero }, to: { $0.taxi })
    pass(.flight, end: .landing, "landing", from: { $0.taxi }, to: { $0.taxi + $0.trip })
    pass(.reserve, end: .zeroFuel, "zero fuel", from: { $0.taxi + $0.trip }, to: { $0.loaded })
    return states
  }
}

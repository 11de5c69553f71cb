extension Envelope {
  /// Whether a centre of gravity is allowed at a weight. If the weight is above or below the envelope, the limits at
  /// its highest or lowest weight apply.
  func allowsBalance(weight: Weight, moment: Moment) -> Bool {
    let nearest = min(max(weight, lowestWeight), highestWeight)
    guard nearest != weight else { return contains(weight: weight, moment: moment) }
    guard weight > .zero, let limits = limits(at: nearest) else { return false }
    return weight * limits.forward <= moment && moment <= weight * limits.aft
  }

  /// The path through some states, each point with its verdict, and between two of them every point that is outside
  /// although both are inside.
  ///
  /// While one tank empties, moment falls in proportion to weight. The limits are straight in CG and therefore curved
  /// in moment: the path can leave the envelope and come back. If it does, it does so at a corner of the envelope or
  /// where it runs parallel to a limit; those weights are checked.
  func path(through states: [FuelBurn.State]) -> [PathPoint] {
    var path: [PathPoint] = []
    var previous: FuelBurn.State?
    for state in states {
      if let previous, let arm = state.arm, state.weight < previous.weight {
        for weight in turningWeights(along: state, arm: arm)
        where state.weight < weight && weight < previous.weight {
          let moment = state.moment + (weight - state.weight) * arm
          if !contains(weight: weight, moment: moment), previous.part != .ramp {
            path.append(
              PathPoint(
                part: previous.part < .landing ? .flight : .reserve, label: "on the way to \(state.label)",
                weight: weight,
                moment: moment, inEnvelope: false))
          }
        }
      }
      path.append(
        PathPoint(
          part: state.part, label: state.label, weight: state.weight, moment: state.moment,
          inEnvelope: contains(weight: state.weight, moment: state.moment)))
      previous = state
    }
    return path
  }

  /// The weights at which a path that is straight in weight and moment may be furthest outside, the highest first.
  private func turningWeights(along state: FuelBurn.State, arm: Arm) -> [Weight] {
    var weights = Set(points.map(\.weight))
    for (index, from) in points.enumerated() {
      let to = points[(index + 1) % points.count]
      let rise = (to.arm - from.arm).steps, run = (to.weight - from.weight).steps
      // M(W) − W (c₁ + (W − w₁) rise / run) is greatest or least at W = (w₁ + (a − c₁) run / rise) / 2.
      guard rise != 0, run != 0, let reach = rounded((arm - from.arm).steps, times: run, over: rise) else { continue }
      let doubled = from.weight.steps + reach
      if doubled > 0, doubled < 2 * highestWeight.steps { weights.insert(Weight(steps: doubled / 2)) }
    }
    return weights.sorted(by: >)
  }
}

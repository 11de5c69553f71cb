extension BalanceShift {
  /// The changes of the moment, in kilogram metres, that keep the whole way inside if every weight on it changes by an
  /// amount in kilograms: ranges that do not touch, from the least on.
  func moments(at change: Double) -> [ClosedRange<Double>] {
    var found = [-Double.infinity...Double.infinity]
    for (index, state) in states.enumerated() {
      let weight = state.weight + change
      guard weight > 0, weight <= state.limit + 1e-9 else { return [] }
      if state.isRamp { continue }
      guard weight >= floor - 1e-9 else { return [] }
      let slabs = slabs.filter { $0.low - 1e-9 <= weight && weight <= $0.high + 1e-9 }
      found = Self.common(found, Self.ranges(slabs, weight, state.moment))
      if index > 0, !states[index - 1].isRamp, let arm = state.arm {
        found = stretch(found, weight, state.moment, to: states[index - 1].weight + change, arm)
      }
      if found.isEmpty { return [] }
    }
    return found
  }

  /// The part of some ranges that keeps a stretch from one weight to a higher one inside every slab that it crosses.
  private func stretch(
    _ found: [ClosedRange<Double>], _ weight: Double, _ moment: Double, to end: Double, _ arm: Double
  ) -> [ClosedRange<Double>] {
    let (least, most) = (min(weight, end), max(weight, end))
    var found = found
    for slab in slabs where slab.low < most && least < slab.high {
      let (low, high) = (max(least, slab.low), min(most, slab.high))
      func narrow(_ at: Double) { found = Self.common(found, Self.ranges([slab], at, moment + (at - weight) * arm)) }
      narrow(low)
      narrow(high)
      for range in slab.ranges {
        for line in [range.forward, range.aft] where line.slope != 0 {
          let turn = (arm - line.offset) / (2 * line.slope)
          if low < turn, turn < high { narrow(turn) }
        }
      }
    }
    return found
  }

  /// The changes of a moment that some slabs allow at a weight.
  private static func ranges(_ slabs: [Slab], _ weight: Double, _ moment: Double) -> [ClosedRange<Double>] {
    var found: [ClosedRange<Double>] = []
    for slab in slabs {
      for range in slab.ranges {
        let least = range.forward.moment(at: weight) - tolerance - moment
        let most = range.aft.moment(at: weight) + tolerance - moment
        if least <= most { found.append(least...most) }
      }
    }
    return found.count < 2 ? found : merged(found)
  }

  private static func merged(_ ranges: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
    var found: [ClosedRange<Double>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = found.last, range.lowerBound <= last.upperBound {
        found[found.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        found.append(range)
      }
    }
    return found
  }

  /// What two lists of ranges have in common.
  private static func common(_ a: [ClosedRange<Double>], _ b: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
    var found: [ClosedRange<Double>] = []
    for one in a {
      for other in b where one.overlaps(other) { found.append(one.clamped(to: other)) }
    }
    return found
  }
}

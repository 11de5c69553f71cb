/// Finds by how much the whole way of a flight can be shifted in weight and moment so that it stays inside its limits.
///
/// It computes in binary numbers and only proposes amounts; a sheet decides. Between two amounts at which a corner of the
/// way reaches a limit, a stretch reaches a corner of the envelope, or a stretch touches a curved limit, nothing changes.
/// All these amounts follow from equations of at most the second degree, so no amount has to be tried one by one.
struct BalanceShift {
  /// A direction, for each kilogram: the change of weight, and of moment in kilogram metres.
  struct Direction {
    let weight: Double
    let moment: Double
  }

  struct Line {
    /// The limit is offset + slope × weight.
    let offset: Double
    let slope: Double

    init(_ line: EnvelopeLine) {
      slope =
        Double(nearest: line.rise) / Double(nearest: LengthUnit.metres.steps)
        / (Double(nearest: line.run) / Double(nearest: WeightUnit.kilograms.steps))
      offset = line.low.arm.double(in: .metres) - slope * line.low.weight.double(in: .kilograms)
    }

    func moment(at weight: Double) -> Double { weight * (offset + slope * weight) }
  }

  struct Slab {
    let low: Double
    let high: Double
    let ranges: [(forward: Line, aft: Line)]
  }

  struct State {
    let weight: Double
    let moment: Double
    /// The arm of the fuel that burns on the stretch that ends here; `nil` if nothing burns.
    let arm: Double?
    let isRamp: Bool
    /// The greatest weight; infinite without a limit.
    let limit: Double
  }

  let slabs: [Slab]
  let floor: Double
  private let limits: [PathPoint.Part: Double]
  let states: [State]

  /// Copies the way and the limits of a sheet.
  init(_ sheet: LoadSheet) {
    let envelope = sheet.category.envelope.value
    slabs = envelope.slabs.map { slab in
      Slab(
        low: slab.low.double(in: .kilograms), high: slab.high.double(in: .kilograms),
        ranges: slab.ranges.map { (Line($0.forward), Line($0.aft)) })
    }
    floor = envelope.lowestWeight.double(in: .kilograms)
    var limits: [PathPoint.Part: Double] = [:]
    for phase in sheet.phases {
      guard let most = phase.maxWeight else { continue }
      switch phase.name {
      case .ramp: limits[.ramp] = most.double(in: .kilograms)
      case .takeoff: limits[.takeoff] = min(most, envelope.highestWeight).double(in: .kilograms)
      case .landing: limits[.landing] = most.double(in: .kilograms)
      case .zeroFuel: limits[.zeroFuel] = most.double(in: .kilograms)
      }
    }
    self.limits = limits
    states = Self.states(sheet.way.states, limits)
  }

  private init(_ other: BalanceShift, states: [State]) {
    (slabs, floor, limits) = (other.slabs, other.floor, other.limits)
    self.states = states
  }

  /// The same limits for another way, with other fuel.
  func along(_ states: [FuelBurn.State]) -> BalanceShift { BalanceShift(self, states: Self.states(states, limits)) }

  private static func states(_ states: [FuelBurn.State], _ limits: [PathPoint.Part: Double]) -> [State] {
    states.enumerated().map { index, state in
      // The first state is the ramp; later ones of this part are changes of tank in taxi, which have no limit.
      let limit = state.part == .ramp && index > 0 ? nil : limits[state.part]
      return State(
        weight: state.weight.double(in: .kilograms), moment: state.moment.double(in: .kilograms, .metres),
        arm: state.arm?.double(in: .metres), isRamp: state.part == .ramp, limit: limit ?? .infinity)
    }
  }

  /// The amounts in a range, in kilograms, that keep the way inside, as closed intervals from the least on.
  func allowed(_ direction: Direction, in wanted: ClosedRange<Double>) -> [ClosedRange<Double>] {
    guard let range = withinWeights(direction, wanted) else { return [] }
    let inner = turns(direction).filter { range.lowerBound < $0 && $0 < range.upperBound }.sorted()
    var marks = [range.lowerBound]
    for turn in inner where turn - (marks.last ?? 0) > 1e-9 { marks.append(turn) }
    marks.append(range.upperBound)
    var found: [ClosedRange<Double>] = []
    func add(_ part: ClosedRange<Double>) {
      if let last = found.last, last.upperBound >= part.lowerBound {
        found[found.count - 1] = last.lowerBound...part.upperBound
      } else {
        found.append(part)
      }
    }
    for (index, mark) in marks.enumerated() {
      if isInside(direction, mark) { add(mark...mark) }
      if index + 1 < marks.count, isInside(direction, (mark + marks[index + 1]) / 2) { add(mark...marks[index + 1]) }
    }
    return found
  }

  /// The part of a range of amounts that exceeds no maximum weight; `nil` if there is none.
  private func withinWeights(_ direction: Direction, _ range: ClosedRange<Double>) -> ClosedRange<Double>? {
    var (least, most) = (range.lowerBound, range.upperBound)
    for state in states where state.limit.isFinite {
      let room = state.limit - state.weight
      if direction.weight > 0 {
        most = min(most, room / direction.weight)
      } else if direction.weight < 0 {
        least = max(least, room / direction.weight)
      } else if room < -1e-9 {
        return nil
      }
    }
    return least <= most + 1e-9 ? least...max(least, most) : nil
  }

  /// Whether the shifted way is inside, with a tolerance of rounding.
  func isInside(_ direction: Direction = Direction(weight: 0, moment: 0), _ amount: Double = 0) -> Bool {
    let more = direction.weight * amount, moment = direction.moment * amount
    for (index, state) in states.enumerated() {
      let weight = state.weight + more
      guard weight > 0, weight <= state.limit + 1e-9 else { return false }
      if state.isRamp { continue }
      guard weight >= floor - 1e-9, holds(weight, state.moment + moment) else { return false }
      if index > 0, !states[index - 1].isRamp, let arm = state.arm {
        let before = states[index - 1].weight + more
        guard stretchHolds(weight, state.moment + moment, to: before, arm) else { return false }
      }
    }
    return true
  }

  static let tolerance = 1e-8

  private func holds(_ weight: Double, _ moment: Double) -> Bool {
    slabs.contains { slab in
      slab.low - 1e-9 <= weight && weight <= slab.high + 1e-9 && holds(weight, moment, slab)
    }
  }

  private func holds(_ weight: Double, _ moment: Double, _ slab: Slab) -> Bool {
    slab.ranges.contains {
      $0.forward.moment(at: weight) <= moment + Self.tolerance && moment <= $0.aft.moment(at: weight) + Self.tolerance
    }
  }

  /// Whether a stretch from one weight to a higher one stays inside in every slab that it crosses.
  private func stretchHolds(_ weight: Double, _ moment: Double, to end: Double, _ arm: Double) -> Bool {
    let (least, most) = (min(weight, end), max(weight, end))
    for slab in slabs where slab.low < most && least < slab.high {
      let (low, high) = (max(least, slab.low), min(most, slab.high))
      var tries = [low, high]
      for range in slab.ranges {
        for line in [range.forward, range.aft] where line.slope != 0 {
          let turn = (arm - line.offset) / (2 * line.slope)
          if low < turn, turn < high { tries.append(turn) }
        }
      }
      for at in tries where !holds(at, moment + (at - weight) * arm, slab) { return false }
    }
    return true
  }

  private func turns(_ direction: Direction) -> [Double] {
    var turns: [Double] = []
    let (u, v) = (direction.weight, direction.moment)
    for (index, state) in states.enumerated() {
      let (weight, moment) = (state.weight, state.moment)
      if u != 0, state.limit.isFinite { turns.append((state.limit - weight) / u) }
      if state.isRamp { continue }
      if u != 0 { turns.append((floor - weight) / u) }
      let stretch = index > 0 && !states[index - 1].isRamp ? state.arm : nil
      for slab in slabs {
        if u != 0 { turns.append((slab.low - weight) / u) }
        for line in slab.ranges.flatMap({ [$0.forward, $0.aft] }) {
          let (p, q) = (line.offset, line.slope)
          turns += Self.roots(q * u * u, 2 * weight * q * u + p * u - v, weight * (p + q * weight) - moment)
          guard let arm = stretch, v - u * arm != 0 else { continue }
          for end in [slab.low, slab.high] {
            turns.append((line.moment(at: end) - moment - (end - weight) * arm) / (v - u * arm))
          }
          if q != 0 {
            let constant = (arm - p) * (arm - p) + 4 * q * (moment - weight * arm)
            turns.append(-constant / (4 * q * (v - u * arm)))
          }
        }
      }
    }
    return turns.filter(\.isFinite)
  }

  private static func roots(_ a: Double, _ b: Double, _ c: Double) -> [Double] {
    guard a != 0 else { return b == 0 ? [] : [-c / b] }
    let discriminant = b * b - 4 * a * c
    guard discriminant >= 0 else { return [] }
    // The form that does not subtract two nearly equal numbers.
    let sum = -(b + (b < 0 ? -1 : 1) * discriminant.squareRoot()) / 2
    return sum == 0 ? [0] : [sum / a, c / sum]
  }
}

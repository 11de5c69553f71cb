import Glibc

/// Standard deviations of the true weights from the written ones.
///
/// 47 lb a person is the value that FAA AC 120-27 gives operators who use average weights instead of weighing people;
/// its tables were not available when this was written, so check the current circular. A pilot who weighs the
/// passengers sets less. 0.1 % is the usual certified accuracy of aircraft scales.
package struct Deviations: Sendable, Hashable {
  package var person: Weight
  /// The mean weight of one person, which determines how many people a station holds.
  package var meanPerson: Weight
  /// The deviation of weighed things (baggage and the empty aeroplane), in percent of their weight.
  package var scalePercent: Double

  /// Negative deviations count as 0.
  package init(
    person: Weight = Weight(47, .pounds), meanPerson: Weight = Weight(190, .pounds), scalePercent: Double = 0.1
  ) {
    self.person = max(person, .zero)
    self.meanPerson = max(meanPerson, Weight(1, .pounds))
    self.scalePercent = scalePercent.isFinite ? max(scalePercent, 0) : 0
  }
}

/// The probability that a flight exceeds a limit.
package struct RiskEstimate: Sendable {
  /// The number of simulated flights.
  package let samples: Int
  /// The seed: the same seed draws the same flights.
  package let seed: UInt64
  /// The share of flights that exceeded any limit at any time.
  package let probability: Double
  package let standardError: Double
  /// The share of flights that exceeded each limit, the largest first. Limits that no flight exceeded are left out.
  package let byCode: [(code: Warning.Code, probability: Double)]
}

/// Simulates many flights with random errors around one loading and counts those that exceed a limit.
///
/// The error of each person and each scale has a normal distribution, and a seat without a given arm is anywhere in its
/// travel. Draws are binary numbers, because the errors are a million times larger than the rounding; only the sheet
/// gives the verdict on the loading itself.
package struct MonteCarlo: Sendable {
  /// A load whose weight is drawn in pounds: its distribution, its arm in inches, and the limit of its station.
  private struct Draw {
    let mean: Double, deviation: Double
    let arm: Double, armRange: ClosedRange<Double>?
    let limit: Double
    let station: String?
  }
  /// A state of the flight and the warning that applies if it is outside the envelope.
  private struct State {
    /// The difference from the weight and moment on the ramp.
    let weight: Double, moment: Double
    let code: Warning.Code
  }
  /// The weight limit of one phase, the difference of its weight from the ramp weight, and its warning.
  private struct WeightLimit {
    let burned: Double, limit: Double
    let code: Warning.Code
  }

  private let draws: [Draw]
  private let fixedWeight: Double, fixedMoment: Double
  private let states: [State]
  private let weightLimits: [WeightLimit]
  private let combined: [(members: [Int], limit: Double)]
  private let envelope: EnvelopeLimits
  /// A limit that does not depend on how heavy a load is.
  private let alwaysBroken: Warning.Code?

  /// Ignores differences that no scale can show: limits are inclusive, and sums of binary numbers are not exact.
  private static let tolerance = 1e-6

  /// Prepares the simulation of a loading.
  package init(_ sheet: LoadSheet, deviations: Deviations = Deviations()) {
    var draws: [Draw] = []
    let person = deviations.person.double(in: .pounds), share = deviations.scalePercent / 100
    for detail in sheet.stationDetails where detail.weight > .zero {
      let weight = detail.weight.double(in: .pounds)
      let people = max((weight / deviations.meanPerson.double(in: .pounds)).rounded(), 1)
      let isPlaced = sheet.scenario.stationLoads.contains { $0.station == detail.station.id && $0.arm != nil }
      let range = isPlaced ? nil : detail.station.armRange?.value
      draws.append(
        Draw(
          mean: weight, deviation: detail.station.kind == .seat ? person * people.squareRoot() : weight * share,
          arm: detail.arm.double(in: .inches),
          armRange: detail.station.kind == .seat
            ? range.map { $0.lowerBound.double(in: .inches)...$0.upperBound.double(in: .inches) } : nil,
          limit: detail.station.maxIsLimit ? detail.station.maxWeight.value.double(in: .pounds) : .infinity,
          station: detail.station.id))
    }
    combined = sheet.combinedDetails.map { combined in
      let members = draws.indices.filter { index in
        draws[index].station.map { combined.limit.stations.contains($0) } ?? false
      }
      return (members, combined.limit.maxWeight.value.double(in: .pounds))
    }
    let empty = sheet.scenario.empty?.weight ?? sheet.aircraft.emptyWeight.value
    let emptyArm = sheet.scenario.empty?.arm ?? sheet.aircraft.emptyArm.value
    draws.append(
      Draw(
        mean: empty.double(in: .pounds), deviation: empty.double(in: .pounds) * share,
        arm: emptyArm.double(in: .inches),
        armRange: nil, limit: .infinity, station: nil))
    let ramp = sheet.burnPath.first
    let rampWeight = ramp?.weight.double(in: .pounds) ?? 0, rampMoment = ramp?.moment.double(in: .pounds, .inches) ?? 0
    fixedWeight = rampWeight - draws.reduce(0) { $0 + $1.mean }
    fixedMoment = rampMoment - draws.reduce(0) { $0 + $1.mean * $1.arm }
    self.draws = draws
    states = sheet.burnPath.filter { $0.part != .ramp }.map { point in
      State(
        weight: point.weight.double(in: .pounds) - rampWeight,
        moment: point.moment.double(in: .pounds, .inches) - rampMoment,
        code: point.part < .landing
          ? .cgOutOfEnvelope : point.part == .landing ? .landingCGOutOfEnvelope : .zeroFuelCGOutOfEnvelope)
    }
    let codes: [LoadPhase.Name: Warning.Code] = [
      .ramp: .overMaxRamp, .takeoff: .overMaxGross, .landing: .overMaxLanding, .zeroFuel: .overMaxZeroFuel,
    ]
    weightLimits = sheet.phases.compactMap { phase in
      guard let limit = phase.maxWeight, let code = codes[phase.name] else { return nil }
      return WeightLimit(
        burned: phase.weight.double(in: .pounds) - rampWeight, limit: limit.double(in: .pounds) + Self.tolerance,
        code: code)
    }
    let takeoff = sheet.phase(.takeoff)?.maxWeight
    let ring = sheet.category.envelope.value
    envelope = EnvelopeLimits(
      ring, floorIsLimit: sheet.category.floorIsLimit,
      ceilingIsLimit: takeoff.map { ring.highestWeight < $0 } ?? true)
    alwaysBroken =
      sheet.warnings.contains { $0.code == .categoryStation && $0.level == .danger } ? .categoryStation : nil
  }

  /// Simulates this many flights, at least one.
  package func run(samples: Int, seed: UInt64) -> RiskEstimate {
    let samples = max(samples, 1)
    var random = NormalSource(seed: seed)
    var counts = [Int](repeating: 0, count: Warning.Code.allCases.count), broken = 0
    var weights = [Double](repeating: 0, count: draws.count)
    let station = Warning.Code.stationOverweight.rank, together = Warning.Code.combinedOverweight.rank
    let limitRanks = weightLimits.map(\.code.rank), stateRanks = states.map(\.code.rank)
    var hit: UInt64 = 0
    let base = alwaysBroken.map { UInt64(1) << UInt64($0.rank) } ?? 0
    for _ in 0..<samples {
      hit = base
      var weight = fixedWeight, moment = fixedMoment
      for index in draws.indices {
        let draw = draws[index]
        let drawn = max(draw.deviation == 0 ? draw.mean : draw.mean + draw.deviation * random.normal(), 0)
        let arm = draw.armRange.map { $0.lowerBound + ($0.upperBound - $0.lowerBound) * random.uniform() } ?? draw.arm
        weights[index] = drawn
        if drawn > draw.limit + Self.tolerance { hit |= 1 << UInt64(station) }
        weight += drawn
        moment += drawn * arm
      }
      for (members, limit) in combined {
        var sum = 0.0
        for index in members { sum += weights[index] }
        if sum > limit + Self.tolerance { hit |= 1 << UInt64(together) }
      }
      for index in weightLimits.indices where weight + weightLimits[index].burned > weightLimits[index].limit {
        hit |= 1 << UInt64(limitRanks[index])
      }
      for index in states.indices
      where !envelope.allows(weight: weight + states[index].weight, moment: moment + states[index].moment) {
        hit |= 1 << UInt64(stateRanks[index])
      }
      if hit != 0 { broken += 1 }
      while hit != 0 {
        counts[hit.trailingZeroBitCount] += 1
        hit &= hit - 1
      }
    }
    let share = Double(broken) / Double(samples)
    let byCode = Warning.Code.allCases.filter { counts[$0.rank] > 0 }
      .map { (code: $0, probability: Double(counts[$0.rank]) / Double(samples)) }
      .sorted { $0.probability > $1.probability }
    return RiskEstimate(
      samples: samples, seed: seed, probability: share,
      standardError: (share * (1 - share) / Double(samples)).squareRoot(), byCode: byCode)
  }
}

/// An envelope as binary numbers, for draws.
private struct EnvelopeLimits {
  private let edges: [(lowWeight: Double, highWeight: Double, arm: Double, slope: Double)]
  private let lowest: Double, highest: Double

  /// - Parameter floorIsLimit: if `false`, lighter loadings are compared with the limits at the lowest weight.
  /// - Parameter ceilingIsLimit: if `false`, a heavier loading exceeds a maximum weight, which is counted separately.
  init(_ envelope: Envelope, floorIsLimit: Bool, ceilingIsLimit: Bool) {
    edges = envelope.points.enumerated().compactMap { index, from in
      let to = envelope.points[(index + 1) % envelope.points.count]
      guard from.weight != to.weight else { return nil }
      let (low, high) = from.weight < to.weight ? (from, to) : (to, from)
      let rise = high.arm.double(in: .inches) - low.arm.double(in: .inches)
      let run = high.weight.double(in: .pounds) - low.weight.double(in: .pounds)
      return (low.weight.double(in: .pounds), high.weight.double(in: .pounds), low.arm.double(in: .inches), rise / run)
    }
    lowest = envelope.lowestWeight.double(in: .pounds)
    highest = envelope.highestWeight.double(in: .pounds)
    isFloorLimit = floorIsLimit
    isCeilingLimit = ceilingIsLimit
  }

  private let isFloorLimit: Bool
  private let isCeilingLimit: Bool

  /// Whether the balance is allowed. Too much weight is counted separately.
  func allows(weight: Double, moment: Double) -> Bool {
    guard weight > 0, !isFloorLimit || weight >= lowest - 1e-6, !isCeilingLimit || weight <= highest + 1e-6 else {
      return false
    }
    let at = min(max(weight, lowest), highest), cg = moment / weight
    var forward = Double.infinity, aft = -Double.infinity
    for edge in edges where edge.lowWeight <= at && at <= edge.highWeight {
      let arm = edge.arm + (at - edge.lowWeight) * edge.slope
      forward = min(forward, arm)
      aft = max(aft, arm)
    }
    return forward - 1e-9 <= cg && cg <= aft + 1e-9
  }
}

/// Normal and uniform random numbers; the same seed gives the same numbers on every machine.
private struct NormalSource {
  private var state: UInt64
  private var spare: Double?

  init(seed: UInt64) { state = seed }

  /// SplitMix64 (Steele, Lea, Flood 2014).
  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// From 0 up to but not including 1.
  mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// With mean 0 and deviation 1: Marsaglia's polar method, two numbers at a time.
  mutating func normal() -> Double {
    if let spare {
      self.spare = nil
      return spare
    }
    while true {
      let x = 2 * uniform() - 1, y = 2 * uniform() - 1
      let square = x * x + y * y
      if square < 1, square > 0 {
        let scale = (-2 * log(square) / square).squareRoot()
        spare = y * scale
        return x * scale
      }
    }
  }
}

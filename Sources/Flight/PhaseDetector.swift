import Readings

/// Finds the phase of flight from the pressure and the CO2 of the cabin.
///
/// The chances of the present are those of the forward pass (``FlightModel``). When they are sure of another phase, the
/// backward pass over the latest two hours dates it back, and finds the phases between that became sure only now.
package struct PhaseDetector: Sendable {
  /// A phase is sure from this probability on.
  package static let sure = 0.95
  /// Without a usable value for this time, a phase is no longer known.
  package static let longestSilence = Duration.seconds(1_800)

  private static let leastSteps = 3
  /// The longest interval of the sensors that are made for cabins, seconds.
  private static let longestFirstWait = 600.0

  private var model = FlightModel()
  private var input = PressureInput()
  private var window = PhaseWindow()
  private var chances = [Double](repeating: 0, count: FlightState.count)
  private var scratch = [Double](repeating: 0, count: FlightState.count)
  private var explained = [Double](repeating: 0, count: FlightState.count)
  /// The most probable phase of each step of the window, and its probability.
  private var path = [(phase: Phase, probability: Double)](
    repeating: (.unknown, 0), count: PhaseWindow.capacity)
  /// How many steps of it are filled.
  private var looked = 0
  private static let enoughUnchanged = 30
  private var departure: Double?
  private var pressureAt: Instant?

  package private(set) var latest = PhaseChange.none

  /// The sensor whose pressure is used; `nil` before the first one.
  package var barometer: SensorIndex? { input.sensor }

  /// Whether a session runs, so that a flight is likely.
  package var isFlightExpected = false

  package init() {}

  /// Handles the values of a reading.
  /// - Parameters:
  ///   - pressure: hPa; `nil` if the reading has none.
  ///   - co2: ppm; `nil` if the reading has none.
  ///   - isTimed: whether the sensor sent the age of the measurement.
  ///   - changes: receives what became sure, oldest first.
  /// - Returns: whether something was learned.
  package mutating func take(
    pressure: Double?, co2: Double?, from sensor: SensorIndex, at instant: Instant, isTimed: Bool,
    into changes: inout [PhaseChange]
  ) -> Bool {
    guard
      var seen = input.receive(
        pressure: pressure, co2: co2, from: sensor, at: instant.seconds, isTimed: isTimed)
    else { return false }
    seen.departure = departure
    seen.isExpected = isFlightExpected
    if window.count == 0 {
      let start = FlightModel.start(feet: seen.feet)
      for state in start.indices { chances[state] = start[state] }
      FlightModel.goOn(with: latest.phase, &chances)
    } else {
      FlightModel.weighCO2(&seen, chances)
      model.observe(seen)
      model.forward(chances, into: &scratch)
      swap(&chances, &scratch)
    }
    window.append(seen, chances)
    if let feet = seen.feet {
      pressureAt = instant
      if probability({ !$0.isAirborne }) >= Self.sure { departure = feet }
    }
    judge(at: instant, into: &changes)
    return seen.feet != nil || seen.co2 != nil && !latest.phase.isAirborne
  }

  /// Goes on with a phase that an earlier detector has found, unless this one has found one already. What comes decides
  /// whether it still is.
  package mutating func resume(_ change: PhaseChange) {
    guard latest.phase == .unknown else { return }
    latest = change
    if window.count > 0 { FlightModel.goOn(with: change.phase, &chances) }
  }

  package func probability(of phase: Phase) -> Double { probability { $0 == phase } }

  private func probability(_ isCounted: (Phase) -> Bool) -> Double {
    var sum = 0.0
    for state in FlightState.all where isCounted(state.phase) { sum += chances[state.rawValue] }
    return sum
  }

  private mutating func judge(at instant: Instant, into changes: inout [PhaseChange]) {
    defer { latest.probability = certainty(of: latest.phase) }
    // One value or two say only what is usual.
    guard window.count >= Self.leastSteps else { return }
    let target = surePhase
    // The reported phase may be over, and what followed it may be known before what is true now.
    guard target != nil && target != latest.phase || latest.phase.isAirborne && probability(of: latest.phase) < 0.5
    else { return }
    // CO2 alone does not say that an aircraft flies.
    guard target?.isBeforeFlight ?? false || hasPressure(at: instant) else { return }
    let first = changes.count
    lookBack()
    report(upTo: target, into: &changes)
    if let last = changes.last, changes.count > first { latest = last }
  }

  private var surePhase: Phase? {
    var flying = (phase: Phase.unknown, probability: 0.0), airborne = 0.0
    for phase in Phase.all where phase != .unknown {
      let probability = probability(of: phase)
      if probability >= Self.sure { return phase }
      guard phase.isAirborne else { continue }
      airborne += probability
      if probability > flying.probability { flying = (phase, probability) }
    }
    // Often it is only sure whether the aircraft flies. Then the most probable phase is reported with its probability.
    if airborne >= Self.sure { return latest.phase.isAirborne ? nil : flying.phase }
    guard 1 - airborne >= Self.sure else { return nil }
    return latest.phase.isAirborne ? .arrived : latest.phase == .unknown ? .preFlight : nil
  }

  /// Phases before the flight exclude each other less than the others, so that one of them is as sure as all of them.
  private func certainty(of phase: Phase) -> Double {
    phase.isBeforeFlight ? probability { $0.isBeforeFlight } : probability(of: phase)
  }

  private func hasPressure(at instant: Instant) -> Bool {
    pressureAt.map { $0.duration(to: instant) < Self.longestSilence } ?? false
  }

  /// The most probable phase of each step, with what followed it.
  private mutating func lookBack() {
    for state in explained.indices { explained[state] = 1 }
    var unchanged = 0
    looked = 0
    for age in 0..<window.count {
      var best = (phase: Phase.unknown, probability: 0.0), sum = 0.0
      for state in 0..<FlightState.count {
        scratch[state] = window.chance(of: state, at: age) * explained[state]
        sum += scratch[state]
      }
      for phase in Phase.all {
        var chance = 0.0
        for state in FlightState.all where state.phase == phase { chance += scratch[state.rawValue] }
        if chance / sum > best.probability { best = (phase, chance / sum) }
      }
      path[age] = best
      looked = age + 1
      // The reported phase has been found again: what was before is known.
      unchanged = best.phase == latest.phase ? unchanged + 1 : 0
      guard age + 1 < window.count, unchanged < Self.enoughUnchanged else { return }
      model.observe(window[age])
      model.backward(explained, into: &scratch)
      swap(&explained, &scratch)
    }
  }

  /// Reports the phases of the path from the latest reported one on, as far as they are sure.
  /// - Parameter target: the phase of now, if it is sure.
  private func report(upTo target: Phase?, into changes: inout [PhaseChange]) {
    var age = looked - 1
    while age > 0, window[age].seconds <= latest.since.seconds { age -= 1 }
    var known = latest.phase
    var oldest = age
    let takesOff = !latest.phase.isAirborne && target?.isAirborne ?? false
    while age >= 0 {
      var phase = path[age].phase
      let begin = age
      var probability = 0.0
      while age >= 0, path[age].phase == phase {
        probability = max(probability, path[age].probability)
        age -= 1
      }
      var isSure =
        probability >= Self.sure || (takesOff || probability >= 0.7) && phase.isAirborne
        || takesOff && probability >= 0.5 && phase.isBeforeFlight
      if age < 0 {
        guard let target else { return }
        isSure = true
        if phase != target { (phase, probability) = (target, 0) }
        probability = max(probability, certainty(of: target))
      }
      if !phase.isBeforeFlight { oldest = begin }
      guard phase != known, isSure else { continue }
      // What is not sure before the first phase that is known on the ground is ground too.
      let start = known == .unknown && phase.isBeforeFlight ? oldest : begin
      known = phase
      changes.append(PhaseChange(phase, since: beginning(at: start), probability: probability, source: .detected))
    }
  }

  /// When a phase began that the step of this age is the first of. Within the interval before, the cabin moved first as before
  /// and then as after, which divides the interval.
  private func beginning(at age: Int) -> Instant {
    let seen = window[age]
    guard age + 1 < window.count else { return firstBeginning(of: path[age].phase, at: seen.seconds) }
    var share = 0.5
    if let rate = seen.rate {
      let before = window[age + 1].rate ?? 0
      let after = age > 0 ? window[age - 1].rate ?? rate : typicalRate(of: path[age].phase)
      if abs(after - before) > 60 { share = min(max((rate - before) / (after - before), 0), 1) }
    }
    return max(instant(seen.seconds - share * seen.minutes * 60), latest.since)
  }

  /// When the phase of the oldest step began. A box that is on the ground at its first value was there when it was switched
  /// on, unless it waited for that value for longer than sensors do.
  private func firstBeginning(of phase: Phase, at seconds: Double) -> Instant {
    let isFromStart = latest.phase == .unknown && phase.isBeforeFlight && (0...Self.longestFirstWait).contains(seconds)
    return isFromStart ? .start : instant(seconds)
  }

  private func typicalRate(of phase: Phase) -> Double {
    switch phase {
    case .takeOff, .climb: 430
    case .descent: -350
    default: 0
    }
  }

  /// Before the start of the run is possible too: a sensor sends the age of its value.
  private func instant(_ seconds: Double) -> Instant {
    Instant(nanoseconds: Int64(exactly: (seconds * 1e9).rounded()) ?? 0)
  }
}

import Flight
import Readings

/// What the box does with the phases that it finds by itself. The raw values are words in the configuration.
package enum FlightDetection: String, CaseIterable, Sendable {
  case off
  /// They are shown and logged.
  case show
  /// They also withhold low and medium alarms, as phases that a person sets do.
  case withhold
}

/// The phase of flight in force: what a person says goes before what the air shows, until the air is sure of another phase
/// for five minutes.
struct PhaseInForce: Sendable {
  /// For so long the air contradicts a person before it counts (choice).
  private static let contradiction = Duration.seconds(300)
  /// A flight is over for good after this; then nothing is shown (choice).
  private static let arrivedFor = Duration.seconds(2 * 60 * 60)
  /// A flight is likely for this time after the start of a session, and after another flight (choice). A box that stands at
  /// home runs a session for weeks.
  private static let expectedFor = Duration.seconds(6 * 60 * 60)

  var detection: FlightDetection {
    didSet { if detection == .off { detector = PhaseDetector() } }
  }
  private var hand = PhaseClock()
  private var detector = PhaseDetector()
  /// What the detector has found in this step.
  private var found: [PhaseChange] = []
  /// Since when the air contradicts the phase by hand, by its readings, and whether that was for long enough.
  private var contradictedSince: Instant?
  private var isContradicted = false
  /// When the detector had a usable value last.
  private var heardAt: Instant?
  private var withholding = WithholdingBound()
  private(set) var current = PhaseChange.none
  /// The changes that have not been reported yet, oldest first.
  private(set) var news: [PhaseChange] = []

  /// Until when a flight is likely.
  private var expectedUntil = Instant.start

  init(_ detection: FlightDetection) {
    self.detection = detection
    found.reserveCapacity(16)
    news.reserveCapacity(16)
  }

  /// The phase that a person has said, as long as it counts.
  private var said: Phase { isContradicted ? .unknown : hand.phase }

  /// Whether low and medium alarms are withheld. What the box finds has no part in it, unless the configuration says so.
  func withholds(at instant: Instant) -> Bool {
    guard detection == .withhold, said == .unknown else { return hand.phase.withholdsLowAndMedium }
    return current.source == .detected && current.phase.withholdsLowAndMedium && instant < withholding.end
  }

  /// When the phase that withholds them has lasted for its longest time; `nil` if nothing is withheld. Where the box has found the
  /// phase, it may end sooner.
  func withheldUntil(at instant: Instant) -> Instant? {
    guard withholds(at: instant) else { return nil }
    return detection == .withhold && said == .unknown ? withholding.phaseEnd : hand.endsAt
  }

  /// When ``advance(to:)`` has something to do.
  var deadline: Instant? {
    if current.source == .session { return expectedUntil }
    guard current.source == .detected, let end = detectedEnd else { return hand.deadline }
    let next = min(end, withholdEnd ?? end)
    return hand.deadline.map { min($0, next) } ?? next
  }

  private var withholdEnd: Instant? { detection == .withhold && !withholding.isOver ? withholding.end : nil }

  /// When what the detector has found is too old.
  private var detectedEnd: Instant? {
    guard let heardAt else { return nil }
    let silent = heardAt.advanced(by: PhaseDetector.longestSilence)
    if current.phase == .arrived { return min(silent, current.since.advanced(by: Self.arrivedFor)) }
    return current.phase.isBeforeFlight ? min(silent, expectedUntil) : silent
  }

  /// A session starts: a flight is likely.
  mutating func expectFlight(at instant: Instant) { expectedUntil = instant.advanced(by: Self.expectedFor) }

  /// A person begins a session of an aircraft. What is known of this flight stays; a flight that is over is another one.
  mutating func assumePreFlight(at instant: Instant) {
    guard current.phase == .unknown || current.phase == .arrived else { return }
    hand.set(.unknown, at: instant)
    (contradictedSince, isContradicted) = (nil, false)
    show(PhaseChange(.preFlight, since: instant, probability: 1, source: .session), at: instant)
  }

  /// The session ends: what was only known from its beginning is known no more.
  mutating func endAssumed(at instant: Instant) { if current.source == .session { end(by: .expired, at: instant) } }

  mutating func clearNews() { news.removeAll(keepingCapacity: true) }

  /// A person enters a phase. The same phase again does not extend it.
  mutating func set(_ phase: Phase, by source: PhaseSource, at instant: Instant) {
    (contradictedSince, isContradicted) = (nil, false)
    hand.set(phase, at: instant)
    guard hand.phase != .unknown else {
      if current.source == .session { end(by: source, at: instant) }
      return showDetected(at: instant, otherwise: source)
    }
    guard hand.phase != current.phase || !current.source.isByHand else { return }
    show(PhaseChange(hand.phase, since: instant, probability: 1, source: source), at: instant)
  }

  /// Takes the values of an adopted sensor.
  /// - Parameter freshness: for how long after it was measured a value of the sensor counts.
  mutating func take(_ reading: Reading, from sensor: SensorIndex, freshFor freshness: Duration, at instant: Instant) {
    guard detection != .off else { return }
    let pressure = reading.measurements[.pressureHectopascals], co2 = reading.measurements[.co2PartsPerMillion]
    guard pressure != nil || co2 != nil else { return }
    found.removeAll(keepingCapacity: true)
    detector.isFlightExpected = instant < expectedUntil
    let measuredAt = instant.earlier(bySeconds: reading.ageSeconds ?? 0)
    let isUsable = detector.take(
      pressure: pressure, co2: co2, from: sensor, at: measuredAt, isTimed: reading.ageSeconds != nil, into: &found)
    // Another sensor does not stand in for the barometer: its missing data must be reported.
    if pressure != nil, detector.barometer == sensor {
      withholding.hear(freshUntil: measuredAt.advanced(by: freshness), at: instant)
    }
    guard isUsable else { return }
    heardAt = instant
    advance(to: instant)
    if said != .unknown { hear(at: instant) }
    guard said == .unknown else { return }
    for change in found where isShown(change, at: instant) && isNews(change) { show(change, at: instant) }
    showDetected(at: instant)
  }

  mutating func advance(to instant: Instant) {
    hand.advance(to: instant)
    if current.source.isByHand, hand.phase == .unknown {
      end(by: .expired, at: hand.endsAt ?? instant)
      showDetected(at: instant)
    } else if current.source == .detected {
      if let detectedEnd, detectedEnd <= instant { end(by: .expired, at: detectedEnd) }
      withholding.advance(to: instant)
    } else if current.source == .session, expectedUntil <= instant {
      end(by: .expired, at: expectedUntil)
    }
  }

  mutating func resume(_ change: PhaseChange, at instant: Instant) {
    guard change.phase != .unknown, current.phase == .unknown else { return }
    if change.source == .session {
      expectedUntil = change.since.advanced(by: Self.expectedFor)
      if instant < expectedUntil { show(change, at: instant) }
      return
    }
    guard change.source == .detected else {
      // Its longest time goes on from when it was set.
      hand.set(change.phase, at: change.since)
      hand.advance(to: instant)
      if hand.phase != .unknown { show(change, at: instant) }
      return
    }
    guard detection != .off else { return }
    detector.resume(change)
    heardAt = instant
    showDetected(at: instant)
  }

  /// Ends a phase by hand that the air has contradicted for long enough.
  private mutating func hear(at instant: Instant) {
    guard detector.latest.probability >= PhaseDetector.sure, Self.contradicts(detector.latest.phase, said) else {
      contradictedSince = nil
      return
    }
    guard let since = contradictedSince else { return contradictedSince = instant }
    guard since.duration(to: instant) >= Self.contradiction else { return }
    isContradicted = true
  }

  /// Whether what is found cannot be true together with what a person says. The air does not show who is aboard, nor whether
  /// an aircraft that is down already stands.
  private static func contradicts(_ found: Phase, _ said: Phase) -> Bool {
    if found == .unknown || found == said { return false }
    let ground = found.isBeforeFlight || found == .arrived
    return !(ground && (said.isBeforeFlight || said == .arrived))
  }

  /// Shows what the detector has found, if nothing newer is shown.
  /// - Parameter source: why the phase is unknown if there is nothing to show.
  private mutating func showDetected(at instant: Instant, otherwise source: PhaseSource = .expired) {
    guard said == .unknown else { return }
    let latest = detector.latest
    if !isNews(latest) { return }
    if let heardAt, heardAt.advanced(by: PhaseDetector.longestSilence) > instant, isShown(latest, at: instant) {
      show(latest, at: instant)
    } else {
      end(by: source, at: instant)
    }
    if current.source == .detected { current.probability = latest.probability }
  }

  /// Whether what is found says more than that a session has begun. The flight before it does not.
  private func isNews(_ change: PhaseChange) -> Bool {
    guard current.source == .session else { return true }
    switch change.phase {
    case .unknown, .preFlight: return false
    case .arrived: return change.since > current.since
    default: return true
    }
  }

  /// On the ground nothing is shown for ever, since it would be shown in every room.
  private func isShown(_ change: PhaseChange, at instant: Instant) -> Bool {
    if change.phase == .arrived { return change.since.duration(to: instant) < Self.arrivedFor }
    return change.phase.isAirborne || change.phase.isBeforeFlight && instant < expectedUntil
  }

  private mutating func show(_ change: PhaseChange, at instant: Instant) {
    guard change.phase != current.phase || change.source != current.source else { return }
    current = change
    if change.source == .detected, !change.phase.isBeforeFlight {
      expectedUntil = max(expectedUntil, change.since.advanced(by: Self.expectedFor))
    }
    withholding.begin(change.source == .detected ? change.phase : .unknown, since: change.since, at: instant)
    news.append(current)
  }

  private mutating func end(by source: PhaseSource, at instant: Instant) {
    guard current.phase != .unknown else { return }
    current = PhaseChange(.unknown, since: instant, probability: source.isByHand ? 1 : 0, source: source)
    withholding.begin(.unknown, since: instant, at: instant)
    news.append(current)
  }
}

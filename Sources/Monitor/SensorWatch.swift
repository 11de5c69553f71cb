import Readings
import SensorProtocols

/// Whether one sensor still gives data that count, and what it last said.
struct SensorWatch: Sendable {
  /// Of what it was last heard by: a strap's notifications go stale sooner than its advertisements.
  private(set) var traits: SensorTraits
  /// Until when its latest measurement counts; before the first one, until when one is awaited.
  private(set) var freshUntil: Instant
  /// Whether a measurement that counts has been taken and not gone stale.
  private(set) var isFresh = false
  /// Whether its data have gone stale and this has been said.
  private(set) var isOverdue = false
  /// The latest measurement of the sensor's main quantity, and when it came.
  private(set) var latest: (value: Double, at: Instant)?
  /// What makes its values worth less.
  var trust = SensorTrust()

  /// When its latest measurement was taken.
  private(set) var measuredAt: Instant?
  /// The sensor's own interval, which not every reading tells.
  private var intervalSeconds: UInt16?
  /// When each quantity was measured.
  private var ages = ValueAges()
  /// Quantities beside the main one that an alarm stands on, and those of them that have gone stale.
  private var followed = QuantitySet()
  private var lost = QuantitySet()
  /// The sensor's own count in the latest new measurement, and that measurement.
  private var latestCount: (counter: UInt32, value: Double?)?

  /// By so much a measurement may look older than the one before it: ages come in whole seconds, and late.
  private static let ageTolerance = Duration.seconds(10)

  init(model: SensorModel, at instant: Instant) {
    traits = .of(model)
    freshUntil = instant.advanced(by: traits.freshness)
  }

  /// Takes in a reading.
  /// - Returns: what of it counts as data. A value that was old when it was sent, or that the sensor only repeats, is
  ///   not new because it was sent again; one that the sensor cannot have measured is none at all.
  mutating func take(_ reading: Reading, at instant: Instant) -> Measurements {
    if reading.model != traits.model { traits = .of(reading.model) }
    var counting = trust.judge(reading, of: traits, at: instant)
    intervalSeconds = reading.intervalSeconds ?? intervalSeconds
    let measuredAt = instant.advanced(by: .seconds(-Int(reading.ageSeconds ?? 0)))
    let end = measuredAt.advanced(by: freshness)
    guard end > instant, !isRepetition(reading) else { return Measurements() }
    let found = counting
    found.forEach { quantity, _ in
      // A stray repetition of an older measurement tells nothing new.
      if let latest = ages[quantity], measuredAt.advanced(by: Self.ageTolerance) < latest {
        counting[quantity] = nil
      } else {
        ages[quantity] = measuredAt
        lost.remove(quantity)
      }
    }
    trust.findFrozen(counting, reading, of: traits, measuredAt: measuredAt, interval: intervalSeconds)
    guard let value = counting[traits.mainQuantity] else { return counting }
    self.measuredAt = measuredAt
    freshUntil = end
    isFresh = true
    isOverdue = false
    latest = (value, instant)
    return counting
  }

  /// Whether everything that is expected of the sensor is there: its main quantity, and what an alarm stands on.
  var isComplete: Bool { isFresh && lost.isEmpty }

  /// The data have gone stale.
  mutating func expire() {
    isFresh = false
    isOverdue = true
    latest = nil
  }

  private var freshness: Duration { traits.freshness(intervalSeconds: intervalSeconds) }

  /// A sensor that counts its measurements sends each of them more than once, and may do so for ever.
  private mutating func isRepetition(_ reading: Reading) -> Bool {
    guard traits.countsMeasurements, let counter = reading.counter else { return false }
    let value = reading.measurements[traits.mainQuantity]
    if let latestCount, latestCount.counter == counter, latestCount.value == value { return true }
    latestCount = (counter, value)
    return false
  }

  // MARK: Quantities beside the main one

  /// An alarm stands on a quantity.
  mutating func follow(_ quantity: Quantity) {
    if quantity != traits.mainQuantity { followed.insert(quantity) }
  }

  /// Forgets the quantities that no alarm stands on any more.
  mutating func unfollow(where isAtEase: (Quantity) -> Bool) {
    followed.forEach { quantity in
      guard isAtEase(quantity) else { return }
      followed.remove(quantity)
      lost.remove(quantity)
    }
  }

  /// Whether the latest value of a quantity counts no more.
  func isStale(_ quantity: Quantity, at instant: Instant) -> Bool {
    if quantity == traits.mainQuantity { return !isFresh || freshUntil <= instant }
    return ages[quantity].map { $0.advanced(by: freshness) <= instant } ?? true
  }

  /// When the first of the followed quantities goes stale.
  var followedUntil: Instant? {
    var first: Instant?
    followed.forEach { quantity in
      guard !lost.contains(quantity), let end = ages[quantity]?.advanced(by: freshness) else { return }
      if first.map({ end < $0 }) ?? true { first = end }
    }
    return first
  }

  /// When something is due next. A sensor whose loss is already signalled has nothing due until it speaks again.
  var nextDeadline: Instant? {
    guard !isOverdue else { return followedUntil }
    return followedUntil.map { min($0, freshUntil) } ?? freshUntil
  }

  /// The followed quantities that have gone stale since this was last asked.
  mutating func loseFollowed(at instant: Instant) -> QuantitySet {
    var gone = QuantitySet()
    followed.forEach { quantity in
      if !lost.contains(quantity), isStale(quantity, at: instant) { gone.insert(quantity) }
    }
    gone.forEach { lost.insert($0) }
    return gone
  }

  // MARK: Sessions

  /// For how long, since this was last asked, the latest value was the latest and counted.
  mutating func heldValue(upTo instant: Instant) -> (value: Double, from: Instant, to: Instant)? {
    guard let latest else { return nil }
    let end = min(instant, freshUntil)
    guard end > latest.at else { return nil }
    self.latest?.at = end
    return (latest.value, latest.at, end)
  }
}

import Alarms
import Readings
import SensorProtocols

/// Whether one sensor still gives data that count, and what it last said.
struct SensorWatch: Sendable {
  let sensor: SensorIndex
  /// When something is due, as of the last ``noteDeadline()``.
  private(set) var deadline = Instant.never
  /// What it is to the box.
  var role = SensorRole.adopted
  /// Whose heart it is about.
  var person: PersonIndex?
  /// Of what it was last heard by: a strap's notifications go stale sooner than its advertisements.
  private(set) var traits: SensorTraits
  /// Until when its latest measurement counts; before the first one, until when one is awaited.
  private(set) var freshUntil: Instant
  /// Whether a measurement that counts has been taken and not gone stale.
  private(set) var isFresh = false
  /// Whether its latest message told nothing new: a repetition, or a value too old to count.
  private(set) var isRepeating = false
  /// Whether its data have gone stale and this has been said.
  private(set) var isOverdue = false
  /// The latest measurement of the sensor's main quantity, and when it came.
  private(set) var latest: (value: Double, at: Instant)?
  /// Whether it should be heard, and has not been yet.
  private(set) var isAwaited = false
  /// What makes its values worth less.
  var trust = SensorTrust()
  /// What of that is signalled.
  var faults = SensorFaults()
  /// Whether its data, or some that an alarm stood on, have gone and have not been back for long enough.
  var isLost = false
  /// The alarm that stood on them.
  var handOver: LimitWatch.HandOver?
  /// Whether it says something of a person's heart.
  var isHeartSource: Bool { traits.heartSource != nil }

  /// When its latest measurement was taken.
  private(set) var measuredAt: Instant?
  /// The sensor's own interval, which not every reading tells.
  private var intervalSeconds: UInt16?
  /// When each quantity was measured.
  private var ages = ValueAges()
  /// Quantities beside the main one that an alarm stands on, and those of them that have gone stale.
  private var followed = QuantitySet()
  private var lost = QuantitySet()
  /// The latest measurement of a sensor that counts them, and whether it was ever heard to count: one that always says the
  /// same does not.
  private var counted: (counter: UInt32, value: Double?, age: UInt16?, measuredAt: Instant, doesCount: Bool)?

  /// By so much a measurement may look older than the one before it: ages come in whole seconds, and late.
  private static let ageTolerance = Duration.seconds(10)

  init(_ sensor: SensorIndex, model: SensorModel, at instant: Instant) {
    self.sensor = sensor
    traits = .of(model)
    freshUntil = instant.advanced(by: traits.freshness)
  }

  /// Another sensor takes its place: whose it is and what is lost goes on, what it said does not.
  mutating func replace(by model: SensorModel, awaitingUntil end: Instant, at instant: Instant) {
    var fresh = SensorWatch(sensor, model: model == .unknown ? traits.model : model, at: instant)
    (fresh.role, fresh.person, fresh.isLost, fresh.handOver) = (role, person, isLost, handOver)
    fresh.wait(until: end)
    self = fresh
  }

  /// Its first measurement is awaited until an instant at least.
  mutating func wait(until instant: Instant) {
    freshUntil = max(freshUntil, instant)
    isAwaited = true
  }

  /// Whether its silence is a loss: it has measured what it is owned for, or it was heard before this run or named by a
  /// person and has said nothing yet. A sensor that is heard and never gives that quantity is never missed.
  var isMissed: Bool { measuredAt != nil || isAwaited }

  /// Its kind is known now.
  mutating func identify(_ model: SensorModel) { traits = .of(model) }

  /// Takes in a reading.
  /// - Returns: what of it counts as data. A value that was old when it was sent, or that the sensor only repeats, is
  ///   not new because it was sent again; one that the sensor cannot have measured is none at all.
  /// - Parameter offScale: see ``SensorTrust/judge(_:of:countingOffScale:at:)``.
  mutating func take(_ reading: Reading, countingOffScale offScale: QuantitySet, at instant: Instant) -> Measurements {
    if reading.model != traits.model { traits = .of(reading.model) }
    var counting = trust.judge(reading, of: traits, countingOffScale: offScale, at: instant)
    intervalSeconds = reading.intervalSeconds ?? intervalSeconds
    let (measuredAt, isRepetition) = measurement(of: reading, at: instant)
    let end = measuredAt.advanced(by: freshness)
    isRepeating = end <= instant || isRepetition
    guard !isRepeating else { return Measurements() }
    let found = counting, nearEnough = measuredAt.advanced(by: Self.ageTolerance)
    found.forEach { quantity, _ in
      if ages.note(quantity, at: measuredAt, unlessNewerThan: nearEnough) {
        lost.remove(quantity)
      } else {
        // A stray repetition of an older measurement tells nothing new.
        counting[quantity] = nil
      }
    }
    trust.findFrozen(counting, reading, of: traits, measuredAt: measuredAt, interval: intervalSeconds)
    isAwaited = false
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
  /// - Returns: whether the sensor itself has fallen silent. One that is still heard may go on saying that it is off the
  ///   body, or that its values are impossible.
  mutating func expire(at instant: Instant) -> Bool {
    isFresh = false
    isOverdue = true
    latest = nil
    guard trust.heardAt.map({ $0.advanced(by: traits.freshness) <= instant }) ?? true else { return false }
    trust.fallSilent()
    return true
  }

  /// How long a measurement counts from when it was taken.
  var freshness: Duration { traits.freshness(intervalSeconds: intervalSeconds) }

  /// When a reading was measured, and whether it tells nothing new. A sensor that counts its measurements sends each of them
  /// more than once, and may do so for ever. One that tells their age too may have died behind its radio, so that neither
  /// goes on: one count is one measurement, and so is one that is always of the same age.
  private mutating func measurement(
    of reading: Reading, at instant: Instant
  ) -> (measuredAt: Instant, isRepetition: Bool) {
    let age = reading.ageSeconds
    let measuredAt = instant.earlier(bySeconds: age ?? 0)
    guard let counter = reading.counter, traits.countsMeasurements || age != nil else { return (measuredAt, false) }
    let value = reading.measurements[traits.mainQuantity]
    if let counted, counted.counter == counter, counted.value == value {
      if traits.countsMeasurements { return (measuredAt, true) }
      if counted.doesCount || counted.age == age { return (min(measuredAt, counted.measuredAt), false) }
    }
    let doesCount = counted.map { $0.doesCount || $0.counter != counter } ?? false
    counted = (counter, value, age, measuredAt, doesCount)
    return (measuredAt, false)
  }

  // MARK: Quantities beside the main one

  /// Alarms stand on these quantities and no others.
  mutating func follow(_ quantities: QuantitySet) {
    guard !quantities.isEmpty || !followed.isEmpty else { return }
    followed = quantities
    followed.remove(traits.mainQuantity)
    lost.formIntersection(followed)
  }

  /// Whether the latest value of a quantity counts no more.
  private func isStale(_ quantity: Quantity, at instant: Instant) -> Bool {
    if quantity == traits.mainQuantity { return !isFresh || freshUntil <= instant }
    return ages[quantity].map { $0.advanced(by: freshness) <= instant } ?? true
  }

  /// Those of some quantities whose latest value counts no more.
  func stale(of quantities: QuantitySet, at instant: Instant) -> QuantitySet {
    var stale = QuantitySet()
    quantities.forEach { if isStale($0, at: instant) { stale.insert($0) } }
    return stale
  }

  /// When the first of the followed quantities goes stale.
  private var followedUntil: Instant? {
    var first: Instant?
    followed.forEach { quantity in
      guard !lost.contains(quantity), let end = ages[quantity]?.advanced(by: freshness) else { return }
      if first.map({ end < $0 }) ?? true { first = end }
    }
    return first
  }

  /// Notes when something is due next. A sensor whose loss is already signalled has nothing due until it speaks again.
  mutating func noteDeadline() {
    deadline = min(isOverdue ? .never : freshUntil, faults.deadline)
    if !followed.isEmpty, let followedUntil { deadline = min(deadline, followedUntil) }
  }

  /// Notes the followed quantities that have gone stale.
  /// - Returns: whether any has since this was last asked.
  mutating func loseFollowed(at instant: Instant) -> Bool {
    let before = lost
    followed.forEach { if isStale($0, at: instant) { lost.insert($0) } }
    return lost != before
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

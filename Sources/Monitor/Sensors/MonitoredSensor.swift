import Alarms
import Readings
import SensorProtocols

/// The state of one sensor: its role, the freshness and age of its data, its trust and its faults. ``Monitor`` owns one
/// for each sensor.
///
/// What is asked for every message is stored: a getter that calls into another room copies the whole value first, with
/// all its references.
struct MonitoredSensor: Sendable {
  let sensor: SensorIndex
  /// When something is due, as of the last ``noteDeadline()``; ``Instant/never`` if nothing is.
  private(set) var deadline = Instant.never
  var role = SensorRole.adopted
  var person: PersonIndex?
  /// Those of the latest message: the notifications of a strap become stale sooner than its advertisements.
  private(set) var traits: SensorTraits { didSet { noteFreshness() } }
  /// How long a measurement counts after it was taken.
  private(set) var freshness: Duration
  /// Whether it is a strap or an oximeter.
  private(set) var isHeartSource: Bool
  /// When the latest measurement becomes stale; before the first one, when it must have arrived.
  private(set) var freshUntil: Instant
  /// Whether there is a measurement of the main quantity that is not stale.
  private(set) var isFresh = false
  /// Whether the latest message contained nothing new: a repetition, or a value too old to count.
  private(set) var isRepeating = false
  /// Whether the data are stale and this has been handled.
  private(set) var isOverdue = false
  /// The latest value of the main quantity, and when it was received.
  private(set) var latest: (value: Double, at: Instant, isOnScale: Bool)?
  /// Whether the sensor is expected and has not sent data yet.
  private(set) var isAwaited = false
  var trust = SensorTrust()
  var faults = SensorFaults()
  /// Whether the main quantity, or a quantity with an alarm, is lost and has not been back for long enough.
  var isLost = false
  /// Since when, if that is only shown so far.
  var lostAt: Instant?
  /// The suspended alarm on the lost data.
  var handOver: LimitWatch.HandOver?

  /// When the latest value of the main quantity was measured.
  private(set) var measuredAt: Instant?
  /// The sensor's own measuring interval, which not every message contains.
  private var intervalSeconds: UInt16? { didSet { if intervalSeconds != oldValue { noteFreshness() } } }
  private var ages = ValueAges()
  /// The quantities with an alarm, except the main one, and those of them that are stale.
  private var followed = QuantitySet()
  private var lost = QuantitySet()
  /// The latest measurement of a sensor that sends a counter, and whether the counter has ever changed: one that is
  /// always the same proves nothing.
  private var counted: (counter: UInt32, value: Double?, age: UInt16?, measuredAt: Instant, doesCount: Bool)?

  /// A measurement may seem older than the previous one by this time, since ages are sent in whole seconds, and late.
  private static let ageTolerance = Duration.seconds(10)

  init(_ sensor: SensorIndex, model: SensorModel, at instant: Instant) {
    self.sensor = sensor
    let traits = SensorTraits.of(model)
    self.traits = traits
    freshness = traits.freshness
    isHeartSource = traits.heartSource != nil
    freshUntil = instant.advanced(by: traits.freshness)
  }

  private mutating func noteFreshness() {
    freshness = traits.freshness(intervalSeconds: intervalSeconds)
    isHeartSource = traits.heartSource != nil
  }

  /// Another sensor replaces this one: role, person and loss stay, all data are deleted.
  mutating func replace(by model: SensorModel, awaitingUntil end: Instant, at instant: Instant) {
    var fresh = MonitoredSensor(sensor, model: model == .unknown ? traits.model : model, at: instant)
    (fresh.role, fresh.person, fresh.isLost, fresh.handOver) = (role, person, isLost, handOver)
    fresh.trust.pacedRates = trust.pacedRates
    fresh.wait(until: end)
    self = fresh
  }

  /// How long an expected sensor may take to send its first data. A box that has just started needs up to this time to
  /// find its adapter and to connect to its straps.
  static let expectation = Duration.seconds(60)

  /// Expects the first measurement until an instant at least.
  mutating func wait(until instant: Instant) {
    freshUntil = max(freshUntil, instant)
    isAwaited = true
  }

  /// Whether the silence of the sensor counts as a loss: it has sent its main quantity before, or it is expected. A
  /// sensor that is received but never sends its main quantity is never missed, nor is one that sends only when something
  /// happens.
  var isMissed: Bool { !traits.sendsOnEvents && (measuredAt != nil || isAwaited) }

  /// When the latest message became stale, also one without a measurement, such as that of a strap that finds no beat.
  var silentSince: Instant { max(freshUntil, trust.receivedAt?.advanced(by: freshness) ?? freshUntil) }

  mutating func identify(_ model: SensorModel) { traits = .of(model) }

  /// - Parameter offScale: see ``SensorTrust/judge(_:of:countingOffScale:at:)``.
  /// - Returns: the values that count as data. Values that were too old when they were sent, repetitions, and values
  ///   that the sensor cannot have measured do not count.
  mutating func take(_ reading: Reading, countingOffScale offScale: QuantitySet, at instant: Instant) -> Measurements {
    if reading.model != traits.model { traits = .of(reading.model) }
    var counting = trust.judge(reading, of: traits, countingOffScale: offScale, at: instant)
    if let interval = reading.intervalSeconds { intervalSeconds = interval }
    let (measuredAt, isRepetition) = measurement(of: reading, at: instant)
    let end = measuredAt.advanced(by: freshness)
    isRepeating = end <= instant || isRepetition
    guard !isRepeating else {
      // Values that were too old from the first message on are a loss, as if none had come.
      if end <= instant, self.measuredAt == nil, !isAwaited, counting[traits.mainQuantity] != nil {
        wait(until: instant.advanced(by: Self.expectation))
      }
      return Measurements()
    }
    let found = counting, nearEnough = measuredAt.advanced(by: Self.ageTolerance)
    found.forEach { quantity, _ in
      if ages.note(quantity, at: measuredAt, unlessNewerThan: nearEnough) {
        lost.remove(quantity)
      } else {
        // A late repetition of an older measurement is not new.
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
    latest = (value, instant, traits.isPlausible(traits.mainQuantity, value, in: counting))
    return counting
  }

  /// Whether a message has no number that counts where the sensor usually sends one: one of an oximeter that searches,
  /// or of any sensor with a value that it cannot have measured. Other sensors may send each quantity on its own.
  func lacksNumber(_ reading: Reading) -> Bool {
    let main = traits.mainQuantity
    if trust.implausible?.quantity == main, reading.measurements[main] != nil { return true }
    return main == .oxygenSaturationPercent && reading.measurements[main] == nil
  }

  /// Counts the faults that the latest message shows.
  /// - Returns: the conditions that have changed, as from ``SensorFaults/turn(at:)``.
  mutating func countFaults(hasContactWord: Bool, hasBatteryWord: Bool, at instant: Instant) -> UInt8 {
    faults.take(
      trust, hasContactWord: hasContactWord, hasBatteryWord: hasBatteryWord,
      freshUntil: instant.advanced(by: freshness), at: instant)
    return faults.turn(at: instant)
  }

  /// Whether all expected data are fresh: the main quantity and the quantities with an alarm.
  var isComplete: Bool { isFresh && lost.isEmpty }

  /// The main quantity is stale.
  /// - Returns: whether the sensor itself is silent. A sensor that is still received may report that it is off the
  ///   body, or send implausible values.
  mutating func expire(at instant: Instant) -> Bool {
    isFresh = false
    isOverdue = true
    latest = nil
    guard trust.receivedAt.map({ $0.advanced(by: traits.freshness) <= instant }) ?? true else { return false }
    trust.fallSilent()
    return true
  }

  /// When a reading was measured, and whether it is a repetition. A sensor with a counter sends each measurement
  /// several times. If it sends an age too and has failed behind its radio, counter and age stay the same: messages
  /// with the same count, or always with the same age, are one measurement.
  private mutating func measurement(
    of reading: Reading, at instant: Instant
  ) -> (measuredAt: Instant, isRepetition: Bool) {
    let age = reading.ageSeconds
    let measuredAt = instant.earlier(bySeconds: age ?? 0)
    guard let counter = reading.counter, traits.countsMeasurements || age != nil else { return (measuredAt, false) }
    let value = reading.measurements.sent(traits.mainQuantity)
    if let counted, counted.counter == counter, counted.value == value {
      if traits.countsMeasurements { return (measuredAt, true) }
      if counted.doesCount || counted.age == age { return (min(measuredAt, counted.measuredAt), false) }
    }
    let doesCount = counted.map { $0.doesCount || $0.counter != counter } ?? false
    counted = (counter, value, age, measuredAt, doesCount)
    return (measuredAt, false)
  }

  /// Sets the quantities with an alarm, whose freshness must be watched beside that of the main quantity.
  mutating func follow(_ quantities: QuantitySet) {
    guard !quantities.isEmpty || !followed.isEmpty else { return }
    followed = quantities
    followed.remove(traits.mainQuantity)
    lost.formIntersection(followed)
  }

  private func isStale(_ quantity: Quantity, at instant: Instant) -> Bool {
    if quantity == traits.mainQuantity { return !isFresh || freshUntil <= instant }
    return ages[quantity].map { $0.advanced(by: freshness) <= instant } ?? true
  }

  func stale(of quantities: QuantitySet, at instant: Instant) -> QuantitySet {
    var stale = QuantitySet()
    quantities.forEach { if isStale($0, at: instant) { stale.insert($0) } }
    return stale
  }

  /// When the first of the followed quantities becomes stale.
  private var followedUntil: Instant? {
    var first: Instant?
    followed.forEach { quantity in
      guard !lost.contains(quantity), let end = ages[quantity]?.advanced(by: freshness) else { return }
      if first.map({ end < $0 }) ?? true { first = end }
    }
    return first
  }

  /// Updates ``deadline``. Stale data make nothing due until the next message.
  mutating func noteDeadline() {
    deadline = min(isOverdue ? .never : freshUntil, faults.deadline)
    if !followed.isEmpty, let followedUntil { deadline = min(deadline, followedUntil) }
  }

  /// Finds the followed quantities that are stale.
  /// - Returns: whether one has become stale since the last call.
  mutating func loseFollowed(at instant: Instant) -> Bool {
    let before = lost
    followed.forEach { if isStale($0, at: instant) { lost.insert($0) } }
    return lost != before
  }

  /// The part of the time since the last call in which the latest value was in force and fresh; `nil` for none, and for
  /// a value off the sensor's scale.
  mutating func heldValue(upTo instant: Instant) -> (value: Double, from: Instant, to: Instant)? {
    guard let latest else { return nil }
    let end = min(instant, freshUntil)
    guard end > latest.at else { return nil }
    self.latest?.at = end
    guard latest.isOnScale else { return nil }
    return (latest.value, latest.at, end)
  }
}

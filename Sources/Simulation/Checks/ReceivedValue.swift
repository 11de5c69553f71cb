import Alarms
import Readings

/// The latest value of one sensor, and how long it holds.
struct ReceivedValue: Sendable {
  let sensor: SensorIndex
  /// How long a value holds, s.
  let freshness: Double
  /// When the latest value expires, and when the sensor stops counting as received.
  private(set) var freshUntil = -Double.infinity
  private(set) var receivedUntil = -Double.infinity
  /// Whether the latest message had no value that counts.
  private(set) var isUncertain = false
  /// The limit that the latest value is beyond.
  private(set) var beyond: ConditionID?
  /// Whether it is inside all limits by the hysteresis.
  private(set) var hasCleared = false
  /// Whether its beats prove it, and whether they may be taken to.
  private(set) var isProved = false
  private(set) var mayBeProved = false

  private var beats = Beats()
  private var value = 0.0
  private var stillSince = -Double.infinity

  /// A value that has not changed for this long may be taken as frozen, s.
  private static let still = 10.0

  init(_ sensor: SensorIndex, freshness: Double) {
    self.sensor = sensor
    self.freshness = freshness
  }

  /// Processes a message.
  /// - Parameter isContradicted: whether another sensor of the person disagrees, so that neither is proved.
  mutating func receive(_ reading: Reading, _ promises: [AlarmRequirement], isContradicted: Bool, _ now: Double) {
    receivedUntil = now + freshness
    let matter = promises.first?.matter ?? .heartRate
    guard reading.contact != .notDetected, let value = matter.value(of: reading) else {
      // A missing value, or one without contact, is neither beyond nor inside.
      isUncertain = true
      return
    }
    isUncertain = false
    if value != self.value || now >= freshUntil { stillSince = now }
    self.value = value
    freshUntil = now - Double(reading.ageSeconds ?? 0) + freshness
    beyond = nil
    hasCleared = true
    for promise in promises {
      if promise.isBeyond(value) { beyond = promise.id }
      if !promise.hasCleared(value) { hasCleared = false }
    }
    guard matter == .heartRate else {
      isProved = true
      mayBeProved = true
      return
    }
    beats.receive(reading, rate: value, now)
    isProved = beats.isProved && !isContradicted
    mayBeProved = beats.mayBeProved
  }

  /// Whether it sent a value that counts and still holds at a time.
  func isGood(_ now: Double) -> Bool { !isUncertain && now < freshUntil }

  /// Whether a value that it sent holds at a time, also through messages without one.
  func holds(_ now: Double) -> Bool { now < freshUntil }

  /// Whether its value may be taken as frozen.
  func mayBeStill(_ now: Double) -> Bool { now - stillSince >= Self.still }
}

import Alarms
import Readings

/// What one sensor said last of a value, and for how long that holds.
struct HeardValue: Sendable {
  let sensor: SensorIndex
  /// For how long a value holds, s.
  let freshness: Double
  /// Until when the latest value holds, and until when the sensor counts as heard.
  private(set) var freshUntil = -Double.infinity
  private(set) var heardUntil = -Double.infinity
  /// Whether the latest message told no value that counts.
  private(set) var isUncertain = false
  /// Which limit the latest value is beyond.
  private(set) var beyond: ConditionID?
  /// Whether it is inside all limits by the hysteresis.
  private(set) var hasCleared = false
  /// Whether its beats prove it, and whether they may be taken to.
  private(set) var isProved = false
  private(set) var mayBeProved = false

  private var beats = Beats()
  private var value = 0.0
  private var stillSince = -Double.infinity

  /// A value that has been the same for so long may be taken for one that stands still, s.
  private static let still = 10.0

  init(_ sensor: SensorIndex, freshness: Double) {
    self.sensor = sensor
    self.freshness = freshness
  }

  /// Takes in a message.
  /// - Parameter isContradicted: whether another sensor of the person says something else, so that neither is proved.
  mutating func take(_ reading: Reading, _ promises: [AlarmRequirement], isContradicted: Bool, _ now: Double) {
    heardUntil = now + freshness
    let matter = promises.first?.matter ?? .heartRate
    guard reading.contact != .notDetected, let value = matter.value(of: reading) else {
      // A value that is not told, or told without contact, is neither beyond nor inside.
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
    beats.take(reading, rate: value, now)
    isProved = beats.isProved && !isContradicted
    mayBeProved = beats.mayBeProved
  }

  /// Whether it told a value that counts, which holds at a moment.
  func isGood(_ now: Double) -> Bool { !isUncertain && now < freshUntil }

  /// Whether a value that it told holds at a moment, also through messages without one.
  func holds(_ now: Double) -> Bool { now < freshUntil }

  /// Whether its value may be taken for one that stands still.
  func mayBeStill(_ now: Double) -> Bool { now - stillSince >= Self.still }
}

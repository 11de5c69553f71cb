import Alarms
import Readings

/// Checks that the loss of a sensor's data is signalled: silence within 10 s after the end of its freshness, and good
/// heart data that are missing for 40 of 60 seconds.
struct DataLoss: Sendable {
  let sensor: SensorIndex
  /// How long a measurement counts, s.
  let window: Double
  /// When the latest measurement was taken.
  var measuredAt: Double?
  /// When the sensor last measured before a restart, until it is received again.
  var measuredBefore: Double?
  /// Since when a box that has just started waits for the sensor.
  var awaitedSince: Double?
  /// Whether it has ever been received: before that, a box that has only its address does not know its kind.
  private(set) var isKnown = false
  private var isReported = false
  private var isLossReported = false
  private var wasTold = false
  private var restartedAt = -Double.infinity
  private var goodUntil = -Double.infinity
  /// How long the latest value holds: a message without a value does not end it.
  private var heldUntil = -Double.infinity
  private var sparedUntil = -Double.infinity
  /// Whether good heart data were missing in the latest seconds, the newest in the lowest bit.
  private var missing: UInt128 = 0
  /// The same for the seconds in which a restarted box waited for them.
  private var absent: UInt128 = 0
  private let isOfHeart: Bool

  static let expectation = 60.0
  private static let bound = 10.0
  /// The silence of a heart-rate sensor gets high priority half a minute later.
  private static let rises = 30.0
  /// Good heart data may be missing for less than this in any minute, s.
  private static let longestLoss = 40
  /// The length of that window, s.
  static let longest = 60.0
  private static let of: UInt128 = 1 << 60 - 1
  /// How long the latest value of another sensor may hold, s.
  private static let othersFreshness = 10.0
  private static let tolerance = 0.01, slack = 2

  init(_ sensor: SensorIndex, window: Double) {
    self.sensor = sensor
    self.window = window
    isOfHeart = sensor != AlarmRequirement.air
  }

  /// Processes a message of the sensor.
  /// - Parameters:
  ///   - hasValue: whether it contained the main quantity.
  ///   - isGood: whether that is a good value; `nil` if the message does not say.
  ///   - holds: whether the earlier value still holds if it is not good: the message has no value and does not say that
  ///     the sensor is off the body.
  mutating func receive(age: UInt16?, hasValue: Bool, isGood: Bool?, holds: Bool = false, _ now: Double) {
    isKnown = true
    if let isGood {
      let end = now - Double(age ?? 0) + window
      goodUntil = isGood ? end : min(goodUntil, now)
      heldUntil = isGood ? end : holds ? heldUntil : min(heldUntil, now)
    }
    guard hasValue else { return }
    awaitedSince = nil
    measuredBefore = nil
    measuredAt = now - Double(age ?? 0)
    isReported = false
  }

  func isGood(_ now: Double) -> Bool { now < goodUntil }

  /// Whether earlier good data may still be taken to hold.
  func holds(_ now: Double) -> Bool { now < heldUntil }

  /// Whether good data were missing for so long that *no-data* may be on although other data are fresh.
  var mayBeReported: Bool { (absent & Self.of).nonzeroBitCount + Self.slack >= Self.longestLoss }
  private var missingSeconds: Int { (missing & Self.of).nonzeroBitCount }

  /// The box receives the order about the sensor and waits a minute for it.
  mutating func expect(_ now: Double) { awaitedSince = max(now, now + Self.expectation - window) }

  /// Power came back.
  mutating func restart(isInLog: Bool, _ now: Double) {
    let wasReceived = measuredAt != nil || awaitedSince != nil
    let grace = isInLog ? 0 : max(0, Self.expectation - window)
    measuredBefore = measuredAt ?? measuredBefore
    measuredAt = nil
    awaitedSince = isInLog || wasReceived ? now + grace : nil
    isReported = false
    restartedAt = now
  }

  /// Call this for each second.
  /// - Parameters:
  ///   - standIn: the highest priority of the alarms that report the loss.
  ///   - isSpared: whether another sensor of the person gives good data.
  /// - Returns: a violation, if there is one.
  mutating func pass(standIn: Priority?, value: Priority?, isSpared: Bool, _ now: Double) -> String? {
    absent = absent << 1 | (isOfHeart && now >= goodUntil ? 1 : 0)
    guard let measured = measuredAt ?? awaitedSince else { return nil }
    missing = missing << 1 | (isOfHeart && isKnown && awaitedSince == nil && now >= heldUntil ? 1 : 0)
    guard !isSpared else {
      // Good data of another sensor of the person are good data of that person.
      missing &= ~1
      sparedUntil = now + Self.othersFreshness
      return nil
    }
    // A loss that was reported ends with 5 s of good data, and the next one counts from the start.
    // What is only shown does not report it.
    let isTold = value != nil || standIn.map { $0 > .low } ?? false
    if !isTold, wasTold { missing = 0 }
    wasTold = isTold
    // A box that has just started cannot know the whole minute.
    let isLong = isOfHeart && now - restartedAt > Self.longest && missingSeconds > Self.longestLoss + Self.slack
    if !isLong || isTold {
      isLossReported = false
    } else if !isLossReported {
      isLossReported = true
      return "good heart data were missing for \(missingSeconds) of 60 s and no alarm reports it"
    }
    guard !isReported else { return nil }
    let overdue = now - max(measured + window, sparedUntil) - Self.bound
    guard overdue > Self.tolerance else { return nil }
    guard let standIn else {
      isReported = true
      return "sensor \(sensor.position) has been silent since \(measured) s and no alarm reports it"
    }
    guard isOfHeart, isKnown, overdue > Self.rises + Self.tolerance else { return nil }
    isReported = true
    return max(standIn, value ?? standIn) < .high ? "the alarm on a lost heart sensor does not have high priority" : nil
  }
}

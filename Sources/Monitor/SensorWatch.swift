import Readings
import SensorProtocols

/// Whether one sensor still gives data that count, and what it last said.
struct SensorWatch: Sendable {
  let entry: CatalogueEntry
  /// Until when its latest measurement counts; before the first one, until when one is awaited.
  private(set) var freshUntil: Instant
  /// Whether a measurement that counts has been taken and not gone stale.
  private(set) var isFresh = false
  /// Whether its data have gone stale and this has been said.
  private(set) var isOverdue = false
  /// The latest measurement of the sensor's main quantity, and when it came.
  private(set) var latest: (value: Double, at: Instant)?

  /// When its latest measurement was taken.
  private var measuredAt: Instant?
  /// The sensor's own interval, which not every reading tells.
  private var intervalSeconds: UInt16?

  /// By so much a measurement may look older than the one before it: ages come in whole seconds, and late.
  private static let ageTolerance = Duration.seconds(10)

  init(model: SensorModel, at instant: Instant) {
    entry = Catalogue.entry(for: model)
    freshUntil = instant.advanced(by: entry.freshness)
  }

  /// Takes in a reading.
  /// - Returns: whether it holds a measurement of the sensor's main quantity that is still fresh. A value that was old
  ///   when it was sent is not new because it was sent again.
  mutating func take(_ reading: Reading, at instant: Instant) -> Bool {
    guard let value = measurement(in: reading) else { return false }
    intervalSeconds = reading.intervalSeconds ?? intervalSeconds
    let measuredAt = instant.advanced(by: .seconds(-Int(reading.ageSeconds ?? 0)))
    let end = measuredAt.advanced(by: entry.freshness(intervalSeconds: intervalSeconds))
    guard end > instant else { return false }
    // A stray repetition of an older measurement tells nothing new.
    if let latest = self.measuredAt, measuredAt.advanced(by: Self.ageTolerance) < latest { return false }
    self.measuredAt = measuredAt
    freshUntil = end
    isFresh = true
    isOverdue = false
    latest = (value, instant)
    return true
  }

  /// The data have gone stale.
  mutating func expire() {
    isFresh = false
    isOverdue = true
    latest = nil
  }

  /// For how long, since this was last asked, the latest value was the latest and counted.
  mutating func heldValue(upTo instant: Instant) -> (value: Double, from: Instant, to: Instant)? {
    guard let latest else { return nil }
    let end = min(instant, freshUntil)
    guard end > latest.at else { return nil }
    self.latest?.at = end
    return (latest.value, latest.at, end)
  }

  /// The main quantity, by which the sensor counts as alive. A strap that cannot find a heartbeat says 0 bpm.
  private func measurement(in reading: Reading) -> Double? {
    guard let value = reading.measurements[entry.mainQuantity] else { return nil }
    return entry.isHeartRateSensor && value <= 0 ? nil : value
  }
}

import Readings
import Status

/// The values of the last half hour for small curves, by sensor and quantity: the latest of each half minute.
///
/// The panel collects them itself, since the logbook has a reading up to a minute late. Bounded by the places and
/// quantities below.
struct RecentValues: Sendable {
  struct Key: Hashable, Sendable {
    let address: String
    let quantity: Quantity
  }

  /// Seconds of the box in one step.
  static let step = 30.0
  static let steps = 60
  /// What a curve is drawn of.
  static let quantities: [Quantity] = [
    .co2PartsPerMillion, .heartRateBeatsPerMinute, .oxygenSaturationPercent, .pulseBeatsPerMinute, .temperatureCelsius,
    .relativeHumidityPercent, .pressureHectopascals, .pm25MicrogramsPerCubicMetre,
  ]
  private static let mostSensors = 32

  private var values: [Key: [Int64: Double]] = [:]
  private var latest: Int64 = 0

  /// Adds what a status shows. One with an earlier time is of a box that was started again: its time began again.
  mutating func add(_ status: BoxStatus) {
    let now = Int64(min(max(status.seconds, 0), 1e12) / Self.step)
    if now < latest { values = [:] }
    latest = now
    for sensor in status.sensors.prefix(Self.mostSensors)
    where sensor.identity.isAdopted && sensor.ageSeconds < Self.step {
      for quantity in Self.quantities {
        guard let value = sensor.reading?.measurements[quantity] else { continue }
        values[Key(address: sensor.identity.address, quantity: quantity), default: [:]][now] = value
      }
    }
    for key in values.keys {
      values[key] = values[key]?.filter { $0.key > now - Int64(Self.steps) }
      if values[key]?.isEmpty == true { values[key] = nil }
    }
  }

  /// The values of a sensor with the step of each, 0 (oldest) to ``steps`` - 1, oldest first. Steps without a value are
  /// missing.
  func curve(of quantity: Quantity, from address: String) -> [(step: Int, value: Double)] {
    let first = latest - Int64(Self.steps) + 1
    return (values[Key(address: address, quantity: quantity)] ?? [:]).sorted { $0.key < $1.key }
      .map { (Int($0.key - first), $0.value) }
  }

  /// By how much the latest value differs from the oldest one; `nil` before ten minutes have passed.
  func change(of quantity: Quantity, from address: String) -> Double? {
    let curve = curve(of: quantity, from: address)
    guard let first = curve.first, let last = curve.last, Double(last.step - first.step) * Self.step >= 600 else {
      return nil
    }
    return last.value - first.value
  }
}

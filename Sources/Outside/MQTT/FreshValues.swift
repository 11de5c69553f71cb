import Readings
import Sessions
import Status

/// The latest value of each quantity of each sensor, for as long as it says something of now. A sensor may send its quantities in turn.
/// Times are milliseconds of a clock that is never set.
struct FreshValues: Sendable {
  private var values: [String: [Quantity: (value: Double, at: Int64)]] = [:]
  /// The time of the box stands still while nothing happens.
  private var seconds = -1.0
  private var secondsAt: Int64 = 0

  mutating func receive(_ status: BoxStatus, at now: Int64) {
    if status.seconds != seconds { (seconds, secondsAt) = (status.seconds, now) }
    var fresh: [String: [Quantity: (value: Double, at: Int64)]] = [:]
    for sensor in status.sensors where sensor.identity.isAdopted {
      let address = sensor.identity.address
      fresh[address] = values[address] ?? [:]
      guard let reading = sensor.reading else { continue }
      let age = Int64(max(0, min(sensor.ageSeconds, 1e9)) * 1000)
      reading.measurements.forEach { fresh[address]?[$0] = ($1, secondsAt - age) }
    }
    values = fresh
  }

  /// In the order of ``Quantity``.
  func values(of address: String, at now: Int64) -> [(quantity: Quantity, value: Double)] {
    let known = values[address] ?? [:]
    return Quantity.allCases.compactMap { quantity in
      guard let (value, at) = known[quantity], now - at <= HeldValues.longestHold(of: quantity) else { return nil }
      return (quantity, value)
    }
  }
}

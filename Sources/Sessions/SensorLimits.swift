import Readings

/// The limits that figures are compared with: those of sensors with limits of their own, such as the strap of a person, and
/// those of all others.
package struct SensorLimits: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  private let common: [Quantity: ValueLimits]
  private let own: [DeviceAddress: [Quantity: ValueLimits]]

  package init(_ common: [Quantity: ValueLimits], own: [DeviceAddress: [Quantity: ValueLimits]] = [:]) {
    self.common = Self.withPulse(common)
    self.own = own.mapValues(Self.withPulse)
  }

  /// The limits of a heart rate are those of the pulse of an oximeter too, as its alarms have it.
  private static func withPulse(_ limits: [Quantity: ValueLimits]) -> [Quantity: ValueLimits] {
    guard let heart = limits[.heartRateBeatsPerMinute] else { return limits }
    return limits.merging([.pulseBeatsPerMinute: heart]) { own, _ in own }
  }

  package init(dictionaryLiteral elements: (Quantity, ValueLimits)...) {
    self.init(Dictionary(elements) { $1 })
  }

  /// Those of one sensor.
  package subscript(sensor: DeviceAddress) -> [Quantity: ValueLimits] { own[sensor] ?? common }
}

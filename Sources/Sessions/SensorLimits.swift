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

  private static func withPulse(_ limits: [Quantity: ValueLimits]) -> [Quantity: ValueLimits] {
    let pulse = Quantity.pulseBeatsPerMinute
    guard let heart = limits[pulse.judgedAs] else { return limits }
    return limits.merging([pulse: heart]) { own, _ in own }
  }

  package init(dictionaryLiteral elements: (Quantity, ValueLimits)...) {
    self.init(Dictionary(elements) { $1 })
  }

  package subscript(sensor: DeviceAddress) -> [Quantity: ValueLimits] { own[sensor] ?? common }
}

extension Quantity {
  /// The quantity whose limits and alarms judge it: the pulse of an oximeter is judged as a heart rate.
  package var judgedAs: Quantity { self == .pulseBeatsPerMinute ? .heartRateBeatsPerMinute : self }
}

import Readings

package struct BlockReading: Sendable, Equatable {
  /// When it was measured, milliseconds since 1970: when it was received, less the age that the sensor gave.
  package var at: Int64
  package var measurements: Measurements
  /// `nil` if the sensor cannot detect skin contact.
  package var hasContact: Bool?
  /// The quantities with a value that the sensor cannot measure.
  package var implausible: [Quantity]

  package init(at: Int64, measurements: Measurements, hasContact: Bool? = nil, implausible: [Quantity] = []) {
    self.at = at
    self.measurements = measurements
    self.hasContact = hasContact
    self.implausible = implausible
  }
}

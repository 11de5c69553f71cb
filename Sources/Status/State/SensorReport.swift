import Engine
import Readings

/// A sensor in a ``BoxStatus``: its identity and its latest reading.
package struct SensorReport: Codable, Sendable, Equatable {
  /// Which sensor this is, whose it is, and how well it is received.
  package struct Identity: Codable, Sendable, Equatable {
    package let address: String
    /// Whether the sensor is adopted. A stranger is only shown.
    package let isAdopted: Bool
    /// The name that people gave it.
    package var name: String?
    /// The person whose heart it measures.
    package var person: String?
    /// How it was adopted.
    package var adoptedBy: String?
    /// The kind of sensor, such as `co2` or `heart`.
    package var kind: String?
    /// The strength of its signal, dBm.
    package var signal: Int8?
    /// The time since the box last received it.
    package let silentSeconds: Double

    private enum CodingKeys: String, CodingKey {
      case address
      case isAdopted = "adopted"
      case name, person
      case adoptedBy = "adopted_by"
      case kind = "sensor_kind"
      case signal = "rssi"
      case silentSeconds = "silent_s"
    }
  }

  package let identity: Identity
  /// Its latest reading; `nil` if the box waits for the sensor and its model is unknown.
  package let reading: ReadingReport?
  /// What is expected of its CO2 in the phase of flight in force; absent without a phase or a CO2 value.
  package let expected: ExpectedCO2Report

  package init(_ identity: Identity, reading: ReadingReport?, expected: ExpectedCO2Report = ExpectedCO2Report()) {
    self.identity = identity
    self.reading = reading
    self.expected = expected
  }

  /// The age of its latest reading.
  package var ageSeconds: Double { identity.silentSeconds + Double(reading?.details.ageSeconds ?? 0) }

  private enum ModelKey: String, CodingKey { case model }

  package init(from decoder: any Decoder) throws {
    identity = try Identity(from: decoder)
    let isKnown = try decoder.container(keyedBy: ModelKey.self).contains(.model)
    reading = isKnown ? try ReadingReport(from: decoder) : nil
    expected = try ExpectedCO2Report(from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    try identity.encode(to: encoder)
    try reading?.encode(to: encoder)
    try expected.encode(to: encoder)
  }
}

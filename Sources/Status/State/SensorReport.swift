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
    /// How far the connection is over which the box reads it: `connecting`, `connected` or `disconnected`; missing for a sensor
    /// that only advertises.
    package var link: String?
    /// Why there is no connection.
    package var linkFault: String?
    /// Why its messages do not count, a word of ``SensorTrouble``.
    package var trouble: String?
    /// The latest finished measurement that it sent, with its own time. It is no live value.
    package var spotCheck: ReadingReport?
    /// The time since the box last received it.
    package let silentSeconds: Double

    private enum CodingKeys: String, CodingKey {
      case address
      case isAdopted = "adopted"
      case name, person
      case adoptedBy = "adopted_by"
      case kind = "sensor_kind"
      case signal = "rssi"
      case link
      case linkFault = "link_fault"
      case trouble
      case spotCheck = "last_spot_check"
      case silentSeconds = "silent_s"
    }
  }

  package let identity: Identity
  /// Its latest reading; `nil` if the box waits for the sensor and its model is unknown.
  package let reading: ReadingReport?
  /// What is expected of its CO2 in the phase of flight in force; absent without a phase or a CO2 value.
  package let expected: ExpectedCO2Report
  /// The limits in force for its values; `nil` for a sensor that raises no alarm. Only the control socket gives them.
  package let limits: LimitsReport?

  package init(
    _ identity: Identity, reading: ReadingReport?, expected: ExpectedCO2Report = ExpectedCO2Report(),
    limits: LimitsReport? = nil
  ) {
    self.identity = identity
    self.reading = reading
    self.expected = expected
    self.limits = limits
  }

  /// The age of its latest reading.
  package var ageSeconds: Double { identity.silentSeconds + Double(reading?.details.ageSeconds ?? 0) }

  private enum Key: String, CodingKey { case model, limits }

  package init(from decoder: any Decoder) throws {
    identity = try Identity(from: decoder)
    let line = try decoder.container(keyedBy: Key.self)
    let isKnown = line.contains(.model)
    reading = isKnown ? try ReadingReport(from: decoder) : nil
    expected = try ExpectedCO2Report(from: decoder)
    limits = try line.decodeIfPresent(LimitsReport.self, forKey: .limits)
  }

  package func encode(to encoder: any Encoder) throws {
    try identity.encode(to: encoder)
    try reading?.encode(to: encoder)
    try expected.encode(to: encoder)
    if let limits {
      var line = encoder.container(keyedBy: Key.self)
      try line.encode(limits, forKey: .limits)
    }
  }
}

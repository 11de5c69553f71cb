import Engine
import Readings

/// A sensor in a ``BoxStatus``: who it is, and its latest reading.
package struct SensorReport: Codable, Sendable, Equatable {
  /// Who a sensor is, and how it is heard.
  package struct Identity: Codable, Sendable, Equatable {
    package let address: String
    /// Whether it is one's own; any other is only shown.
    package let isAdopted: Bool
    /// What people call it.
    package var name: String?
    /// Whose heart it measures.
    package var person: String?
    /// How it came to be one's own.
    package var adoptedBy: String?
    /// What it is owned for.
    package var kind: String?
    /// The strength of its signal, dBm.
    package var signal: Int8?
    /// How long ago it was heard last.
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
  /// What it said last; `nil` while it is awaited and nobody knows what it is.
  package let reading: ReadingReport?

  package init(_ identity: Identity, reading: ReadingReport?) {
    self.identity = identity
    self.reading = reading
  }

  /// How old its latest reading is.
  package var ageSeconds: Double { identity.silentSeconds + Double(reading?.details.ageSeconds ?? 0) }

  private enum ModelKey: String, CodingKey { case model }

  package init(from decoder: any Decoder) throws {
    identity = try Identity(from: decoder)
    let isKnown = try decoder.container(keyedBy: ModelKey.self).contains(.model)
    reading = isKnown ? try ReadingReport(from: decoder) : nil
  }

  package func encode(to encoder: any Encoder) throws {
    try identity.encode(to: encoder)
    try reading?.encode(to: encoder)
  }
}

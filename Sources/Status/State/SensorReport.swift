import Alarms
import Flight
import Readings
import Sessions

/// A sensor in a ``BoxStatus``: its identity and its latest reading.
package struct SensorReport: Codable, Sendable, Equatable {
  /// Which sensor this is, whose it is, and how well it is received.
  package struct Identity: Codable, Sendable, Equatable {
    package let address: String
    /// Whether the sensor is adopted. A stranger is only shown.
    package let isAdopted: Bool
    package var name: String?
    package var person: String?
    package var adoptedBy: String?
    /// The kind of sensor, such as `co2` or `heart`.
    package var kind: String?
    package var signal: Int8?
    /// How far the connection is over which the box reads it: `connecting`, `connected` or `disconnected`; missing for a sensor
    /// that only advertises.
    package var link: String?
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

/// The CO2 of a sensor against what is expected in the phase of flight in force. Its keys are keys of the sensor.
package struct ExpectedCO2Report: Codable, Sendable, Equatable {
  /// The least and the greatest CO2 that is expected, ppm.
  package private(set) var range: [Double]?
  /// `below`, `within` or `above`; absent if the latest value is too old.
  package private(set) var place: String?

  private enum CodingKeys: String, CodingKey {
    case range = "co2_expected"
    case place = "co2_against_expected"
  }

  /// Nothing is expected.
  package init() {}

  /// Of an adopted sensor that has sent CO2, in the profile whose cabin the ranges are of. A value counts for as long as in
  /// the figures of a session.
  init(of state: ApplianceStatus.SensorState, in phase: Phase, _ profile: BoxProfile, at instant: Instant) {
    guard profile == .cabin, state.isOwn, let ppm = state.measurements[.co2PartsPerMillion],
      let measuredAt = state.co2At,
      let expectation = phase.expectation
    else { return }
    range = [expectation.co2.lowerBound, expectation.co2.upperBound]
    let longest = Duration.milliseconds(HeldValues.longestHold(of: .co2PartsPerMillion))
    if measuredAt.duration(to: instant) <= longest { place = expectation.place(of: ppm).rawValue }
  }

  /// Where it is, behind a comma; nothing if nothing is expected.
  package var text: String {
    guard let range, let low = range.first, let high = range.last, let place else { return "" }
    return ", CO2 \(place) the \(EventText.number(low)) to \(EventText.number(high)) ppm expected"
  }
}

/// The limits that the box compares the values of a sensor with at this moment, by the name of the condition, each in
/// its unit. They are those of the running box: a file that was edited since does not count.
package struct LimitsReport: Codable, Sendable, Equatable {
  private let limits: [ConditionID: Double]

  package init(_ limits: [ConditionID: Double]) { self.limits = limits }

  package subscript(id: ConditionID) -> Double? { limits[id] }

  package init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: NameKey.self)
    var limits: [ConditionID: Double] = [:]
    // A condition that only a newer box knows is left out.
    for key in line.allKeys {
      if let id = ConditionID(name: key.stringValue) { limits[id] = try line.decode(Double.self, forKey: key) }
    }
    self.limits = limits
  }

  package func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: NameKey.self)
    for id in ConditionID.allCases {
      if let limit = limits[id] { try line.encode(limit, forKey: NameKey(stringValue: id.name)) }
    }
  }
}

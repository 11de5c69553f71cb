import Alarms

/// The limits that the box compares the values of a sensor with at this moment, by the name of the condition, each in
/// its unit. They are those of the running box: a file that was edited since does not count.
package struct LimitsReport: Codable, Sendable, Equatable {
  private let limits: [ConditionID: Double]

  package init(_ limits: [ConditionID: Double]) { self.limits = limits }

  /// The limit of a condition; `nil` if the condition is switched off or has none.
  package subscript(id: ConditionID) -> Double? { limits[id] }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: Key.self)
    var limits: [ConditionID: Double] = [:]
    // A condition that only a newer box knows is left out.
    for key in line.allKeys {
      if let id = ConditionID(name: key.stringValue) { limits[id] = try line.decode(Double.self, forKey: key) }
    }
    self.limits = limits
  }

  package func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: Key.self)
    for id in ConditionID.allCases {
      if let limit = limits[id] { try line.encode(limit, forKey: Key(stringValue: id.name)) }
    }
  }
}

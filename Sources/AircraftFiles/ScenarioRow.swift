/// A scenario as a server of the specified protocol has it (section 7 of the specification).
package struct ScenarioRow: Codable, Sendable, Equatable {
  package struct StationLoad: Codable, Sendable, Equatable {
    package let stationId: String
    /// lb.
    package let weight: Double
  }

  package struct FuelLoad: Codable, Sendable, Equatable {
    package let tankId: String
    package let gallons: Double
  }

  package let id: String
  package let aircraftId: String
  package let name: String
  package let stationLoads: [StationLoad]
  package let fuelLoads: [FuelLoad]
  package var notes: String?
  package var updatedAt: String?
  package var deletedAt: String?
}

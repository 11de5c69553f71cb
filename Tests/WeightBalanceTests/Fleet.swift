import ShippedAircraft
import Testing
import WeightBalance

/// The aircraft that are built in, and loadings of them in pounds and gallons.
enum Fleet {
  static func aircraft(_ id: String) throws -> Aircraft {
    try #require(
      ShippedAircraft.files.map { try Aircraft(bytes: $0.bytes, file: $0.name) }.first { $0.id == id })
  }

  static func sheet(
    _ id: String, _ loads: [String: String] = [:], fuel: [(String, String)] = [], taxi: String? = "0",
    trip: String = "0",
    category: String? = nil, change: (inout Loading) throws -> Void = { _ in }
  ) throws -> LoadSheet {
    var scenario = Loading(
      id: "test", aircraft: id, category: category, name: "Test",
      stationLoads: try loads.sorted { $0.key < $1.key }.map {
        .init(station: $0.key, weight: try Weight($0.value, .pounds))
      },
      fuelLoads: try fuel.map { .init(tank: $0.0, volume: try Volume($0.1, .usGallons)) },
      taxiFuel: try taxi.map { try Volume($0, .usGallons) }, tripFuel: try Volume(trip, .usGallons),
      burnOrder: fuel.isEmpty ? nil : fuel.map { .init(tank: $0.0) })
    try change(&scenario)
    return try LoadSheet(aircraft: try aircraft(id), scenario: scenario)
  }
}

extension LoadSheet {
  var codes: [Warning.Code] { warnings.map(\.code) }

  func pounds(_ name: LoadPhase.Name) -> String? {
    phases.first { $0.name == name }?.weight.text(in: .pounds, places: 4)
  }
  func inches(_ name: LoadPhase.Name) -> String? {
    phases.first { $0.name == name }?.cg?.text(in: .inches, places: 4)
  }
  func isInside(_ name: LoadPhase.Name) -> Bool? { phases.first { $0.name == name }?.inEnvelope }
}

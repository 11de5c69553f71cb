extension BalanceShift {
  /// The way with other fuel in some tanks.
  func along(_ sheet: LoadSheet, _ volumes: [String: Volume]) -> BalanceShift? {
    guard let dry = sheet.way.states.last else { return nil }
    let taxi = sheet.fuelDetails.reduce(Volume.zero) { $0 + $1.taxiBurn }
    let trip = sheet.fuelDetails.reduce(Volume.zero) { $0 + $1.tripBurn }
    let tanks = sheet.fuelDetails.map { detail in
      FuelBurn.Tank(
        tank: detail.tank, density: detail.density, loaded: volumes[detail.tank.id] ?? detail.loaded)
    }
    let burn = FuelBurn(
      tanks: tanks, order: LoadSheet.burnOrder(of: sheet.aircraft, sheet.scenario), taxi: taxi, trip: trip)
    return along(burn.states(weight: dry.weight, moment: dry.moment))
  }
}

extension LoadSheet {
  /// A caution about numbers that no person here has seen yet.
  func changedElsewhere() -> [Warning] {
    guard !scenario.changedElsewhere.isEmpty else { return [] }
    return [
      Warning(
        level: .caution, code: .changedElsewhere,
        message: "Another device has changed \(scenario.changedElsewhere.joined(separator: ", ")).",
        detail: "Look at the numbers and save the loading, or: lapwing sync seen with its file.",
        regulation: .preflight)
    ]
  }

  /// Cautions about a fuel that the engine may not burn, and an empty seat of the pilot.
  func crewAndFuelWarnings() -> [Warning] {
    var found: [Warning] = []
    if let grade = scenario.fuelGrade, !aircraft.allowedGrades.isEmpty,
      !aircraft.allowedGrades.contains(grade.rawValue)
    {
      found.append(
        Warning(
          level: .caution, code: .wrongFuel,
          message: "\(grade.rawValue) is no fuel for this type: \(aircraft.allowedGrades.joined(separator: ", ")) is.",
          detail: "The engine may fail with another fuel: correct fuelGrade, or name the approved fuels as fuelGrades "
            + "in the aircraft file.", regulation: .preflight))
    }
    if let pilot = stationDetails.first(where: { $0.station.kind == .seat }), pilot.weight == .zero {
      found.append(
        Warning(
          level: .caution, code: .noPilot, message: "Nobody sits in \(pilot.station.name).",
          detail: "The pilot is missing from the loading: enter the weight.", regulation: .preflight))
    }
    return found
  }
}

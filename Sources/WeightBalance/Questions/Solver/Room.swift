/// How much more a station can take, and what stops it.
package struct Room: Sendable, Hashable {
  package let weight: Weight
  package let station: Station
  /// The first warning that one step more brings.
  package let limit: Warning.Code

  /// What stops it, for a sentence.
  package var limitName: String {
    switch limit {
    case .overMaxGross: "the take-off weight"
    case .overMaxRamp: "the ramp weight"
    case .overMaxLanding: "the landing weight"
    case .overMaxZeroFuel: "the zero-fuel weight"
    case .cgOutOfEnvelope: "the centre of gravity"
    case .landingCGOutOfEnvelope: "the centre of gravity at landing"
    case .zeroFuelCGOutOfEnvelope: "the centre of gravity with dry tanks"
    case .stationOverweight: "the limit of the station"
    case .stationImplausible: "the plausible load of the station"
    case .combinedOverweight: "a limit of several stations"
    case .categoryStation: "the category"
    default: limit.rawValue
    }
  }
}

extension LoadSheet {
  /// The greatest room of any station; `nil` if the sheet is not legal. It is computed when it is asked for.
  package var room: Room? {
    var greatest: Room?
    for detail in stationDetails {
      if let room = room(in: detail), room.weight > greatest?.weight ?? Weight(steps: -1) { greatest = room }
    }
    return greatest
  }

  /// The greatest whole number of pounds or kilograms such that the sheet with this and each lesser amount more in a
  /// station is legal and plausible.
  func room(in detail: StationDetail) -> Room? {
    guard isLegal, detail.station.kind != .oil else { return nil }
    let step = Weight(1, units.weight)
    let most = max(detail.margin.double(in: .kilograms), 0) + 1
    let direction = BalanceShift.Direction(weight: 1, moment: detail.arm.double(in: .metres))
    let first = BalanceShift(self).allowed(direction, in: 0...most).first
    var end = first.map { $0.lowerBound <= 1e-9 ? $0.upperBound : 0 } ?? 0
    end = min(end, max(detail.margin.double(in: .kilograms), 0))
    for combined in combinedDetails where combined.limit.stations.contains(detail.station.id) {
      end = min(end, max(combined.margin.double(in: .kilograms), 0))
    }
    var count = Int128((end / step.double(in: .kilograms) + 1e-6).rounded(.down))
    // Sheets decide about the last steps.
    var stop: Warning.Code?
    for _ in 0..<4 {
      if let next = stopped(by: Weight(steps: step.steps * (count + 1)), in: detail) {
        stop = next
        break
      }
      count += 1
    }
    while count > 0, let now = stopped(by: Weight(steps: step.steps * count), in: detail) {
      stop = now
      count = stopped(by: step, in: detail) == nil ? count - 1 : 0
    }
    if count == 0 { stop = stopped(by: step, in: detail) ?? stop }
    return stop.map { Room(weight: Weight(steps: step.steps * count), station: detail.station, limit: $0) }
  }

  /// The first limit that more weight in a station exceeds; `nil` if it exceeds no limit.
  private func stopped(by weight: Weight, in detail: StationDetail) -> Warning.Code? {
    let changed = scenario.adding(weight, to: detail)
    guard let after = try? LoadSheet(aircraft: aircraft, scenario: changed, units: units) else { return .overMaxGross }
    if let first = after.warnings.first, first.level > .caution { return first.code }
    let isImplausible = after.stationDetails.contains { $0.station.id == detail.station.id && $0.isImplausible }
    return isImplausible ? .stationImplausible : nil
  }
}

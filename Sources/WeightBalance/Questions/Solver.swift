/// A change to a loading, and what it does.
package struct Remedy: Sendable {
  /// What is changed.
  package enum Kind: String, Sendable, CaseIterable {
    /// Weight moves from one station to another.
    case move
    /// Weight comes off a station.
    case remove
    /// Ballast goes into a station.
    case ballast
    /// Fuel is drained from a tank.
    case drain
    /// The most fuel that still fits.
    case mostFuel
    /// The most weight that a station can take besides what is in it.
    case mostPayload
  }

  /// What is changed.
  package let kind: Kind
  package let sentence: String
  /// The station or tank that something goes from, or into.
  package let place: String
  /// The station that moved weight goes to.
  package let destination: String?
  /// The weight that moves, comes off or goes in; `nil` for fuel.
  package let weight: Weight?
  /// The fuel that is drained, or all that still fits; `nil` for weight.
  package let volume: Volume?
  /// The loading after it, which breaks no limit.
  package let scenario: Loading
}

/// Says what brings a loading inside its limits, and how much more fits into one that is.
///
/// It tries whole pounds (or kilograms) and tenths of a gallon (or whole litres), least first, and hands every trial to
/// the sheet itself: so what it says holds for the whole flight and every limit, and is rounded to the safe side, what
/// has to go up and what still fits down.
package struct Solver: Sendable {
  private let sheet: LoadSheet
  private let weightStep: Weight
  private let volumeStep: Volume

  /// For a loading, legal or not.
  package init(_ sheet: LoadSheet) {
    self.sheet = sheet
    weightStep = Weight(1, sheet.units.weight)
    let unit = sheet.units.volume
    volumeStep = unit == .litres ? Volume(1, unit) : Volume(steps: unit.steps / 10)
  }

  /// What brings the loading inside, the least weight first within each kind; for a legal loading what still fits.
  package func remedies() -> [Remedy] {
    guard sheet.isLegal else { return moves() + removals() + ballasts() + drains() }
    return [mostFuel()].compactMap(\.self) + mostPayloads()
  }

  private func isLegal(_ scenario: Loading) -> Bool {
    (try? LoadSheet(aircraft: sheet.aircraft, scenario: scenario, units: sheet.units))?.isLegal ?? false
  }

  /// The first of the amounts step, 2 × step … up to and including `most` that makes a legal loading.
  private func least<Unit>(
    _ step: Exact<Unit>, _ most: Exact<Unit>, _ change: (Exact<Unit>) -> Loading
  ) -> (amount: Exact<Unit>, scenario: Loading)? {
    var amount = Exact<Unit>.zero
    while amount < most {
      amount = min(amount + step, most)
      let scenario = change(amount)
      if isLegal(scenario) { return (amount, scenario) }
    }
    return nil
  }

  // MARK: Weight

  private func moves() -> [Remedy] {
    var found: [Remedy] = []
    for from in sheet.stationDetails where from.weight > .zero {
      for to in sheet.stationDetails where to.station.id != from.station.id && to.margin > .zero {
        guard
          let best = least(
            weightStep, min(from.weight, to.margin), { sheet.scenario.adding(.zero - $0, to: from).adding($0, to: to) })
        else { continue }
        found.append(
          Remedy(
            kind: .move,
            sentence: "Move \(sheet.units.text(best.amount)) from \(from.station.name) to \(to.station.name).",
            place: from.station.id, destination: to.station.id, weight: best.amount, volume: nil,
            scenario: best.scenario))
      }
    }
    return found.sorted(by: Self.weighsLess)
  }

  private func removals() -> [Remedy] {
    sheet.stationDetails.compactMap { detail -> Remedy? in
      guard let best = least(weightStep, detail.weight, { sheet.scenario.adding(.zero - $0, to: detail) }) else {
        return nil
      }
      return Remedy(
        kind: .remove, sentence: "Take \(sheet.units.text(best.amount)) off \(detail.station.name).",
        place: detail.station.id, destination: nil, weight: best.amount, volume: nil, scenario: best.scenario)
    }.sorted(by: Self.weighsLess)
  }

  private func ballasts() -> [Remedy] {
    sheet.stationDetails.compactMap { detail -> Remedy? in
      guard detail.station.kind != .oil,
        let best = least(weightStep, detail.margin, { sheet.scenario.adding($0, to: detail) })
      else { return nil }
      return Remedy(
        kind: .ballast, sentence: "Put \(sheet.units.text(best.amount)) of ballast into \(detail.station.name).",
        place: detail.station.id, destination: nil, weight: best.amount, volume: nil, scenario: best.scenario)
    }.sorted(by: Self.weighsLess)
  }

  private static func weighsLess(_ a: Remedy, _ b: Remedy) -> Bool { (a.weight ?? .zero) < (b.weight ?? .zero) }

  private func mostPayloads() -> [Remedy] {
    sheet.stationDetails.compactMap { detail in
      guard detail.station.kind != .oil else { return nil }
      var best: (amount: Weight, scenario: Loading)?
      var amount = weightStep
      // From nothing up: beyond the first amount that no longer fits, more might fit again only by accident.
      while amount <= detail.margin {
        let scenario = sheet.scenario.adding(amount, to: detail)
        guard isLegal(scenario) else { break }
        best = (amount, scenario)
        amount += weightStep
      }
      guard let best else { return nil }
      return Remedy(
        kind: .mostPayload, sentence: "\(detail.station.name) can take \(sheet.units.text(best.amount)) more.",
        place: detail.station.id, destination: nil, weight: best.amount, volume: nil, scenario: best.scenario)
    }
  }

  // MARK: Fuel

  private func drains() -> [Remedy] {
    sheet.fuelDetails.compactMap { detail in
      guard
        let best = least(volumeStep, detail.loaded, { sheet.scenario.filling(detail.tank, with: detail.loaded - $0) })
      else { return nil }
      return Remedy(
        kind: .drain, sentence: "Drain \(sheet.units.text(best.amount)) from \(detail.tank.name).",
        place: detail.tank.id, destination: nil, weight: nil, volume: best.amount, scenario: best.scenario)
    }
  }

  /// Fills the tanks that are emptied last first, since those hold the reserve; from full tanks down.
  private func mostFuel() -> Remedy? {
    let onBoard = sheet.fuelDetails.reduce(Volume.zero) { $0 + $1.loaded }
    let capacity = sheet.fuelDetails.reduce(Volume.zero) { $0 + $1.tank.capacity.value }
    var amount = capacity
    while amount > onBoard {
      var scenario = sheet.scenario, room = amount - onBoard
      for detail in sheet.fuelDetails.reversed() {
        let more = min(room, max(detail.margin, .zero))
        scenario = scenario.filling(detail.tank, with: detail.loaded + more)
        room -= more
      }
      if isLegal(scenario) {
        return Remedy(
          kind: .mostFuel, sentence: "\(sheet.units.text(amount)) of fuel still fit, in all tanks together.",
          place: sheet.fuelDetails.first?.tank.id ?? "", destination: nil, weight: nil, volume: amount,
          scenario: scenario)
      }
      amount -= volumeStep
    }
    return nil
  }
}

extension Loading {
  /// The loading with another weight in a station, where its load lies.
  func adding(_ weight: Weight, to detail: StationDetail) -> Loading {
    var changed = self
    let arm = stationLoads.first { $0.station == detail.station.id }?.arm
    let total = detail.weight + weight
    changed.stationLoads.removeAll { $0.station == detail.station.id }
    // Several loads at different arms become one where their mean lies.
    let isMixed = stationLoads.filter { $0.station == detail.station.id }.count > 1
    changed.stationLoads.append(StationLoad(station: detail.station.id, weight: total, arm: isMixed ? detail.arm : arm))
    return changed
  }

  /// The loading with another amount in a tank.
  func filling(_ tank: FuelTank, with volume: Volume) -> Loading {
    var changed = self
    changed.fuelLoads.removeAll { $0.tank == tank.id }
    changed.fuelLoads.append(FuelLoad(tank: tank.id, volume: volume))
    return changed
  }
}

/// A change to a loading, and the loading that results from it.
package struct Remedy: Sendable {
  /// The kinds of changes.
  package enum Kind: String, Sendable, CaseIterable {
    /// Move weight from one station to another.
    case move
    /// Remove weight from a station.
    case remove
    /// Add ballast to a station.
    case ballast
    /// Drain fuel from a tank.
    case drain
    /// The largest amount of fuel that can still be added.
    case mostFuel
    /// The largest weight that can still be added to a station.
    case mostPayload
  }

  package let kind: Kind
  package let sentence: String
  /// The station or tank that is emptied or filled.
  package let place: String
  /// The station that receives moved weight.
  package let destination: String?
  /// The weight that is moved, removed or added; `nil` for fuel.
  package let weight: Weight?
  /// The volume of fuel that is drained, or that can still be added; `nil` for weight.
  package let volume: Volume?
  /// The resulting loading, which exceeds no limit.
  package let scenario: Loading
}

/// Finds changes that bring a loading inside its limits, or how much more a legal loading can take.
///
/// It tries whole pounds (or kilograms) and tenths of a gallon (or whole litres), smallest first, and computes a load
/// sheet for every trial. So its results hold for the whole flight and every limit, and are rounded to the safe side:
/// up for what must be removed, down for what still fits.
package struct Solver: Sendable {
  private let sheet: LoadSheet
  private let weightStep: Weight
  private let volumeStep: Volume

  /// Prepares the search for a loading, legal or not.
  package init(_ sheet: LoadSheet) {
    self.sheet = sheet
    weightStep = Weight(1, sheet.units.weight)
    let unit = sheet.units.volume
    volumeStep = unit == .litres ? Volume(1, unit) : Volume(steps: unit.steps / 10)
  }

  /// The changes that bring the loading inside, the smallest weight first within each kind; for a legal loading, what
  /// still fits.
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
      // Search upwards from zero: after the first amount that does not fit, a larger one would fit only by accident.
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

  /// Searches downwards from full tanks. The tanks that are emptied last are filled first, because they hold the
  /// reserve.
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
          kind: .mostFuel, sentence: "The tanks can take \(sheet.units.text(amount)) more fuel in total.",
          place: sheet.fuelDetails.first?.tank.id ?? "", destination: nil, weight: nil, volume: amount,
          scenario: scenario)
      }
      amount -= volumeStep
    }
    return nil
  }
}

extension Loading {
  /// The loading with more weight in a station, at the arm of its present load.
  func adding(_ weight: Weight, to detail: StationDetail) -> Loading {
    var changed = self
    let arm = stationLoads.first { $0.station == detail.station.id }?.arm
    let total = detail.weight + weight
    changed.stationLoads.removeAll { $0.station == detail.station.id }
    // Several loads at different arms become one at their mean arm.
    let isMixed = stationLoads.filter { $0.station == detail.station.id }.count > 1
    changed.stationLoads.append(StationLoad(station: detail.station.id, weight: total, arm: isMixed ? detail.arm : arm))
    return changed
  }

  /// The loading with this volume in a tank.
  func filling(_ tank: FuelTank, with volume: Volume) -> Loading {
    var changed = self
    changed.fuelLoads.removeAll { $0.tank == tank.id }
    changed.fuelLoads.append(FuelLoad(tank: tank.id, volume: volume))
    return changed
  }
}

/// Fuel that is drained or that still fits.
extension Solver {
  func drains(otherThan places: Set<String>) -> [Proposal] {
    guard bounds(from: nil, to: nil) != nil, sheet.fuelShortage == .zero else { return [] }
    let shift = BalanceShift(sheet)
    return sheet.fuelDetails.compactMap { detail in
      let others = sheet.fuelDetails.filter { $0.tank.id != detail.tank.id }
      guard !places.contains(detail.tank.id), others.allSatisfy(\.isWithinLimit) else { return nil }
      let most = mostDrained(detail)
      guard most > .zero else { return nil }
      let count = Int((most.steps + volumeStep.steps - 1) / volumeStep.steps)
      func amount(_ steps: Int) -> Volume { min(Volume(steps: volumeStep.steps * Int128(steps)), most) }
      let first = FirstGood.among(count, tries: fuelTries / sheet.fuelDetails.count) { steps in
        let left = detail.loaded - amount(steps)
        return left <= detail.tank.capacity.value && isInside([detail.tank.id: left], shift)
      }
      guard let first else { return nil }
      return Proposal(amounts: first < count ? [first, first + 1] : [first]) { drain(amount($0), from: detail) }
    }
  }

  /// What can be drained from a tank before taxi and trip need more than is left in all.
  func mostDrained(_ detail: FuelDetail) -> Volume {
    let spare = sheet.fuelDetails.reduce(Volume.zero) { $0 + $1.remaining }
    return min(detail.loaded, spare)
  }

  func drain(_ volume: Volume, from detail: FuelDetail) -> Remedy {
    Remedy(
      kind: .drain, sentence: "Drain \(sheet.units.text(volume)) from \(detail.tank.name).", place: detail.tank.id,
      destination: nil, weight: nil, volume: volume,
      scenario: sheet.scenario.filling(detail.tank, with: detail.loaded - volume), reluctance: .drain,
      effort: volume * detail.density)
  }

  /// Whether the way is inside with other fuel in some tanks.
  private func isInside(_ volumes: [String: Volume], _ shift: BalanceShift) -> Bool {
    shift.along(sheet, volumes)?.isInside() ?? false
  }

  /// How much more fuel fits. The tanks that are emptied last are filled first, because they hold the reserve.
  func mostFuel() -> Remedy? {
    let onBoard = sheet.fuelDetails.reduce(Volume.zero) { $0 + $1.loaded }
    let space = sheet.fuelDetails.reduce(Volume.zero) { $0 + max($1.margin, .zero) }
    func filled(_ more: Volume) -> [String: Volume] {
      var left = more, volumes: [String: Volume] = [:]
      for detail in sheet.fuelDetails.reversed() {
        let part = min(left, max(detail.margin, .zero))
        if part > .zero { volumes[detail.tank.id] = detail.loaded + part }
        left -= part
      }
      return volumes
    }
    func scenario(_ more: Volume) -> Loading {
      let volumes = filled(more)
      return sheet.fuelDetails.reduce(sheet.scenario) { scenario, detail in
        volumes[detail.tank.id].map { scenario.filling(detail.tank, with: $0) } ?? scenario
      }
    }
    let shift = BalanceShift(sheet)
    func amount(_ steps: Int) -> Volume { Volume(steps: volumeStep.steps * Int128(steps)) }
    let count = Int(space.steps / volumeStep.steps)
    let firstBad = FirstGood.among(count, tries: fuelTries / 4) { !isInside(filled(amount($0)), shift) }
    var steps = firstBad.map { $0 - 1 } ?? count
    // The sheet decides about the last step.
    for _ in 0..<4 where steps > 0 {
      let changed = scenario(amount(steps))
      if after(changed)?.isLegal ?? false {
        let more = amount(steps)
        return Remedy(
          kind: .mostFuel,
          sentence: "The tanks can take \(sheet.units.text(more)) more, \(sheet.units.text(onBoard + more)) in all.",
          place: sheet.fuelDetails.first?.tank.id ?? "", destination: nil, weight: nil, volume: more,
          total: onBoard + more, scenario: changed)
      }
      steps -= 1
    }
    return nil
  }
}

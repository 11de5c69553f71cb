extension PairSearch {
  /// The amounts of fuel and weight that are tried together, and those of two tanks. A way with many changes of tank
  /// takes longer to look at, so that fewer are tried.
  private var fuelTries: Int { 16_000 * 12 / max(12, shift.states.count) }
  private var tankTries: Int { 3_600 * 12 / max(12, shift.states.count) }

  /// A volume of a tank.
  struct Drained {
    let detail: FuelDetail
    let volume: Volume
  }

  /// Fuel that is drained, in whole steps of volume; the last may be what is left.
  struct OpenDrain {
    let detail: FuelDetail
    let least: Int
    let most: Int
    let greatest: Volume
  }

  private func amount(_ drain: OpenDrain, _ steps: Int) -> Volume {
    min(Volume(steps: volumeStep.steps * Int128(steps)), drain.greatest)
  }

  private func kilograms(_ drain: OpenDrain, _ steps: Int) -> Double {
    (amount(drain, steps) * drain.detail.density).double(in: .kilograms)
  }

  /// The tanks from which fuel can be drained as long as taxi and trip have enough.
  private func drains() -> [OpenDrain] {
    let step = volumeStep.steps
    guard sheet.fuelShortage == .zero else { return [] }
    let spare = spare
    return sheet.fuelDetails.compactMap { detail in
      let greatest = min(detail.loaded, spare)
      let excess = max(.zero - detail.margin, .zero)
      let least = max(1, (excess.steps + step - 1) / step), most = (greatest.steps + step - 1) / step
      guard greatest > .zero, least <= most, let count = Int(exactly: most), let first = Int(exactly: least) else {
        return nil
      }
      return OpenDrain(detail: detail, least: first, most: count, greatest: greatest)
    }
  }

  /// What taxi and trip do not need; something is left at the end of a trip.
  private var spare: Volume {
    let spare = sheet.fuelDetails.reduce(Volume.zero) { $0 + $1.remaining }
    return sheet.scenario.tripFuel > .zero ? spare - Volume(steps: 1) : spare
  }

  /// Whether every tank but some holds no more than it can.
  private func areWithinLimits(besides drains: OpenDrain...) -> Bool {
    sheet.fuelDetails.allSatisfy { detail in
      detail.isWithinLimit || drains.contains { $0.detail.tank.id == detail.tank.id }
    }
  }

  func fuelAndWeight() -> [(drain: Drained, step: Int, amount: Int, effort: Double)] {
    let drains = drains().filter { areWithinLimits(besides: $0) }, parts = parts.filter { $0.from & heavy == heavy }
    guard !parts.isEmpty else { return [] }
    return drains.flatMap { drain in
      let count = drain.most - drain.least + 1
      let volumes = max(1, min(count, fuelTries / 100 / drains.count))
      let weights = max(10, fuelTries / volumes / drains.count)
      var best: [Int: (volume: Int, amount: Int, effort: Double)] = [:]
      for volume in stride(from: drain.least, through: drain.most, by: max(1, (count + volumes - 1) / volumes)) {
        let left = drain.detail.loaded - amount(drain, volume), handled = kilograms(drain, volume)
        guard let way = shift.along(sheet, [drain.detail.tank.id: left]) else { continue }
        var known: [Double: [ClosedRange<Double>]] = [:]
        func moments(_ change: Double) -> [ClosedRange<Double>] {
          if let found = known[change] { return found }
          let found = way.moments(at: change)
          known[change] = found
          return found
        }
        for (index, step) in parts.enumerated() {
          let limit = (best[index]?.effort ?? .infinity) - handled
          guard let amount = least(step, below: limit, weights, moments) else { continue }
          best[index] = (volume, amount, handled + min(Double(amount) * self.step, step.greatest))
        }
      }
      return best.map { index, found in
        (
          Drained(detail: drain.detail, volume: amount(drain, found.volume)), parts[index].index, found.amount,
          found.effort
        )
      }
    }
  }

  /// The least amount of a step on a way, if it handles less than a limit in kilograms.
  private func least(
    _ one: OpenStep.Part, below limit: Double, _ tries: Int, _ moments: (Double) -> [ClosedRange<Double>]
  ) -> Int? {
    if one.weight == 0 {
      let found = leastMove(one, moments(0), 0, nil, 0)
      return found.flatMap { min(Double($0) * step, one.greatest) < limit - 1e-9 ? $0 : nil }
    }
    guard let bounds = bounds(of: one, besides: nil, 0) else { return nil }
    let first = max(one.least, Int((bounds.lowerBound / step - 1e-6).rounded(.up)))
    guard first <= one.most else { return nil }
    for amount in stride(from: first, through: one.most, by: max(1, (one.most - first + tries) / tries)) {
      let weight = min(Double(amount) * step, one.greatest)
      guard weight <= bounds.upperBound + 1e-9, weight < limit - 1e-9 else { return nil }
      if moments(one.weight * weight).contains(where: { $0.contains(one.moment * weight) }) { return amount }
    }
    return nil
  }

  func fuelOfTwoTanks() -> [(first: Drained, second: Drained, effort: Double)] {
    guard heavy == 0, margins.allSatisfy({ $0 >= 0 }) else { return [] }
    let drains = drains(), spare = spare
    let pairs = drains.indices.flatMap { one in drains[(one + 1)...].map { (drains[one], $0) } }
    let tries = max(4, Int((Double(tankTries) / Double(max(pairs.count, 1))).squareRoot()))
    return pairs.compactMap { one, other in
      guard areWithinLimits(besides: one, other) else { return nil }
      var best: (first: Int, second: Int, effort: Double)?
      let count = one.most - one.least + 1
      for first in stride(from: one.least, through: one.most, by: max(1, (count + tries - 1) / tries)) {
        let left = [one.detail.tank.id: one.detail.loaded - amount(one, first)], handled = kilograms(one, first)
        let found = FirstGood.among(other.most - other.least + 1, tries: tries) { steps in
          let second = amount(other, other.least + steps - 1)
          guard amount(one, first) + second <= spare else { return false }
          var volumes = left
          volumes[other.detail.tank.id] = other.detail.loaded - second
          return shift.along(sheet, volumes)?.isInside() ?? false
        }
        guard let found else { continue }
        let second = other.least + found - 1, effort = handled + kilograms(other, second)
        if effort < best?.effort ?? .infinity { best = (first, second, effort) }
      }
      return best.map {
        (
          Drained(detail: one.detail, volume: amount(one, $0.first)),
          Drained(detail: other.detail, volume: amount(other, $0.second)), $0.effort
        )
      }
    }
  }
}

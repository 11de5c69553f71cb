/// Steps whose amount is open, and what they do to a loading.
extension Solver {
  /// Every step of weight, with the amounts that its own stations allow.
  func openSteps() -> [OpenStep] {
    let open = sheet.stationDetails.filter { $0.station.kind != .oil }
    let receiving = open.filter { $0.margin > .zero && !sheet.mustBeEmpty($0.station) }
    var steps: [OpenStep] = []
    for from in open where from.weight > .zero {
      if from.station.id != pilotStation, let step = openStep(.remove, from: from, to: nil) { steps.append(step) }
      steps += receiving.compactMap { mayMove(from, $0) ? openStep(.move, from: from, to: $0) : nil }
    }
    return steps + receiving.compactMap { openStep(.ballast, from: nil, to: $0) }
  }

  private func openStep(_ kind: Remedy.Kind, from: StationDetail?, to: StationDetail?) -> OpenStep? {
    let step = weightStep.steps
    var most = Int128.max, isWhole = false
    if let from {
      // A person stays in the pilot's station.
      isWhole = from.station.id != pilotStation
      most = (from.weight.steps + step - 1) / step - (isWhole ? 0 : 1)
    }
    if let to {
      let fits = from.map { isWhole && $0.weight <= to.margin } ?? false
      if !fits {
        isWhole = false
        most = min(most, to.margin.steps / step)
      }
    }
    let least = max(1, from.map { (sheet.excess($0).steps + step - 1) / step } ?? 1)
    guard least <= most, let from = from ?? to, let count = Int(exactly: most) else { return nil }
    let arms = [to?.arm, kind == .ballast ? nil : from.arm].map { $0?.double(in: .metres) ?? 0 }
    let greatest = isWhole ? from.weight : Weight(steps: step * most)
    return OpenStep(
      kind: kind, from: kind == .ballast ? nil : from, to: to,
      weight: kind == .move ? 0 : kind == .ballast ? 1 : -1, moment: arms[0] - arms[1], least: Int(least), most: count,
      greatest: greatest.double(in: .kilograms))
  }

  func remedy(_ step: OpenStep, _ amount: Int) -> Remedy? {
    let wanted = Weight(steps: weightStep.steps * Int128(amount))
    switch (step.from, step.to) {
    case (let from?, let to?): return move(min(wanted, from.weight), from: from, to: to)
    case (let from?, nil): return remove(min(wanted, from.weight), from: from)
    case (nil, let to?): return ballast(wanted, into: to)
    case (nil, nil): return nil
    }
  }

  /// A loading after a further step at places that it has not changed yet.
  func applying(_ step: Remedy, to scenario: Loading) -> Loading {
    if let volume = step.volume, let detail = sheet.fuelDetails.first(where: { $0.tank.id == step.place }) {
      return scenario.filling(detail.tank, with: detail.loaded - volume)
    }
    func detail(_ id: String) -> StationDetail? { sheet.stationDetails.first { $0.station.id == id } }
    guard let weight = step.weight, let place = detail(step.place) else { return scenario }
    let change = step.kind == .ballast ? weight : .zero - weight
    let changed = scenario.adding(change, to: place)
    return step.destination.flatMap(detail).map { changed.adding(weight, to: $0) } ?? changed
  }
}

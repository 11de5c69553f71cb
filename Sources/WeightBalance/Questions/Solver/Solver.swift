/// Finds changes that bring a loading inside its limits, or how much more a legal loading can take.
///
/// Amounts are whole pounds (or kilograms) and tenths of a gallon (or whole litres). For weight, the amounts at which a
/// verdict can change follow from equations (``BalanceShift``), so the result does not depend on the size of the amounts.
/// Two steps are those of ``PairSearch``.
/// For fuel, each step is tried if a tank has at most ``fuelTries`` divided by the number of tanks; in a larger range
/// steps are left out, and a legal range that is narrower than the gap can be missed. In both cases a load sheet of the
/// result decides: no remedy is offered that is not legal for the whole flight.
package struct Solver: Sendable {
  /// The number of amounts of fuel that are tried in all; of each second step, a tenth.
  let fuelTries: Int
  /// The number of remedies, and of sheets that are computed to find them.
  private static let remedyLimit = 60
  private static let sheetLimit = 150

  let sheet: LoadSheet
  let weightStep: Weight
  let volumeStep: Volume

  /// Prepares the search for a loading, legal or not.
  package init(_ sheet: LoadSheet) { self.init(sheet, fuelTries: 3000) }

  private init(_ sheet: LoadSheet, fuelTries: Int) {
    self.sheet = sheet
    self.fuelTries = fuelTries
    weightStep = Weight(1, sheet.units.weight)
    let unit = sheet.units.volume
    volumeStep = unit == .litres ? Volume(1, unit) : Volume(steps: unit.steps / 10)
  }

  /// The changes that bring the loading inside, those first that a person would rather do; for a legal loading, what
  /// still fits. Two steps are searched only if no single one helps. If a number cannot be right, there is none.
  package func remedies() -> [Remedy] {
    guard sheet.wrongNumber == nil else { return [] }
    if sheet.isLegal {
      return ([mostFuel()].compactMap(\.self) + mostPayloads()).map { remedy in
        var remedy = remedy
        remedy.guesses = after(remedy.scenario)?.guesses ?? []
        return remedy
      }
    }
    let single = verified(proposals())
    return single.isEmpty ? verified(pairs()) : single
  }

  /// A change with the amounts that can make it legal, best first.
  struct Proposal {
    let amounts: [Int]
    let remedy: (Int) -> Remedy
  }

  /// The single steps that can help.
  func proposals(otherThan places: Set<String> = []) -> [Proposal] {
    let broken = Set(sheet.warnings.filter { $0.level > .caution }.map(\.code))
    var found = drains(otherThan: places)
    // These stay whatever is done with weight.
    guard broken.isDisjoint(with: [.negativeWeight, .negativeFuel, .fuelShort, .dryTanks, .fuelOvercapacity]) else {
      return found
    }
    found += moves(otherThan: places) + removals(otherThan: places) + ballasts(otherThan: places)
    return found
  }

  /// The proposals that a sheet confirms, in the order of the ranking.
  private func verified(_ proposals: [Proposal]) -> [Remedy] {
    let ranked = proposals.compactMap { proposal in
      proposal.amounts.first.map { (proposal, first: proposal.remedy($0)) }
    }.sorted { Remedy.isBetter($0.first, $1.first) }
    var found: [Remedy] = [], seen: Set<[String]> = [], results: Set<Result> = [], sheets = 0
    for (proposal, _) in ranked {
      for amount in proposal.amounts.prefix(4) where sheets < Self.sheetLimit && found.count < Self.remedyLimit {
        var remedy = proposal.remedy(amount)
        // The same two steps in another order, or with greater amounts, are the same to a person.
        let words = (remedy.steps.isEmpty ? [remedy] : remedy.steps).map(\.sameness).sorted()
        if seen.contains(words) { break }
        sheets += 1
        guard let after = after(remedy.scenario), after.isLegal, isPlausible(after), keepsPilot(after) else { continue }
        seen.insert(words)
        remedy.guesses = after.guesses
        if results.insert(Result(after)).inserted { found.append(remedy) }
        break
      }
    }
    return found.sorted(by: Remedy.isBetter)
  }

  /// What is where after a remedy.
  private struct Result: Hashable {
    let weights: [Weight]
    let moments: [Moment]
    let fuel: [Volume]

    init(_ sheet: LoadSheet) {
      weights = sheet.stationDetails.map(\.weight)
      moments = sheet.stationDetails.map(\.moment)
      fuel = sheet.fuelDetails.map(\.loaded)
    }
  }

  func after(_ scenario: Loading) -> LoadSheet? {
    try? LoadSheet(aircraft: sheet.aircraft, scenario: scenario, units: sheet.units)
  }

  /// Whether no station has got more than anybody expects there.
  func isPlausible(_ after: LoadSheet) -> Bool {
    zip(sheet.stationDetails, after.stationDetails).allSatisfy { !$1.isImplausible || $1.weight <= $0.weight }
  }

  /// The station of the pilot, which no remedy may empty: the first seats of the aircraft's file.
  var pilotStation: String? { sheet.aircraft.stations.first { $0.kind == .seat }?.id }

  /// Whether a person is left in the station of the pilot.
  private func keepsPilot(_ after: LoadSheet) -> Bool {
    let pilot = pilotStation
    return zip(sheet.stationDetails, after.stationDetails).allSatisfy { before, after in
      before.station.id != pilot || before.weight <= .zero || after.weight > .zero
    }
  }

  /// Pairs of whole people and of wholes with any second step, and in an aircraft of usual size pairs of any amounts.
  private func pairs() -> [Proposal] {
    // Nothing that is moved, taken off or drained brings fuel.
    guard !sheet.warnings.contains(where: { $0.code == .fuelShort || $0.code == .dryTanks }) else { return [] }
    let isLarge = sheet.stationDetails.count + sheet.fuelDetails.count > 20
    let whole = wholeSteps().sorted(by: Remedy.isBetter)
    let people = whole.filter(\.isOfPeople).prefix(isLarge ? 1 : 12), others = whole.filter { !$0.isOfPeople }
    var found: [Proposal] = []
    for first in people + others.prefix(isLarge ? 1 : 6) {
      guard let between = after(first.scenario), isPlausible(between) else { continue }
      for second in Solver(between, fuelTries: fuelTries / 10).proposals(otherThan: [
        first.place, first.destination ?? "",
      ]) {
        found.append(Proposal(amounts: second.amounts) { pair(first, second.remedy($0)) })
      }
    }
    return isLarge ? found : found + openPairs()
  }

  /// Two steps with open amounts, before they are worded: there may be very many.
  private struct OpenPair {
    enum Steps {
      case weights(Int, Int, PairSearch.Amounts)
      case fuelAndWeight(PairSearch.Drained, Int, Int)
      case fuel(PairSearch.Drained, PairSearch.Drained)
    }

    let steps: Steps
    let reluctance: Reluctance
    let effort: Double
  }

  /// The least pairs of open amounts, the best ones first.
  private func openPairs() -> [Proposal] {
    var search = PairSearch(sheet, steps: openSteps(), weightStep: weightStep, volumeStep: volumeStep)
    let steps = search.steps, classes = steps.map(\.reluctance)
    var found: [OpenPair] = []
    // What a tank holds too much is not mended by weight.
    if sheet.fuelDetails.allSatisfy(\.isWithinLimit) {
      found = search.pairs().map { one, other, amounts in
        OpenPair(
          steps: .weights(one, other, amounts), reluctance: max(classes[one], classes[other]), effort: amounts.effort)
      }
    }
    found += search.fuelAndWeight().map { drain, step, amount, effort in
      OpenPair(
        steps: .fuelAndWeight(drain, step, amount), reluctance: max(.drain, classes[step]), effort: effort)
    }
    found += search.fuelOfTwoTanks().map { one, other, effort in
      OpenPair(steps: .fuel(one, other), reluctance: .drain, effort: effort)
    }
    found.sort { $0.reluctance == $1.reluctance ? $0.effort < $1.effort : $0.reluctance < $1.reluctance }
    return found.prefix(Self.sheetLimit).compactMap { open in
      switch open.steps {
      case .weights(let one, let other, let amounts):
        return proposal(remedy(steps[one], amounts.first), steps[other], amounts.second)
      case .fuelAndWeight(let drained, let step, let amount):
        return proposal(drain(drained.volume, from: drained.detail), steps[step], amount)
      case .fuel(let one, let other):
        let first = drain(one.volume, from: one.detail), second = drain(other.volume, from: other.detail)
        return Proposal(amounts: [1]) { _ in pair(first, second) }
      }
    }
  }

  /// A first step and the amount of a second one, or one more if a sheet finds it too little.
  private func proposal(_ first: Remedy?, _ step: OpenStep, _ amount: Int) -> Proposal? {
    guard let first, let one = remedy(step, amount) else { return nil }
    return Proposal(amounts: [amount, min(amount + 1, step.most)]) { pair(first, remedy(step, $0) ?? one) }
  }

  /// Two steps at different places, that first which a person would rather do.
  private func pair(_ one: Remedy, _ other: Remedy) -> Remedy {
    let (first, second) = other.reluctance < one.reluctance ? (other, one) : (one, other)
    return Remedy(
      kind: .two, sentence: leaving(first, second) ?? "\(first.sentence) Then: \(second.sentence)", place: first.place,
      destination: first.destination, weight: nil, volume: nil, steps: [first, second],
      scenario: other.isOfPeople ? other.scenario : applying(other, to: one.scenario),
      reluctance: max(first.reluctance, second.reluctance), effort: first.effort + second.effort)
  }

  /// The steps that a person would do first, each as a whole.
  private func wholeSteps() -> [Remedy] {
    var steps = exchanges().map { $0.remedy(1) }
    for detail in sheet.stationDetails where detail.weight > .zero && detail.station.kind != .oil {
      let loads = sheet.scenario.stationLoads.indices.filter {
        sheet.scenario.stationLoads[$0].station == detail.station.id
      }
      if detail.station.kind == .seat {
        steps += loads.compactMap { stayingBehind($0, detail) }
        continue
      }
      steps.append(remove(detail.weight, from: detail))
      for to in sheet.stationDetails where to.station.kind == .baggage && to.station.id != detail.station.id {
        let most = min(detail.weight, whole(to.margin))
        if most > .zero { steps.append(move(most, from: detail, to: to)) }
      }
    }
    steps += sheet.fuelDetails.compactMap { detail in
      let most = mostDrained(detail)
      return most > .zero ? drain(most, from: detail) : nil
    }
    return steps
  }

  /// A weight without its part of a step.
  private func whole(_ weight: Weight) -> Weight {
    Weight(steps: max(weight.steps, 0) / weightStep.steps * weightStep.steps)
  }
}

extension LoadSheet {
  /// The warning about a number that cannot be right and has to be corrected first; `nil` if there is none.
  package var wrongNumber: Warning? {
    let codes: Set<Warning.Code> = [.negativeWeight, .negativeFuel, .armOutOfRange]
    return warnings.first { codes.contains($0.code) }
  }
}

/// Weight that is moved, taken off or put in.
extension Solver {
  /// The least move of weight from each station to each other one, and people as wholes.
  func moves(otherThan places: Set<String>) -> [Proposal] {
    let shift = BalanceShift(sheet)
    let greatest = sheet.aircraft.stations.map { abs($0.arm.value.double(in: .metres)) }.max() ?? 0
    let load = sheet.stationDetails.reduce(0) { $0 + abs($1.weight.double(in: .kilograms)) }
    let most = 4 * load * (greatest + 1) + 1
    // The weight does not change, so that the allowed changes of the moment are the same for all places.
    let allowed = shift.allowed(BalanceShift.Direction(weight: 0, moment: 1), in: -most...most)
    guard !allowed.isEmpty else { return [] }
    var found = exchanges(otherThan: places).filter { proposal in
      guard let after = after(proposal.remedy(1).scenario) else { return false }
      return after.isLegal
    }
    for from in sheet.stationDetails where from.weight > .zero && isOpen(from, places) {
      for to in sheet.stationDetails where mayMove(from, to) && isOpen(to, places) {
        let change = (to.arm - from.arm).double(in: .metres)
        guard let bounds = bounds(from: from, to: to), change != 0 || allowed.contains(where: { $0.contains(0) }) else {
          continue
        }
        let ranges =
          change == 0
          ? [bounds]
          : allowed.map { range in
            let ends = [range.lowerBound / change, range.upperBound / change].sorted()
            return ends[0]...ends[1]
          }.sorted { $0.lowerBound < $1.lowerBound }
        let isPilots = from.station.id == pilotStation
        let amounts = steps(ranges, within: bounds).filter { !isPilots || amount($0, of: from.weight) < from.weight }
        if !amounts.isEmpty {
          found.append(Proposal(amounts: amounts) { move(amount($0, of: from.weight), from: from, to: to) })
        }
      }
    }
    return found
  }

  func removals(otherThan places: Set<String>) -> [Proposal] {
    let shift = BalanceShift(sheet)
    return sheet.stationDetails.flatMap { detail -> [Proposal] in
      guard detail.weight > .zero, isOpen(detail, places), let bounds = bounds(from: detail, to: nil) else { return [] }
      let direction = BalanceShift.Direction(weight: -1, moment: -detail.arm.double(in: .metres))
      let amounts = steps(shift.allowed(direction, in: bounds), within: bounds)
      var found: [Proposal] = []
      if !amounts.isEmpty, detail.station.id != pilotStation {
        found.append(Proposal(amounts: amounts) { remove(amount($0, of: detail.weight), from: detail) })
      }
      guard detail.station.kind == .seat else { return found }
      for index in sheet.scenario.stationLoads.indices
      where sheet.scenario.stationLoads[index].station == detail.station.id {
        guard let staying = stayingBehind(index, detail), after(staying.scenario)?.isLegal ?? false else { continue }
        found.append(Proposal(amounts: [1]) { _ in staying })
      }
      return found
    }
  }

  func ballasts(otherThan places: Set<String>) -> [Proposal] {
    let shift = BalanceShift(sheet)
    return sheet.stationDetails.compactMap { detail in
      guard isOpen(detail, places), let bounds = bounds(from: nil, to: detail) else { return nil }
      let direction = BalanceShift.Direction(weight: 1, moment: detail.arm.double(in: .metres))
      let amounts = steps(shift.allowed(direction, in: bounds), within: bounds)
      return amounts.isEmpty
        ? nil : Proposal(amounts: amounts) { ballast(Weight(steps: weightStep.steps * Int128($0)), into: detail) }
    }
  }

  /// People who exchange places or move to an empty place, as wholes.
  func exchanges(otherThan places: Set<String> = []) -> [Proposal] {
    let loads = sheet.scenario.stationLoads
    let seats = sheet.stationDetails.filter { $0.station.kind == .seat && isOpen($0, places) }
    // Few aeroplanes have more; with very many loads the pairs would be too many.
    let people = loads.indices.filter { index in
      loads[index].weight > .zero && seats.contains { $0.station.id == loads[index].station }
    }.prefix(12)
    var found: [Proposal] = []
    func propose(_ remedy: Remedy) { found.append(Proposal(amounts: [1]) { _ in remedy }) }
    func name(_ id: String) -> String { sheet.aircraft.station(id)?.name ?? id }
    for one in people {
      for other in people where one < other && loads[one].station != loads[other].station {
        guard loads[one].weight != loads[other].weight, isOnePerson(loads[one]), isOnePerson(loads[other]) else {
          continue
        }
        var changed = sheet.scenario
        changed.stationLoads[one] = loads[other].placed(in: loads[one].station)
        changed.stationLoads[other] = loads[one].placed(in: loads[other].station)
        let (a, b) = (loads[one], loads[other])
        propose(
          Remedy(
            kind: .swap,
            sentence: "Let \(words(a)) of \(name(a.station)) and \(words(b)) of \(name(b.station)) exchange places."
              + guess(detail(a.station), detail(b.station)),
            place: a.station, destination: b.station, weight: a.weight, volume: nil,
            scenario: changed, reluctance: .people, effort: a.weight + b.weight))
      }
      guard mayLeave(one) else { continue }
      for to in seats where to.weight == .zero && to.station.id != loads[one].station && loads[one].weight <= to.margin
      {
        var changed = sheet.scenario
        changed.stationLoads[one] = loads[one].placed(in: to.station.id)
        propose(
          Remedy(
            kind: .move,
            sentence: "Move \(wholeWords(one)) from \(name(loads[one].station)) to \(to.station.name)."
              + guess(detail(loads[one].station), to),
            place: loads[one].station, destination: to.station.id, weight: loads[one].weight, volume: nil,
            scenario: changed, reluctance: .people, effort: loads[one].weight))
      }
    }
    return found
  }

  // MARK: Whole loads

  /// Whether a load can be one person; what is heavier is the sum of a row.
  private func isOnePerson(_ load: Loading.StationLoad) -> Bool { load.weight <= Weight(300, .pounds) }

  /// Whether the station of a load holds something else too.
  private func hasCompany(_ index: Int) -> Bool {
    let loads = sheet.scenario.stationLoads
    return loads.indices.contains { other in
      other != index && loads[other].station == loads[index].station && loads[other].weight > .zero
    }
  }

  /// Whether a load may leave its station: the last one of the pilot's station may not.
  private func mayLeave(_ index: Int) -> Bool {
    sheet.scenario.stationLoads[index].station != pilotStation || hasCompany(index)
  }

  /// A load in a sentence: `Bob (250 lb)`, or `250 lb` without a name.
  private func words(_ load: Loading.StationLoad) -> String {
    let amount = sheet.units.text(load.weight)
    guard let name = load.name, !name.isEmpty else { return amount }
    return "\(name) (\(amount))"
  }

  /// The same for a load that leaves its station: `all 250 lb` if it has no name and nothing else is there.
  private func wholeWords(_ index: Int) -> String {
    let load = sheet.scenario.stationLoads[index]
    let hasName = !(load.name ?? "").isEmpty
    return hasName || hasCompany(index) ? words(load) : "all \(words(load))"
  }

  private func detail(_ id: String) -> StationDetail? { sheet.stationDetails.first { $0.station.id == id } }

  /// What is said of a step that relies on an arm which is not known.
  private func guess(_ details: StationDetail?...) -> String {
    let guessed = details.compactMap(\.self).filter { detail in
      !detail.station.arm.isKnown && (detail.weight == .zero || sheet.usesUsualArm(detail.station))
    }
    return guessed.map { " The arm of \($0.station.name) is a guess." }.joined()
  }

  /// Whether weight may be moved between two stations. Baggage lies on no seat that is taken.
  func mayMove(_ from: StationDetail, _ to: StationDetail) -> Bool {
    from.station.id != to.station.id
      && (from.station.kind == .seat || to.station.kind != .seat || to.weight == .zero)
  }

  /// Two loads of baggage that are left behind, in one sentence; `nil` for other steps.
  func leaving(_ one: Remedy, _ other: Remedy) -> String? {
    guard let first = detail(one.place), let second = detail(other.place),
      [one, other].allSatisfy({ $0.kind == .remove && $0.reluctance == .baggage }),
      let weight = one.weight, let more = other.weight
    else { return nil }
    return "Leave \(sheet.units.text(weight + more)) behind: \(sheet.units.text(weight)) of \(first.station.name) and "
      + "\(sheet.units.text(more)) of \(second.station.name).\(guess(first, second))"
  }

  // MARK: The steps

  func move(_ weight: Weight, from: StationDetail, to: StationDetail) -> Remedy {
    let isBaggage = from.station.kind != .seat && to.station.kind != .seat
    return Remedy(
      kind: .move,
      sentence: "Move \(sheet.units.text(weight)) from \(from.station.name) to \(to.station.name).\(guess(from, to))",
      place: from.station.id, destination: to.station.id, weight: weight, volume: nil,
      scenario: sheet.scenario.adding(.zero - weight, to: from).adding(weight, to: to),
      reluctance: isBaggage ? .baggage : .partOfPeople, effort: weight)
  }

  func remove(_ weight: Weight, from: StationDetail) -> Remedy {
    Remedy(
      kind: .remove, sentence: "Take \(sheet.units.text(weight)) off \(from.station.name).\(guess(from))",
      place: from.station.id,
      destination: nil, weight: weight, volume: nil, scenario: sheet.scenario.adding(.zero - weight, to: from),
      reluctance: from.station.kind == .seat ? .partOfPeople : .baggage, effort: weight)
  }

  func ballast(_ weight: Weight, into: StationDetail) -> Remedy {
    Remedy(
      kind: .ballast, sentence: "Put \(sheet.units.text(weight)) of ballast into \(into.station.name).\(guess(into))",
      place: into.station.id, destination: nil, weight: weight, volume: nil,
      scenario: sheet.scenario.adding(weight, to: into), reluctance: .ballast, effort: weight)
  }

  /// One whole load of a seat station that stays behind; `nil` if the pilot would.
  func stayingBehind(_ index: Int, _ detail: StationDetail) -> Remedy? {
    let load = sheet.scenario.stationLoads[index]
    guard load.weight > .zero, mayLeave(index) else { return nil }
    var changed = sheet.scenario
    changed.stationLoads.remove(at: index)
    return Remedy(
      kind: .remove, sentence: "Leave \(wholeWords(index)) of \(detail.station.name) behind.\(guess(detail))",
      place: load.station, destination: nil, weight: load.weight, volume: nil, scenario: changed,
      reluctance: .personStays, effort: load.weight)
  }

  // MARK: Amounts

  private func isOpen(_ detail: StationDetail, _ places: Set<String>) -> Bool {
    detail.station.kind != .oil && !places.contains(detail.station.id)
  }

  /// The amounts in kilograms that stations and combined limits allow; `nil` if no amount does.
  func bounds(from: StationDetail?, to: StationDetail?) -> ClosedRange<Double>? {
    var least = Weight.zero, most = from?.weight ?? Weight(steps: WeightUnit.limit)
    for detail in sheet.stationDetails {
      let excess = sheet.excess(detail)
      if detail.station.id == to?.station.id {
        guard !sheet.mustBeEmpty(detail.station) else { return nil }
        most = min(most, detail.margin)
      } else if excess > .zero {
        guard detail.station.id == from?.station.id else { return nil }
        least = max(least, excess)
      }
    }
    for detail in sheet.combinedDetails {
      let loses = from.map { detail.limit.stations.contains($0.station.id) } ?? false
      let gains = to.map { detail.limit.stations.contains($0.station.id) } ?? false
      if gains, !loses { most = min(most, detail.margin) }
      if detail.margin < .zero {
        guard loses, !gains else { return nil }
        least = max(least, .zero - detail.margin)
      }
    }
    guard most > .zero, least <= most else { return nil }
    // The last step of a load may be a part of one.
    let end = from.map { most == $0.weight } ?? false ? most + weightStep : most
    return least.double(in: .kilograms)...end.double(in: .kilograms)
  }

  /// The first whole steps of each range.
  private func steps(_ ranges: [ClosedRange<Double>], within bounds: ClosedRange<Double>) -> [Int] {
    let step = weightStep.double(in: .kilograms)
    var found: [Int] = []
    for range in ranges where range.lowerBound <= bounds.upperBound && range.upperBound >= bounds.lowerBound {
      let low = max(range.lowerBound, bounds.lowerBound) / step, high = min(range.upperBound, bounds.upperBound) / step
      let first = max(1, Int((low - 1e-6).rounded(.up))), last = Int((high + 1e-6).rounded(.down))
      if first <= last { found.append(first) }
      if first < last { found.append(first + 1) }
    }
    return found
  }

  private func amount(_ steps: Int, of most: Weight) -> Weight {
    min(Weight(steps: weightStep.steps * Int128(steps)), most)
  }

  // MARK: What still fits

  func mostPayloads() -> [Remedy] {
    sheet.stationDetails.compactMap { detail in
      guard let room = sheet.room(in: detail), room.weight > .zero else { return nil }
      return Remedy(
        kind: .mostPayload,
        sentence: "\(detail.station.name) can take \(sheet.units.text(room.weight)) more.\(guess(detail))",
        place: detail.station.id, destination: nil, weight: room.weight, volume: nil,
        scenario: sheet.scenario.adding(room.weight, to: detail))
    }
  }
}

extension Loading.StationLoad {
  /// The load in another station, at its usual arm.
  fileprivate func placed(in station: String) -> Self { Self(station: station, weight: weight, name: name) }
}

extension Loading {
  /// The loading with more weight in a station, at the arm of its present load.
  func adding(_ weight: Weight, to detail: StationDetail) -> Loading {
    var changed = self
    let loads = stationLoads.filter { $0.station == detail.station.id }
    changed.stationLoads.removeAll { $0.station == detail.station.id }
    // Several loads at different arms become one at their mean arm.
    let arm = loads.count > 1 ? detail.arm : loads.first?.arm
    changed.stationLoads.append(
      StationLoad(station: detail.station.id, weight: detail.weight + weight, arm: arm))
    return changed
  }

  func filling(_ tank: FuelTank, with volume: Volume) -> Loading {
    var changed = self
    changed.fuelLoads.removeAll { $0.tank == tank.id }
    changed.fuelLoads.append(FuelLoad(tank: tank.id, volume: volume))
    return changed
  }
}

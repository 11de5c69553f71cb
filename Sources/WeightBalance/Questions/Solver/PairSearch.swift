/// Finds two steps that only help together, each with any whole amount, such that they handle the least weight.
///
/// It computes in binary numbers; a sheet decides. Every amount is tried in small cases. For larger ones, steps are left
/// out, so that the time does not grow with the amounts.
struct PairSearch {
  /// Two amounts, and the weight that they handle together.
  struct Amounts {
    let first: Int
    let second: Int
    let effort: Double
  }

  /// The amounts that are tried for all pairs of steps of weight together.
  static let tries = 600_000

  let sheet: LoadSheet
  let volumeStep: Volume
  let shift: BalanceShift
  let steps: [OpenStep]
  let parts: [OpenStep.Part]
  let step: Double
  /// What each limit of several stations still allows, in kilograms, and how each step changes it, step by step.
  let margins: [Double]
  private let changes: [Double]
  /// The stations that have to lose something.
  let heavy: UInt64
  /// The whole steps by which the weight may change, and the ranges of moments at each, once it was asked for.
  private let low: Int
  private var table: [[ClosedRange<Double>]?]

  /// - Parameters:
  ///   - steps: the steps of weight of which pairs are made.
  ///   - weightStep: the least amount of weight.
  ///   - volumeStep: the least amount of fuel.
  init(_ sheet: LoadSheet, steps: [OpenStep], weightStep: Weight, volumeStep: Volume) {
    self.sheet = sheet
    self.steps = steps
    self.volumeStep = volumeStep
    let shift = BalanceShift(sheet)
    self.shift = shift
    step = weightStep.double(in: .kilograms)
    let limits = sheet.combinedDetails, details = sheet.stationDetails
    margins = limits.map { $0.margin.double(in: .kilograms) }
    changes = steps.flatMap { step in limits.map { step.change(of: $0.limit) } }
    func bits(_ isMeant: (StationDetail) -> Bool) -> UInt64 {
      details.indices.prefix(64).reduce(0) { isMeant(details[$1]) ? $0 | 1 << UInt64($1) : $0 }
    }
    heavy = bits { sheet.excess($0) > .zero }
    parts = steps.enumerated().map { index, step in
      let from = bits { $0.station.id == step.from?.station.id }
      return OpenStep.Part(
        index: index, weight: step.weight, moment: step.moment, least: step.least, most: step.most,
        greatest: step.greatest, places: from | bits { $0.station.id == step.to?.station.id }, from: from)
    }
    let most = shift.states.map { $0.limit - $0.weight }.filter(\.isFinite).min() ?? 0
    let least = shift.states.map { ($0.isRamp ? 0 : shift.floor) - $0.weight }.max() ?? 0
    let top = Int((max(min(most / step, 1e9), -1e9) + 1e-6).rounded(.down))
    let bottom = Int((max(min(least / step, 1e9), -1e9) - 1e-6).rounded(.up))
    // What is far from the present weight handles much, and is left out.
    let lowest = max(bottom, min(top, 0) - 10_000), highest = min(top, max(bottom, 0) + 10_000)
    low = lowest
    table = lowest <= highest ? Array(repeating: nil, count: highest - lowest + 1) : []
  }

  /// The best amounts of every pair of steps of weight at different places; the steps by their place in the list.
  mutating func pairs() -> [(first: Int, second: Int, amounts: Amounts)] {
    var count = 0
    for (index, one) in parts.enumerated() {
      for other in parts[(index + 1)...] where one.places & other.places == 0 && relieves(one, other) { count += 1 }
    }
    let tries = max(4, Self.tries / max(count, 1))
    var found: [(first: Int, second: Int, amounts: Amounts)] = []
    for (index, one) in parts.enumerated() {
      for other in parts[(index + 1)...] where one.places & other.places == 0 && relieves(one, other) {
        // The step that changes the weight is the one that is walked.
        let (first, second) = one.weight == 0 ? (other, one) : (one, other)
        if let amounts = best(first, second, tries) { found.append((first.index, second.index, amounts)) }
      }
    }
    return found
  }

  /// Whether two steps take something from every station that has to lose something.
  private func relieves(_ one: OpenStep.Part, _ other: OpenStep.Part) -> Bool {
    (one.from | other.from) & heavy == heavy
  }

  private func change(_ step: OpenStep.Part?, _ limit: Int) -> Double {
    step.map { changes[$0.index * margins.count + limit] } ?? 0
  }

  private mutating func best(_ one: OpenStep.Part, _ other: OpenStep.Part, _ tries: Int) -> Amounts? {
    guard other.weight != 0 else { return walk(one, other, tries) }
    var found = bothChangeWeight(one, other, tries)
    // A part of a step changes the weight by no whole number; each is walked with the other's whole amounts.
    if let part = alone(one, all: true, other, tries, found) { found = part }
    if let part = alone(other, all: false, one, tries, found) { found = part }
    return found
  }

  // MARK: A step, and a move that keeps the weight

  /// Walks the amounts of a step; the least of a move follows from the allowed moments.
  private mutating func walk(_ one: OpenStep.Part, _ move: OpenStep.Part, _ tries: Int) -> Amounts? {
    var found: Amounts?
    let stride = max(1, (one.most - one.least + 1 + tries - 1) / tries)
    func isBetter(_ amounts: Amounts?) -> Bool { (amounts?.effort ?? .infinity) < (found?.effort ?? .infinity) }
    var amount = one.least
    while amount <= one.most, Double(amount) * step < found?.effort ?? .infinity {
      let next = least(one, amount, move)
      if isBetter(next) { found = next }
      amount += amount == one.most ? 1 : min(stride, one.most - amount)
    }
    if stride > 1, let coarse = found?.first {
      for amount in max(one.least, coarse - stride)...min(one.most, coarse + stride) {
        let next = least(one, amount, move)
        if isBetter(next) { found = next }
      }
    }
    return found
  }

  private mutating func least(_ one: OpenStep.Part, _ amount: Int, _ move: OpenStep.Part) -> Amounts? {
    let weight = min(Double(amount) * step, one.greatest)
    let moments =
      one.weight == 0
      ? moments(0)
      : weight == Double(amount) * step
        ? moments(Int(one.weight) * amount) : shift.moments(at: one.weight * weight)
    guard let second = leastMove(move, moments, weight * one.moment, one, weight) else { return nil }
    return Amounts(first: amount, second: second, effort: weight + min(Double(second) * step, move.greatest))
  }

  /// The least amount of a move that brings the moment into one of some ranges.
  /// - Parameters:
  ///   - moment: the change of moment so far.
  ///   - other: the other step, which handles `weight`.
  func leastMove(
    _ move: OpenStep.Part, _ moments: [ClosedRange<Double>], _ moment: Double, _ other: OpenStep.Part?, _ weight: Double
  ) -> Int? {
    guard let bounds = bounds(of: move, besides: other, weight) else { return nil }
    var found: Int?
    for range in moments {
      var (low, high) = (bounds.lowerBound, bounds.upperBound)
      if move.moment == 0 {
        guard range.contains(moment) else { continue }
      } else {
        let one = (range.lowerBound - moment) / move.moment, other = (range.upperBound - moment) / move.moment
        (low, high) = (max(low, min(one, other)), min(high, max(one, other)))
        guard low <= high + 1e-9 else { continue }
      }
      let least = max(move.least, Int((low / step - 1e-6).rounded(.up)))
      if least <= move.most, min(Double(least) * step, move.greatest) <= high + 1e-6 * step {
        found = min(found ?? least, least)
      }
    }
    return found
  }

  /// The weights that limits allow a step to handle beside another step of a weight.
  func bounds(of one: OpenStep.Part, besides other: OpenStep.Part?, _ weight: Double) -> ClosedRange<Double>? {
    var least = Double(one.least) * step, most = one.greatest
    if one.least == one.most { least = min(least, most) }
    for limit in margins.indices {
      let left = margins[limit] - change(other, limit) * weight
      switch change(one, limit) {
      case 1: most = min(most, left)
      case -1: least = max(least, -left)
      default: if left < -1e-9 { return nil }
      }
    }
    return least <= most + 1e-9 ? least...max(least, most) : nil
  }

  // MARK: Two steps that change the weight

  /// The greatest amount that is a whole number of steps.
  private func wholeSteps(_ one: OpenStep.Part) -> Int {
    min(one.most, Int((one.greatest / step + 1e-9).rounded(.down)))
  }

  /// At each change of the weight, the least amount of the first step follows from the allowed moments.
  private mutating func bothChangeWeight(_ one: OpenStep.Part, _ other: OpenStep.Part, _ tries: Int) -> Amounts? {
    let mostOne = wholeSteps(one), mostOther = wholeSteps(other)
    guard one.least <= mostOne, other.least <= mostOther else { return nil }
    let isSame = one.weight == other.weight
    // The second amount is σ × the first + τ; τ is walked.
    let sigma = isSame ? -1.0 : 1.0, sign = isSame ? Int(one.weight) : Int(other.weight)
    let ends =
      isSame
      ? (one.least + other.least)...(mostOne + mostOther)
      : (other.least - mostOne)...(mostOther - one.least)
    let lowest = low * sign, highest = (low + table.count - 1) * sign
    let least = max(ends.lowerBound, min(lowest, highest)), most = min(ends.upperBound, max(lowest, highest))
    guard !table.isEmpty, least <= most else { return nil }
    var found: Amounts?
    func amounts(_ tau: Int, _ moments: [ClosedRange<Double>]) -> Amounts? {
      var low = Double(one.least), high = Double(mostOne), t = Double(tau)
      (low, high) =
        isSame
        ? (max(low, t - Double(mostOther)), min(high, t - Double(other.least)))
        : (max(low, Double(other.least) - t), min(high, Double(mostOther) - t))
      for limit in margins.indices {
        let (a, b) = (change(one, limit), change(other, limit))
        let slope = a + b * sigma, left = margins[limit] / step - b * t
        if slope > 0 { high = min(high, left / slope + 1e-9) }
        if slope < 0 { low = max(low, left / slope - 1e-9) }
        if slope == 0, left < -1e-9 { return nil }
      }
      t *= other.moment
      let slope = one.moment + other.moment * sigma
      for range in moments where low <= high {
        var (from, to) = (low, high)
        let least = range.lowerBound / step - t, most = range.upperBound / step - t
        if slope == 0 {
          guard least <= 0, 0 <= most else { continue }
        } else {
          from = max(from, min(least / slope, most / slope))
          to = min(to, max(least / slope, most / slope))
        }
        let first = (from - 1e-6).rounded(.up)
        if first <= to + 1e-6, first >= low {
          let second = sigma * first + Double(tau)
          return Amounts(first: Int(first), second: Int(second), effort: (first + second) * step)
        }
      }
      return nil
    }
    let stride = max(1, (most - least + tries) / tries)
    func look(_ range: StrideThrough<Int>) {
      for tau in range {
        if isSame, Double(tau) * step >= found?.effort ?? .infinity { return }
        let next = amounts(tau, moments(tau * sign))
        if (next?.effort ?? .infinity) < (found?.effort ?? .infinity) { found = next }
      }
    }
    look(Swift.stride(from: least, through: most, by: stride))
    if stride > 1, let coarse = found {
      let tau = isSame ? coarse.first + coarse.second : coarse.second - coarse.first
      look(Swift.stride(from: max(least, tau - stride), through: min(most, tau + stride), by: 1))
    }
    return found
  }

  /// All of a load that is no whole number of steps, and the least whole amount of another step.
  private mutating func alone(
    _ one: OpenStep.Part, all isFirst: Bool, _ other: OpenStep.Part, _ tries: Int, _ best: Amounts?
  ) -> Amounts? {
    guard Double(one.most) * step - one.greatest > 1e-9, let bounds = bounds(of: other, besides: one, one.greatest)
    else {
      return nil
    }
    let least = max(other.least, Int((bounds.lowerBound / step - 1e-6).rounded(.up)))
    let stride = max(1, (other.most - least + tries) / tries)
    var amount = least
    while amount <= other.most {
      let weight = min(Double(amount) * step, other.greatest), effort = weight + one.greatest
      guard weight <= bounds.upperBound + 1e-9, effort < best?.effort ?? .infinity else { return nil }
      let moments = shift.moments(at: one.weight * one.greatest + other.weight * weight)
      let moment = one.moment * one.greatest + other.moment * weight
      if moments.contains(where: { $0.contains(moment) }) {
        return isFirst
          ? Amounts(first: one.most, second: amount, effort: effort)
          : Amounts(first: amount, second: one.most, effort: effort)
      }
      amount += stride
    }
    return nil
  }

  // MARK: The table

  /// The allowed changes of moment at a change of weight in whole steps.
  private mutating func moments(_ change: Int) -> [ClosedRange<Double>] {
    let index = change - low
    guard table.indices.contains(index) else { return [] }
    if let known = table[index] { return known }
    let found = shift.moments(at: Double(change) * step)
    table[index] = found
    return found
  }
}

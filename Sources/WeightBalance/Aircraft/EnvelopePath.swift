/// A part of the way of the centre of gravity on which one tank is emptied. The moment changes in proportion to the
/// weight, so the centre of gravity is a + K / W: the arm of the tank, and a constant over the weight.
struct EnvelopeStretch {
  let from: (weight: Weight, moment: Moment)
  let to: (weight: Weight, moment: Moment)
  let arm: Arm

  private var low: Weight { min(from.weight, to.weight) }
  private var high: Weight { max(from.weight, to.weight) }
  private var isFalling: Bool { to.weight < from.weight }

  func moment(at weight: Weight) -> Moment { from.moment + (weight - from.weight) * arm }

  /// The same stretch with another moment at both ends.
  func shifted(by moment: Moment) -> EnvelopeStretch {
    EnvelopeStretch(from: (from.weight, from.moment + moment), to: (to.weight, to.moment + moment), arm: arm)
  }

  /// The slabs of an envelope through which the stretch leads, in the order of the way, each with the part of the stretch
  /// in it.
  private func slabs(of envelope: Envelope) -> [(slab: EnvelopeSlab, low: Weight, high: Weight)] {
    var parts: [(slab: EnvelopeSlab, low: Weight, high: Weight)] = []
    for slab in envelope.slabs where slab.low < high && low < slab.high {
      parts.append((slab: slab, low: max(low, slab.low), high: min(high, slab.high)))
    }
    return isFalling ? parts : parts.reversed()
  }

  /// The point of least margin between the ends: where the limits turn, and where the way runs parallel to one.
  ///
  /// At a step of the ring, the stretch counts with the limits on its own side of the step. A point at an end of the
  /// stretch is found only if it is less than the margin of the end itself.
  func leastMargin(in envelope: Envelope) -> EnvelopeMargin? {
    var least: EnvelopeMargin?
    for (slab, low, high) in slabs(of: envelope) {
      var weights = turningWeights(in: slab.ranges, low, high)
      let first = isFalling ? high : low, last = isFalling ? low : high
      // Limits that do not jump are the same on both sides of a corner, so that one look is enough.
      if !envelope.isPlain { weights.append(first) }
      if !envelope.isPlain || last != to.weight { weights.append(last) }
      if weights.count > 1 { weights.sort { isFalling ? $0 > $1 : $0 < $1 } }
      for weight in weights {
        guard let margin = envelope.margin(weight: weight, moment: moment(at: weight), in: slab.ranges) else {
          continue
        }
        if weight == from.weight || weight == to.weight {
          guard let end = envelope.margin(weight: weight, moment: moment(at: weight)), margin < end else { continue }
        }
        if least.map({ margin < $0 }) ?? true { least = margin }
      }
    }
    return least
  }

  /// The weights between two others at which the margin in some ranges may be least.
  private func turningWeights(in ranges: [EnvelopeRange], _ low: Weight, _ high: Weight) -> [Weight] {
    // M − W a, the constant K.
    let constant = (from.moment - from.weight * arm).steps
    var weights: [Weight] = []
    for range in ranges {
      // c − L is least where c falls as the limit falls; L − c where both rise.
      if constant > 0, range.forward.rise < 0 { weights += parallel(constant, range.forward, low, high) }
      if constant < 0, range.aft.rise > 0 { weights += parallel(constant, range.aft, low, high) }
    }
    for (range, next) in zip(ranges, ranges.dropFirst()) {
      weights += middles(of: range.aft, next.forward, low, high)
    }
    return weights
  }

  /// The weights at which the margin to a limit may be greatest: the way can be inside there and outside at both ends.
  private func bestWeights(in ranges: [EnvelopeRange], _ low: Weight, _ high: Weight) -> [Weight] {
    let constant = (from.moment - from.weight * arm).steps
    return ranges.flatMap { range in
      (constant < 0 && range.forward.rise > 0 ? parallel(constant, range.forward, low, high) : [])
        + (constant > 0 && range.aft.rise < 0 ? parallel(constant, range.aft, low, high) : [])
    }
  }

  /// The weight at which the way runs parallel to a line, W = √(−K run / rise), to the nearest step.
  private func parallel(_ constant: Int128, _ line: EnvelopeLine, _ low: Weight, _ high: Weight) -> [Weight] {
    let slope = Int128(line.rise.magnitude), target = WideProduct(Int128(constant.magnitude), times: line.run)
    func isBelow(_ weight: Int128) -> Bool { weight <= 0 || WideProduct(weight * slope, times: weight) < target }
    guard let (below, above) = change(low, high, isBelow) else { return [] }
    // Compare the root with the middle of the two steps: 4 K run with (2 W + 1)² rise.
    let doubled = below + above
    let isNearBelow = target + target + target + target <= WideProduct(doubled * slope, times: doubled)
    return [Weight(steps: isNearBelow ? below : above)].filter { low < $0 && $0 < high }
  }

  /// The weights at which the way is in the middle between two ranges: there the nearer range changes, and the way is
  /// furthest outside.
  private func middles(of aft: EnvelopeLine, _ forward: EnvelopeLine, _ low: Weight, _ high: Weight) -> [Weight] {
    func isNearAft(_ weight: Int128) -> Bool {
      let weight = Weight(steps: weight)
      let moment = moment(at: weight)
      // c − A < F − c, as fractions.
      let fromAft = WideFraction(
        numerator: aft.offset(of: weight, moment), denominator: WideProduct(aft.run, times: 1))
      let toForward = WideFraction(
        numerator: WideProduct.zero - forward.offset(of: weight, moment),
        denominator: WideProduct(forward.run, times: 1))
      return fromAft < toForward
    }
    var found: [Weight] = []
    for (start, end) in pieces(low, high) {
      if let (below, above) = change(start, end, isNearAft) { found += [Weight(steps: below), Weight(steps: above)] }
    }
    return found.filter { low < $0 && $0 < high }
  }

  /// A range of weights in equal pieces. The way can cross the middle twice, which both ends do not show.
  private func pieces(_ low: Weight, _ high: Weight) -> [(Weight, Weight)] {
    let count: Int128 = 64
    let ends = (0...count).map { Weight(steps: low.steps + (high - low).steps * $0 / count) }
    return Array(zip(ends, ends.dropFirst()))
  }

  /// The two neighbouring steps between which a statement changes; `nil` if it is the same at both ends.
  private func change(
    _ low: Weight, _ high: Weight, _ isTrue: (Int128) -> Bool
  ) -> (below: Int128, above: Int128)? {
    var (below, above) = (low.steps, high.steps)
    let atLow = isTrue(below)
    guard below < above, atLow != isTrue(above) else { return nil }
    while above - below > 1 {
      let middle = below + (above - below) / 2
      if isTrue(middle) == atLow { below = middle } else { above = middle }
    }
    return (below, above)
  }

  /// Whether somewhere between the ends the way is inside, and would be outside with this much more moment.
  func isInside(_ envelope: Envelope, butNotShiftedBy moment: Moment) -> Bool {
    let other = shifted(by: moment)
    // Above and below the ring nothing is inside.
    for (slab, low, high) in slabs(of: envelope)
    where low >= envelope.lowestWeight && high <= envelope.highestWeight && high > .zero {
      func isIn(_ weight: Weight) -> Bool {
        weight > .zero && slab.ranges.contains { $0.contains(weight, self.moment(at: weight)) }
      }
      func leaves(_ weight: Weight) -> Bool {
        isIn(weight) && !slab.ranges.contains { $0.contains(weight, other.moment(at: weight)) }
      }
      var weights = [low, high]
      if slab.ranges.contains(where: { $0.forward.rise != 0 || $0.aft.rise != 0 }) || slab.ranges.count > 1 {
        weights += turningWeights(in: slab.ranges, low, high) + other.turningWeights(in: slab.ranges, low, high)
        weights += bestWeights(in: slab.ranges, low, high)
        weights.sort()
      }
      if weights.contains(where: leaves) { return true }
      for (start, end) in zip(weights, weights.dropFirst()) where isIn(start) != isIn(end) {
        guard let (below, above) = change(start, end, { isIn(Weight(steps: $0)) }) else { continue }
        if leaves(Weight(steps: below)) || leaves(Weight(steps: above)) { return true }
      }
    }
    return false
  }
}

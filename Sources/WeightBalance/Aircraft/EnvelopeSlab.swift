/// A limit of the envelope as a line that is straight in CG between two points of different weight.
struct EnvelopeLine: Sendable, Hashable {
  struct End: Sendable, Hashable {
    let weight: Weight
    let arm: Arm
  }

  /// The end at the lower weight.
  let low: End
  /// The end at the higher weight.
  let high: End

  /// Above 0.
  var run: Int128 { (high.weight - low.weight).steps }
  var rise: Int128 { (high.arm - low.arm).steps }

  /// A limit that is the same at every weight.
  init(constant arm: Arm) {
    low = End(weight: .zero, arm: arm)
    high = End(weight: Weight(steps: WeightUnit.limit), arm: arm)
  }

  init(_ low: End, _ high: End) {
    self.low = low
    self.high = high
  }

  /// The arm at a weight, to the nearest step.
  func arm(at weight: Weight) -> Arm {
    guard rise != 0 else { return low.arm }
    return Arm(steps: low.arm.steps + (rounded(rise, times: (weight - low.weight).steps, over: run) ?? 0))
  }

  /// How far a loading is aft of the line, as a moment times ``run``, exactly; negative forward of it.
  func offset(of weight: Weight, _ moment: Moment) -> WideProduct {
    let fromEnd = WideProduct((moment - weight * low.arm).steps, times: run)
    return rise == 0
      ? fromEnd : fromEnd - WideProduct((weight * (high.arm - low.arm)).steps, times: (weight - low.weight).steps)
  }

  func isForward(of other: EnvelopeLine, at weight: Weight) -> Bool {
    // a₁ + r₁ (W − w₁) / n₁ < a₂ + r₂ (W − w₂) / n₂, times both n.
    let own = WideProduct(rise * (weight - low.weight).steps, times: other.run)
    let others = WideProduct(other.rise * (weight - other.low.weight).steps, times: run)
    let between = WideProduct((other.low.arm - low.arm).steps * run, times: other.run)
    return own - others < between
  }
}

/// The arms that are allowed between two limits.
struct EnvelopeRange: Sendable, Hashable {
  let forward: EnvelopeLine
  let aft: EnvelopeLine

  func contains(_ weight: Weight, _ moment: Moment) -> Bool {
    !forward.offset(of: weight, moment).isNegative
      && aft.offset(of: weight, moment) <= WideProduct.zero
  }
}

/// The part of an envelope between two neighbouring weights of its corners. Within it, every limit is one line.
struct EnvelopeSlab: Sendable, Hashable {
  let low: Weight
  let high: Weight
  /// From forward to aft. There is more than one only if the envelope has a notch.
  let ranges: [EnvelopeRange]
}

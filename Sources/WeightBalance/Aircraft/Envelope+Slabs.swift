extension Envelope {
  /// The slabs from the highest to the lowest weight. Above and below the ring, the limits at its ends apply.
  static func slabs(of points: [Point]) -> (slabs: [EnvelopeSlab], isPlain: Bool) {
    let edges = points.indices.map { (points[$0], points[($0 + 1) % points.count]) }
    let levels = Set(points.map(\.weight)).sorted(by: >)
    var inner: [EnvelopeSlab] = []
    for (top, bottom) in zip(levels, levels.dropFirst()) {
      var lines: [EnvelopeLine] = []
      for (a, b) in edges where a.weight != b.weight {
        let (low, high) = a.weight < b.weight ? (a, b) : (b, a)
        let line = EnvelopeLine(
          .init(weight: low.weight, arm: low.arm), .init(weight: high.weight, arm: high.arm))
        if line.low.weight <= bottom, top <= line.high.weight { lines.append(line) }
      }
      lines.sort {
        $0.isForward(of: $1, at: bottom) || (!$1.isForward(of: $0, at: bottom) && $0.isForward(of: $1, at: top))
      }
      let ranges = stride(from: 0, to: lines.count - 1, by: 2).map {
        EnvelopeRange(forward: lines[$0], aft: lines[$0 + 1])
      }
      inner.append(EnvelopeSlab(low: bottom, high: top, ranges: ranges))
    }
    let hasInnerStep = edges.contains { a, b in
      a.weight == b.weight && a.weight != levels.first && a.weight != levels.last
    }
    let isPlain = !hasInnerStep && inner.allSatisfy { $0.ranges.count == 1 }
    guard let highest = levels.first, let lowest = levels.last else { return ([], true) }
    let level = edges.filter { $0.0.weight == $0.1.weight }
    func end(_ weight: Weight, _ slab: EnvelopeSlab?) -> [EnvelopeRange] {
      merged((slab?.ranges ?? []) + Self.steps(level, at: weight), at: weight)
    }
    let ceiling = EnvelopeSlab(
      low: highest, high: Weight(steps: WeightUnit.limit * 2),
      ranges: end(highest, inner.first).map { $0.fixed(at: highest) })
    let floor = EnvelopeSlab(
      low: Weight(steps: -WeightUnit.limit * 2), high: lowest,
      ranges: end(lowest, inner.last).map { $0.fixed(at: lowest) })
    return ([ceiling] + inner + [floor], isPlain)
  }

  private static func steps(_ level: [(Point, Point)], at weight: Weight) -> [EnvelopeRange] {
    level.filter { $0.0.weight == weight }.map { a, b in
      EnvelopeRange(forward: EnvelopeLine(constant: min(a.arm, b.arm)), aft: EnvelopeLine(constant: max(a.arm, b.arm)))
    }
  }

  /// Ranges that touch or overlap at a weight as one, from forward to aft.
  private static func merged(_ ranges: [EnvelopeRange], at weight: Weight) -> [EnvelopeRange] {
    var merged: [EnvelopeRange] = []
    for range in ranges.sorted(by: { $0.forward.isForward(of: $1.forward, at: weight) }) {
      if let last = merged.last, !last.aft.isForward(of: range.forward, at: weight) {
        let aft = last.aft.isForward(of: range.aft, at: weight) ? range.aft : last.aft
        merged[merged.count - 1] = EnvelopeRange(forward: last.forward, aft: aft)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  /// The allowed ranges of arms at a weight, the edges included. Above and below the ring they are those at its ends.
  func ranges(at weight: Weight) -> [EnvelopeRange] {
    // The ceiling comes first; a slab is found by the weight at which it ends.
    guard let index = slabs.firstIndex(where: { $0.low <= weight }) else { return [] }
    let slab = slabs[index]
    guard weight == slab.low, index + 1 < slabs.count else { return slab.ranges }
    if isPlain { return index == 0 ? slab.ranges : index + 2 == slabs.count ? slabs[index + 1].ranges : slab.ranges }
    let level = points.indices.map { (points[$0], points[($0 + 1) % points.count]) }.filter {
      $0.0.weight == $0.1.weight
    }
    return Self.merged(slab.ranges + slabs[index + 1].ranges + Self.steps(level, at: weight), at: weight)
  }
}

extension EnvelopeRange {
  /// The same arms at every weight as at this one, which is a weight of the ring's corners.
  fileprivate func fixed(at weight: Weight) -> EnvelopeRange {
    EnvelopeRange(
      forward: EnvelopeLine(constant: forward.arm(at: weight)), aft: EnvelopeLine(constant: aft.arm(at: weight)))
  }
}

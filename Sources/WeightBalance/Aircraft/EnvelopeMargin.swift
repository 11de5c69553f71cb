/// How far a loading is inside or outside the limits of its weight: the distance to the nearer limit, negative outside.
///
/// Margins are compared exactly: first to the nearest step of length, and as fractions if they are that close.
package struct EnvelopeMargin: Sendable, Hashable, Comparable {
  package enum Side: String, Sendable {
    case forward, aft
  }

  package let weight: Weight
  package let moment: Moment
  /// The centre of gravity, to the nearest step.
  package let cg: Arm
  /// The nearer limit; the forward one if both are equally near.
  package let side: Side
  /// The forward and the aft limit at this weight, to the nearest step.
  package let forwardLimit: Arm
  package let aftLimit: Arm
  private let line: EnvelopeLine

  fileprivate init(
    weight: Weight, moment: Moment, cg: Arm, side: Side, forward: Arm, aft: Arm, line: EnvelopeLine
  ) {
    self.weight = weight
    self.moment = moment
    self.cg = cg
    self.side = side
    forwardLimit = forward
    aftLimit = aft
    self.line = line
  }

  package var limit: Arm { side == .forward ? forwardLimit : aftLimit }
  /// The distance to the nearer limit, to the nearest step.
  package var margin: Arm { side == .forward ? cg - forwardLimit : aftLimit - cg }
  /// Whether the centre of gravity is outside, exactly.
  package var isNegative: Bool {
    Self.isClose(margin, .zero) ? exact.numerator.isNegative : margin < .zero
  }

  private var exact: WideFraction {
    let offset = line.offset(of: weight, moment)
    return WideFraction(
      numerator: side == .forward ? offset : WideProduct.zero - offset,
      denominator: WideProduct(line.run, times: weight.steps))
  }

  /// Whether rounding to steps could hide which of two margins is less.
  private static func isClose(_ a: Arm, _ b: Arm) -> Bool { (a - b).steps.magnitude <= 4 }

  package static func < (a: Self, b: Self) -> Bool {
    let (left, right) = (a.margin, b.margin)
    return isClose(left, right) ? a.exact < b.exact : left < right
  }
}

extension Envelope {
  /// The margin of a loading by the limits at its weight; `nil` if the weight is not positive.
  ///
  /// If the envelope allows several ranges of arms at this weight, those of the range that holds the centre of gravity
  /// count, else those of the nearest range.
  package func margin(weight: Weight, moment: Moment) -> EnvelopeMargin? {
    margin(weight: weight, moment: moment, in: ranges(at: weight))
  }

  func margin(weight: Weight, moment: Moment, in ranges: [EnvelopeRange]) -> EnvelopeMargin? {
    guard weight > .zero, let cg = moment.arm(of: weight) else { return nil }
    var best: EnvelopeMargin?
    for range in ranges {
      let forward = range.forward.arm(at: weight), aft = range.aft.arm(at: weight)
      func margin(_ side: EnvelopeMargin.Side) -> EnvelopeMargin {
        EnvelopeMargin(
          weight: weight, moment: moment, cg: cg, side: side, forward: forward, aft: aft,
          line: side == .forward ? range.forward : range.aft)
      }
      let (atForward, atAft) = (margin(.forward), margin(.aft))
      let least = atAft < atForward ? atAft : atForward
      if best.map({ $0 < least }) ?? true { best = least }
    }
    return best
  }
}

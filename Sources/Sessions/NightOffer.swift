/// Another heart limit for a person who was beyond one for more than ten minutes of a night. It is offered the next
/// morning and changes nothing by itself: a doctor decides.
package struct NightOffer: Sendable, Equatable {
  package enum Side: Sendable { case low, high }

  package let side: Side
  /// How long the rate was beyond the limit, milliseconds: all minutes whose mean was.
  package let beyond: Int64
  /// The limit in force, beats a minute.
  package let limit: Double
  /// The limit that the rate would have been beyond in at most ``spareMinutes`` minutes; `nil` if that is outside of
  /// ``LimitSuggestion/safe``, where an alarm must not depend on what was usual.
  package let offered: Double?

  package init(side: Side, beyond: Int64, limit: Double, offered: Double?) {
    (self.side, self.beyond, self.limit, self.offered) = (side, beyond, limit, offered)
  }

  /// What is shorter, in milliseconds, is an event and no wrong limit.
  package static let least: Int64 = 600_000
  /// Own choice: artefacts of a few minutes must not set a limit.
  private static let spareMinutes = 3

  /// - Parameter limits: those in force now.
  package static func offers(of minutes: [HeldValues], limits: ValueLimits) -> [NightOffer] {
    func offer(_ side: Side, _ limit: Double?) -> NightOffer? {
      guard let limit else { return nil }
      let isBeyond = { (rate: Double) in side == .low ? rate < limit : rate > limit }
      let beyond = minutes.filter { $0.mean.map(isBeyond) ?? false }.reduce(0) { $0 + $1.covered }
      guard beyond > least else { return nil }
      let lows = minutes.compactMap(\.minimum).sorted(), highs = minutes.compactMap(\.maximum).sorted(by: >)
      let extremes = side == .low ? lows : highs
      let wanted = extremes[min(spareMinutes, extremes.count - 1)].rounded(side == .low ? .down : .up)
      let offered = min(max(wanted, LimitSuggestion.safe.lowerBound), LimitSuggestion.safe.upperBound)
      let isWider = side == .low ? offered < limit : offered > limit
      return NightOffer(side: side, beyond: beyond, limit: limit, offered: isWider ? offered : nil)
    }
    return [offer(.low, limits.low), offer(.high, limits.high)].compactMap(\.self)
  }
}

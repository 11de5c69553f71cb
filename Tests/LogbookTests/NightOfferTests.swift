import Sessions
import Testing

@Suite struct `The limits that are offered after a night` {
  /// A minute with one rate.
  private func minute(_ rate: Double) -> HeldValues {
    var minute = HeldValues()
    minute.add(rate)
    minute.hold(rate, for: 60_000, limits: ValueLimits())
    return minute
  }

  private func offers(_ rates: [Double], low: Double? = 45, high: Double? = 130) -> [NightOffer] {
    NightOffer.offers(of: rates.map(minute), limits: ValueLimits(low: low, high: high))
  }

  @Test func `are none for ten minutes beyond a limit, and one for eleven`() {
    #expect(offers(Array(repeating: 42, count: 10) + Array(repeating: 60, count: 400)).isEmpty)
    let found = offers(Array(repeating: 42, count: 11) + Array(repeating: 60, count: 400))
    #expect(found == [NightOffer(side: .low, beyond: 660_000, limit: 45, offered: 42)])
  }

  @Test func `leave out the few lowest minutes, which may be artefacts`() {
    let rates = [20.0, 25, 30] + Array(repeating: 43, count: 20) + Array(repeating: 60, count: 400)
    #expect(offers(rates).map(\.offered) == [43])
  }

  @Test func `are of either side`() {
    let rates = Array(repeating: 42.0, count: 20) + Array(repeating: 141, count: 30) + Array(repeating: 90, count: 400)
    #expect(
      offers(rates) == [
        NightOffer(side: .low, beyond: 1_200_000, limit: 45, offered: 42),
        NightOffer(side: .high, beyond: 1_800_000, limit: 130, offered: 141),
      ])
  }

  @Test func `never go where an alarm must not depend on what was usual`() {
    let rates = Array(repeating: 33.0, count: 60)
    #expect(offers(rates).map(\.offered) == [40])
    #expect(offers(rates, low: 38).map(\.offered) == [nil])
    #expect(offers(Array(repeating: 240.0, count: 60)).map(\.offered) == [200])
  }

  @Test func `are none without limits or without data`() {
    #expect(offers(Array(repeating: 42, count: 60), low: nil).isEmpty)
    #expect(offers([]).isEmpty)
    #expect(NightOffer.offers(of: Array(repeating: HeldValues(), count: 600), limits: ValueLimits(low: 45)).isEmpty)
  }
}

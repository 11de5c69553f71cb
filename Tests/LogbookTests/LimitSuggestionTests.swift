import Sessions
import Testing

@Suite struct `Limits that are suggested from a record` {
  /// A day that is calm until 8 o'clock, with rates that jump by up to 22.
  private func day(_ day: Int, plus shift: Double = 0) -> [LimitSuggestion.Hour] {
    (0..<24).map { hour in
      LimitSuggestion.Hour(
        (0..<60).map { minute in
          let rate = 60.0 + (hour >= 8 ? 20 : 0) + Double((day * 7 + hour * 5 + minute * 3) % 23) + shift
          return HeldValues(
            count: 60, minimum: rate - 2, maximum: rate + 3, mean: rate, below: 0, within: 60_000, above: 0)
        })
    }
  }

  @Test func `are those of calm hours, as a script computes them from the rule`() throws {
    // Computed in Python: the calm hours by their means, sorted, the element of rank ceil(n/100) and ceil(99n/100).
    let suggestion = try #require(LimitSuggestion(days: (0..<14).map { day($0) }))
    #expect(suggestion.restingHours == 112)
    #expect(suggestion.low == 58)
    #expect(suggestion.high == 85)
    #expect(suggestion.days == 14)
  }

  @Test func `are none before fourteen days have a calm hour`() {
    #expect(LimitSuggestion(days: (0..<13).map { day($0) }) == nil)
    let empty = Array(repeating: [LimitSuggestion.Hour](), count: 10)
    #expect(LimitSuggestion(days: (0..<13).map { day($0) } + empty) == nil)
    #expect(LimitSuggestion(days: []) == nil)
  }

  @Test func `never leave the safe range`() throws {
    let slow = try #require(LimitSuggestion(days: (0..<14).map { day($0, plus: -45) }))
    #expect(slow.low == 40)
    let fast = try #require(LimitSuggestion(days: (0..<14).map { day($0, plus: 150) }))
    #expect(fast.high == 200)
  }

  @Test func `do not count hours with gaps`() {
    let gappy = (0..<14).map { day in
      self.day(day).map { hour in LimitSuggestion.Hour(hour.minutes.prefix(47)) }
    }
    #expect(LimitSuggestion(days: gappy) == nil)
  }

  @Test func `come with a warning if the resting rate has risen for three days`() throws {
    let usual: [Double?] = (0..<28).map { $0 % 4 == 0 ? nil : 54 }
    let rise = try #require(LimitSuggestion.Rise(rates: usual + [59, 60, 61]))
    #expect(rise.usual == 54)
    #expect(rise.latest == [59, 60, 61])
    #expect(LimitSuggestion.Rise(rates: usual + [59, 58.9, 61]) == nil)
    #expect(LimitSuggestion.Rise(rates: usual + [59, nil, 61]) == nil)
    #expect(LimitSuggestion.Rise(rates: Array(usual.suffix(10)) + [70, 70, 70]) == nil)
  }
}

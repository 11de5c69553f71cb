import Readings
import Sessions
import Testing

@Suite struct `Figures of values that hold until the next` {
  private struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }

  /// What holds at a second is looked up for each second, one by one.
  private func expected(
    _ values: [(at: Int64, value: Double)], from: Int64, to: Int64, hold: Int64, low: Double, high: Double
  ) -> (below: Int64, within: Int64, above: Int64, sum: Double, held: [Double]) {
    var result: (below: Int64, within: Int64, above: Int64, sum: Double, held: [Double]) = (0, 0, 0, 0, [])
    for second in stride(from: from, to: to, by: 1000) {
      guard let latest = values.last(where: { $0.at <= second }), second - latest.at < hold else { continue }
      result.sum += latest.value * 1000
      result.held.append(latest.value)
      if latest.value < low {
        result.below += 1000
      } else if latest.value > high {
        result.above += 1000
      } else {
        result.within += 1000
      }
    }
    return result
  }

  @Test func `count no value from before the beginning in the first time, which only holds`() {
    var list = HeldValuesList(
      start: 0, length: 60_000, count: 1, notBefore: 20_000, limits: ValueLimits(), longestHold: 5_000)
    for at in [10_000, 18_000] { list.add(70, at: Int64(at)) }
    list.close(at: 60_000)
    #expect(list.figures[0].count == 0 && list.figures[0].covered == 3_000)
  }

  @Test(arguments: 1...200)
  func `are those of a count second by second`(seed: UInt64) {
    var random = Random(state: seed &* 0x9E37_79B9_7F4A_7C15)
    let start: Int64 = 1_000_000, length: Int64 = 60_000, count = 5
    let hold = Int64.random(in: 1...30, using: &random) * 1000
    var values: [(at: Int64, value: Double)] = []
    var at = start - 40_000
    while at < start + 330_000 {
      values.append((at, Double(Int.random(in: 40...120, using: &random))))
      at += Int64.random(in: 1...40, using: &random) * 1000
    }
    var list = HeldValuesList(
      start: start, length: length, count: count, limits: ValueLimits(low: 60, high: 100), longestHold: hold)
    for (at, value) in values { list.add(value, at: at) }
    list.close(at: start + length * Int64(count))
    for (place, figure) in list.figures.enumerated() {
      let from = start + Int64(place) * length, to = from + length
      let wanted = expected(values, from: from, to: to, hold: hold, low: 60, high: 100)
      #expect(figure.below == wanted.below)
      #expect(figure.within == wanted.within)
      #expect(figure.above == wanted.above)
      #expect(abs(figure.weightedSum - wanted.sum) < 1)
      let own = values.filter { from <= $0.at && $0.at < to }.map(\.value)
      #expect(figure.count == UInt64(own.count))
      #expect(figure.minimum == (own + wanted.held).min())
      #expect(figure.maximum == (own + wanted.held).max())
      if let mean = figure.mean { #expect((figure.minimum ?? 0)...(figure.maximum ?? 0) ~= mean) }
    }
  }

  @Test func `list what is without a value for a minute or longer, from the end of the last hold`() {
    var list = HeldValuesList(start: 0, length: 600_000, count: 1, limits: ValueLimits(), longestHold: 5000)
    for at in [70_000, 71_000, 136_000, 200_999, 590_000] as [Int64] { list.add(60, at: at) }
    list.finish(at: 600_000)
    #expect(list.gaps == [0..<70_000, 76_000..<136_000, 205_999..<590_000])
  }

  @Test func `have a range that the mean never leaves, also where one value only holds`() {
    var list = HeldValuesList(start: 10_000, length: 1000, count: 3, limits: ValueLimits(), longestHold: 5000)
    list.add(2323.7, at: 9_000)
    list.add(2100, at: 12_500)
    list.finish(at: 13_000)
    #expect(list.figures.map(\.minimum) == [2323.7, 2323.7, 2100])
    #expect(list.figures.map(\.maximum) == [2323.7, 2323.7, 2323.7])
    #expect(list.figures.map(\.count) == [0, 0, 1])
  }

  @Test func `are the same from parts of the time as from the whole`() {
    let values: [(at: Int64, value: Double)] = (0..<600).map { second in
      let step: Int = second * 7 % 60
      return (at: Int64(second) * 1000, value: Double(50 + step))
    }
    func figures(count: Int) -> HeldValues {
      var list = HeldValuesList(
        start: 0, length: 600_000 / Int64(count), count: count, limits: ValueLimits(low: 60, high: 100),
        longestHold: 5000)
      for (at, value) in values { list.add(value, at: at) }
      list.close(at: 600_000)
      return list.figures.reduce(into: HeldValues()) { $0.merge($1) }
    }
    #expect(figures(count: 10) == figures(count: 1))
  }

  @Test func `count a value at a limit as within, unless the limit belongs to the alarm`() {
    #expect(ValueLimits(low: 60, high: 100).place(of: 100) == .within)
    #expect(ValueLimits(low: 60, high: 100).place(of: 60) == .within)
    #expect(ValueLimits(high: 100, isHighAbove: true).place(of: 100) == .above)
  }
}

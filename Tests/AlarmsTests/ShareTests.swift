import Alarms
import TestSupport
import Testing

/// The same as ``Share``, taken from a list of all that ever was.
private struct PlainShare {
  private var pieces: [(length: Int64, holds: Bool)] = []
  var holds = false

  mutating func pass(_ nanoseconds: Int64) { pieces.append((nanoseconds, holds)) }
  mutating func clear() { pieces = [] }

  func amount(in window: Int64) -> Int64 {
    var left = window, amount: Int64 = 0
    for piece in pieces.reversed() where left > 0 {
      if piece.holds { amount += min(piece.length, left) }
      left -= piece.length
    }
    return amount
  }

  /// The first time after which it holds for long enough, found by halving: it never falls while it holds.
  func time(until target: Int64, in window: Int64) -> Int64? {
    guard target <= window else { return nil }
    func isReached(_ passed: Int64) -> Bool { passed + amount(in: max(0, window - passed)) >= target }
    var low: Int64 = -1, high = target
    while high - low > 1 {
      let middle = (low + high) / 2
      if isReached(middle) { high = middle } else { low = middle }
    }
    return high
  }
}

@Suite struct `A share of the latest fresh time` {
  private static let span: Int64 = 300_000_000_000
  /// A must-by bound of ten seconds in its window, its half of two minutes, and the end of an alarm.
  private static let asked: [(target: Int64, window: Int64)] = [
    (5_000_000_000, 15_000_000_000), (10_000_000_000, 15_000_000_000), (60_000_000_000, 120_000_000_000),
    (5_000_000_000, 7_500_000_000), (300_000_000_000, 300_000_000_000), (1, 1),
  ]

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `is what a list of all that ever was says, to the nanosecond`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var share = Share(), plain = PlainShare()
    for _ in 0..<200 {
      switch Int.random(in: 0..<40, using: &random) {
      case 0:
        share.clear()
        plain.clear()
      case 1...25:
        let holds = Bool.random(using: &random)
        share.set(holds)
        plain.holds = holds
      default: break
      }
      let longest = [3, 2_000_000_000, 40_000_000_000].randomElement(using: &random) ?? 1
      let passed = Int64.random(in: 0...Int64(longest), using: &random)
      share.pass(passed, keeping: Self.span)
      plain.pass(passed)
      for (target, window) in Self.asked {
        #expect(share.amount(in: window) == plain.amount(in: window))
        #expect(share.time(until: target, in: window) == plain.time(until: target, in: window))
        #expect(share.isLong(target, window) == (plain.amount(in: window) >= target))
      }
    }
  }

  @Test func `of more than a window is never reached`() {
    #expect(Share().time(until: 11, in: 10) == nil)
  }

  @Test func `is empty until it has held, and again when that has left its span`() {
    var share = Share()
    share.pass(1_000, keeping: 100)
    #expect(share.isEmpty)
    share.set(true)
    #expect(!share.isEmpty)
    share.pass(10, keeping: 100)
    share.set(false)
    share.pass(99, keeping: 100)
    #expect(!share.isEmpty)
    share.pass(1, keeping: 100)
    #expect(share.isEmpty)
  }

  @Test func `keeps what holds when it begins again`() {
    var share = Share()
    share.set(true)
    share.pass(10, keeping: 100)
    share.clear()
    #expect(share.holds)
    #expect(share.amount(in: 100) == 0)
    share.pass(10, keeping: 100)
    #expect(share.amount(in: 100) == 10)
  }

  @Test(arguments: [1, 2, 5, 30])
  func `that changes too often to keep each change is right to a few of the changes`(every milliseconds: Int64) {
    var random = SplitMix64(seed: UInt64(milliseconds))
    var share = Share(), plain = PlainShare()
    let step = milliseconds * 1_000_000, window: Int64 = 15_000_000_000
    for _ in 0..<4_000 {
      let holds = Int.random(in: 0..<3, using: &random) > 0
      share.set(holds)
      plain.holds = holds
      share.pass(step, keeping: Self.span)
      plain.pass(step)
    }
    let difference = abs(share.amount(in: window) - plain.amount(in: window))
    #expect(difference <= window / 100, "\(difference) ns")
    #expect(share.amount(in: Self.span) <= Self.span)
  }
}

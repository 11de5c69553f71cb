import Readings

/// The fresh time of a series in quarters of a second, from its beginning or the last time that the counts began again, with
/// what held in each: the rules of shares taken word by word.
struct PlainCount {
  /// In each second there are so many.
  static let perSecond = 4
  /// How often each thing held up to each quarter.
  private var sums: [[Int]]
  /// The quarters since the latest value of the things that need the next one, by thing.
  private var waiting: [[Bool]]

  /// - Parameter things: how many things may hold.
  init(things: Int) { (sums, waiting) = (Array(repeating: [0], count: things), Array(repeating: [], count: things)) }

  /// A quarter of fresh time passes.
  mutating func pass(_ holds: [Bool]) {
    for (thing, isHeld) in holds.enumerated() { sums[thing].append((sums[thing].last ?? 0) + (isHeld ? 1 : 0)) }
  }

  /// A quarter of fresh time passes, of which a thing counts only if the next value comes in time.
  mutating func wait(_ things: Range<Int>, _ holds: [Bool]) {
    for (thing, isHeld) in zip(things, holds) { waiting[thing].append(isHeld) }
  }

  /// A value comes: what has waited for it counts, if it is in time.
  mutating func settle(_ things: Range<Int>, isInTime: Bool) {
    for thing in things {
      for isHeld in waiting[thing] { sums[thing].append((sums[thing].last ?? 0) + (isHeld && isInTime ? 1 : 0)) }
      waiting[thing] = []
    }
  }

  /// Some counts begin again.
  mutating func clear(_ things: Range<Int>) {
    for thing in things { (sums[thing], waiting[thing]) = ([0], []) }
  }

  /// For how many seconds something held in the latest seconds of fresh time.
  func seconds(_ thing: Int, in window: Double) -> Double {
    let count = sums[thing].count - 1, first = max(0, count - Int((window * Double(Self.perSecond)).rounded()))
    return Double(sums[thing][count] - sums[thing][first]) / Double(Self.perSecond)
  }
}

extension Instant {
  /// Seconds after the start.
  static func at(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64((seconds * 1e9).rounded())) }
}

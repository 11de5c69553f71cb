/// The six digits of a code of the page, and how a lamp flashes them to a person who has no screen at the box.
///
/// Each digit is as many flashes, and 0 is ten, as on an old telephone. One flash takes a second and is lit for 0.3 s: that is
/// slower than a high alarm (IEC 60601-1-8: 1.4 to 2.8 Hz) and faster than a medium one (0.4 to 0.8 Hz), and slow enough to be
/// counted. 3 s of darkness are between two digits. The whole comes twice, with 6 s between, since people miscount.
package struct PageCode: Sendable, Equatable {
  /// 0 to 999,999.
  package let number: UInt32

  /// `nil` for a number of more than six digits.
  package init?(_ number: UInt64) {
    guard number < 1_000_000 else { return nil }
    self.number = UInt32(number)
  }

  package static let digits = 6
  package static let rounds = 2
  private static let millisecond: Int64 = 1_000_000
  private static let flash = 1000 * millisecond
  private static let lit = 300 * millisecond
  /// Dark before the first flash, so that it is seen as the first.
  private static let lead = 2000 * millisecond
  private static let pause = 3000 * millisecond
  private static let longPause = 6000 * millisecond

  /// The flashes of a digit, 1 to 10; the first digit has the place 0.
  private func flashes(_ place: Int) -> Int64 {
    var rest = number
    for _ in place..<Self.digits - 1 { rest /= 10 }
    let digit = Int64(rest % 10)
    return digit == 0 ? 10 : digit
  }

  /// Where the flashes are at a time since the beginning, and when that changes next; `nil` after the end.
  private func state(after elapsed: Int64) -> (isLit: Bool, next: Int64)? {
    var start = Self.lead
    for _ in 0..<Self.rounds {
      for place in 0..<Self.digits {
        guard elapsed >= start else { return (false, start) }
        let last = start + (flashes(place) - 1) * Self.flash + Self.lit
        if elapsed < last {
          let phase = (elapsed - start) % Self.flash, begin = elapsed - phase
          return phase < Self.lit ? (true, begin + Self.lit) : (false, begin + Self.flash)
        }
        start = last + (place < Self.digits - 1 ? Self.pause : Self.longPause)
      }
    }
    // Dark at the end too: what the lamp shows otherwise must not be counted.
    return elapsed < start ? (false, start) : nil
  }

  /// - Parameter elapsed: since the beginning, nanoseconds.
  package func isLit(after elapsed: Int64) -> Bool { state(after: elapsed)?.isLit ?? false }

  /// The next time after this one at which the lamp may change; `nil` after the end.
  package func nextEdge(after elapsed: Int64) -> Int64? { state(after: elapsed)?.next }

  /// The whole of it, at most 160 s, nanoseconds.
  package var length: Int64 {
    var elapsed: Int64 = 0
    while let next = nextEdge(after: elapsed) { elapsed = next }
    return elapsed
  }
}

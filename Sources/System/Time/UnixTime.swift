/// A time with a date: milliseconds since 1970 in UTC, as the logbook keeps them.
package struct UnixTime: Sendable, Hashable, Comparable {
  package var milliseconds: Int64

  /// The years that documents write, 1900 to 2199. A time before or after them is taken as the nearest one.
  package static let limits: ClosedRange<Int64> = -2_208_988_800_000...7_258_118_399_999

  package init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, Self.limits.lowerBound), Self.limits.upperBound)
  }

  package init(seconds: Int64) {
    self.init(milliseconds: min(max(seconds, Self.limits.lowerBound / 1000), Self.limits.upperBound / 1000) * 1000)
  }

  package static func < (left: UnixTime, right: UnixTime) -> Bool { left.milliseconds < right.milliseconds }

  /// Whole seconds since 1970, rounded down.
  package var seconds: Int64 { milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000 }
}

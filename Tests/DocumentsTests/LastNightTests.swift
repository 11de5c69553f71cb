import System
import Testing

@testable import Documents

@Suite struct `The night that is over` {
  private let hour: Int64 = 3_600_000
  /// The beginning of a day without a change of the clock.
  private var midnight: Int64 { LocalDays.named("2026-11-10")?.milliseconds ?? 0 }

  @Test func `is told in the morning, from nine to nine`() {
    #expect(LastNight.range(at: midnight + 10 * hour) == midnight - 3 * hour..<midnight + 9 * hour)
    #expect(LastNight.range(at: midnight + 17 * hour) == midnight - 3 * hour..<midnight + 9 * hour)
    #expect(LastNight.range(at: midnight + 7 * hour) == midnight - 3 * hour..<midnight + 7 * hour, "up to now")
  }

  @Test(arguments: [0, 5, 18, 23] as [Int64]) func `is not told at other times`(hours: Int64) {
    #expect(LastNight.range(at: midnight + hours * hour) == nil)
  }
}

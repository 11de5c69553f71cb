import System
import Testing

@testable import Documents

@Suite struct `Local days` {
  private let hour: Int64 = 3_600_000

  @Test func `name the hour that a clock shows twice with its distance from UTC`() {
    // Berlin on 2026-10-25: at 01:00 UTC the clock goes from 03:00 back to 02:00.
    let change = UnixTime(iso: "2026-10-25T01:00:00Z")?.milliseconds ?? 0
    let starts = (0..<25).map { change - 3 * hour + $0 * hour }
    let names = LocalDays.hourNames(starts) { $0.milliseconds < change ? 7200 : 3600 }
    #expect(names[..<5] == ["00:00", "01:00", "02:00 (UTC+2)", "02:00 (UTC+1)", "03:00"])
    #expect(names.last == "23:00" && Set(names).count == 25)
  }

  @Test func `of one day are named by the hour alone`() {
    #expect(LocalDays.hourNames([0, hour, 2 * hour]) { _ in 0 } == ["00:00", "01:00", "02:00"])
  }

  @Test func `are divided from the beginning of each day`() {
    #expect(LocalDays.divided([0, 90, 100], by: 40) == [0, 40, 80, 90, 100])
    #expect(LocalDays.divided([], by: 40) == [])
  }

  @Test func `leave out what is still to come`() throws {
    let days = try #require(LocalDays(from: "2026-02-27", to: "2026-03-02"))
    #expect(days.count == 4)
    let noon = days.day(1).milliseconds + 12 * hour
    #expect(days.edges(upTo: noon) == [days.first.milliseconds, days.day(1).milliseconds, noon])
    #expect(days.edges(upTo: .max).count == 5)
    #expect(
      LocalDays(from: "2026-03-02", to: "2026-02-27") == nil && LocalDays(from: "2026-02-30", to: "2026-03-02") == nil)
  }
}

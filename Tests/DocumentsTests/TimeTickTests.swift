import System
import Testing

@testable import Documents

@Suite("The marks of a time axis")
struct TimeTickTests {
  private func ticks(
    _ from: Int64, _ seconds: Int64, _ zone: ClockZone = .utc, atMost most: Int = 10
  ) -> [TimeTicks.Tick] {
    let start = UnixTime(milliseconds: from * 1000)
    return TimeTicks(
      from: start, to: UnixTime(milliseconds: (from + seconds) * 1000), zone: zone, atMost: most
    ).ticks
  }

  private let evening: Int64 = 1_795_644_000  // 2026-11-25 22:00 UTC

  @Test("are seconds in a session of ten seconds")
  func tenSeconds() {
    let found = ticks(evening, 10)
    #expect(found.map(\.text).first == "22:00:00")
    #expect(found.count >= 5)
    #expect(found.first?.context == "25 Nov 2026")
    #expect(found.dropFirst().allSatisfy { $0.context == nil })
  }

  @Test("are hours in a night, and the new day is named at midnight")
  func night() {
    let found = ticks(evening, 8 * 3600)
    #expect(found.map(\.text) == ["22:00", "23:00", "00:00", "01:00", "02:00", "03:00", "04:00", "05:00", "06:00"])
    #expect(found.compactMap(\.context) == ["25 Nov 2026", "26 Nov 2026"])
  }

  @Test("are at whole hours of the clock of the zone")
  func zone() {
    // India is five and a half hours ahead.
    let found = ticks(evening, 8 * 3600, .fixed(19_800))
    #expect(found.first?.text == "04:00")
    #expect(found.first?.at.milliseconds == (evening + 1800) * 1000)
  }

  @Test("are days in a week, and months with their year in two years")
  func longPeriods() {
    #expect(ticks(evening, 7 * 86_400).first?.text == "26 Nov")
    let found = ticks(evening, 2 * 365 * 86_400, atMost: 12)
    #expect(found.map(\.text) == ["Jan", "Apr", "Jul", "Oct", "Jan", "Apr", "Jul", "Oct"])
    #expect(found.compactMap(\.context) == ["2027", "2028"])
  }

  @Test(
    "are never more than asked for, nor out of the period, nor out of order",
    arguments: [1, 7, 10, 59, 600, 3601, 40_000, 90_000, 700_000, 5_000_000, 63_072_000, 3_000_000_000] as [Int64])
  func bounds(seconds: Int64) {
    for most in [1, 2, 5, 12] {
      for zone in [ClockZone.utc, .fixed(32_400), .fixed(-12_600), .local] {
        let found = ticks(evening + 1234, seconds, zone, atMost: most)
        #expect(found.count <= most + 1)
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.at < $1.at })
        #expect(
          found.allSatisfy {
            $0.at.milliseconds >= (evening + 1234) * 1000 && $0.at.milliseconds <= (evening + 1234 + seconds) * 1000
          })
      }
    }
  }

  @Test("do not trap at the ends of time, or if the period is turned round")
  func extremes() {
    _ = TimeTicks(
      from: UnixTime(milliseconds: .min), to: UnixTime(milliseconds: .max), zone: .utc, atMost: 8)
    _ = TimeTicks(
      from: UnixTime(milliseconds: .max), to: UnixTime(milliseconds: .min), zone: .local, atMost: 8)
  }

  @Test("come from a calendar that agrees with known days")
  func calendar() {
    #expect(TimeParts(secondsSince1970: 0) == TimeParts(year: 1970, month: 1, day: 1))
    #expect(TimeParts(secondsSince1970: 951_782_400) == TimeParts(year: 2000, month: 2, day: 29))
    #expect(TimeParts(secondsSince1970: -86_400) == TimeParts(year: 1969, month: 12, day: 31))
    for day in stride(from: Int64(-20_000), to: 80_000, by: 37) {
      #expect(TimeParts(secondsSince1970: day * 86_400 + 12_345).secondsSince1970 == day * 86_400 + 12_345)
    }
  }
}

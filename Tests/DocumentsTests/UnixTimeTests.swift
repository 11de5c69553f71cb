import Documents
import System
import Testing

@Suite("A time in a document")
struct UnixTimeTests {
  private let time = UnixTime(milliseconds: 1_795_644_000_007)

  @Test("is written with milliseconds and its distance from UTC, and read again")
  func iso() {
    let zones: [(ClockZone, String)] = [
      (.utc, "2026-11-25T22:00:00.007Z"), (.fixed(32_400), "2026-11-26T07:00:00.007+09:00"),
      (.fixed(-12_600), "2026-11-25T18:30:00.007-03:30"), (.fixed(0), "2026-11-25T22:00:00.007+00:00"),
    ]
    for (zone, text) in zones {
      #expect(time.isoText(in: zone) == text)
      #expect(UnixTime(iso: text) == time)
    }
    let early = UnixTime(milliseconds: -1)
    #expect(early.isoText() == "1969-12-31T23:59:59.999Z")
    #expect(UnixTime(iso: early.isoText()) == early)
    #expect(UnixTime(iso: "2026-11-25T22:00:00Z")?.milliseconds == 1_795_644_000_000)
  }

  @Test(
    "is not read from anything else",
    arguments: [
      "", "2026-11-25", "2026-11-25T22:00:00", "2026-11-25 22:00:00Z", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
      "2026-00-01T00:00:00Z", "2026-11-25T24:00:00Z", "2026-11-25T22:00:60Z", "2026-11-25T22:00:00.1Z",
      "2026-11-25T22:00:00Z ", "2026-11-25T22:00:00+9:00", "2026-11-25T22:00:00+25:00", "٢٠٢٦-11-25T22:00:00Z",
      "0001-01-01T00:00:00Z", "9999-01-01T00:00:00Z",
    ])
  func refused(text: String) {
    #expect(UnixTime(iso: text) == nil)
  }

  @Test("beyond the calendar is the nearest one of it")
  func limits() {
    #expect(UnixTime(milliseconds: .max).isoText() == "2199-12-31T23:59:59.999Z")
    #expect(UnixTime(milliseconds: .min).isoText() == "1900-01-01T00:00:00.000Z")
  }

  @Test("is that of the zone's clock, also where the clock is the same twice")
  func zones() {
    var parts = TimeParts(year: 2026, month: 3, day: 29)
    parts.hour = 2
    #expect(ClockZone.fixed(3600).time(parts).isoText() == "2026-03-29T01:00:00.000Z")
    let local = ClockZone.local.time(parts)
    #expect((local.milliseconds - ClockZone.utc.time(parts).milliseconds).magnitude <= 86_400_000)
    #expect(ClockZone.fixed(-12_600).words(from: time, to: time) == "local time (UTC-3:30)")
  }

  @Test("and a duration are short words")
  func durations() {
    let texts = [0, 42_000, 303_000, 3_900_000, 172_799_000, 273_600_000].map(DurationText.text(milliseconds:))
    #expect(texts == ["0s", "42s", "5m 03s", "1h 05m", "47h 59m", "3d 04h"])
    #expect(DurationText.text(milliseconds: .min) == "0s")
    #expect(
      [0, 0.001, 0.5, 0.998, 1, 2].map(DurationText.percent) == [
        "0 %", "below 1 %", "50 %", "above 99 %", "100 %", "100 %",
      ])
  }
}

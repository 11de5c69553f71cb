import Readings
import TestSupport
import Testing

/// The times between heartbeats that come with a Heart Rate Measurement.
struct RRIntervalTests {
  private func intervals(in value: [UInt8]) throws -> RRIntervals {
    try #require(try decode(HeartRateEncoder.measurement, value)).rrIntervals
  }

  private func ticks(_ intervals: RRIntervals) -> [UInt16] {
    (0..<intervals.count).compactMap { intervals.ticks(at: $0) }
  }

  @Test(arguments: [0, 1, 2, 9, 31, 32])
  func `up to 32 intervals are kept, oldest first`(count: Int) throws {
    let sent = (0..<UInt16(count)).map { 800 + $0 }
    let kept = try intervals(in: HeartRateEncoder.value(beatsPerMinute: 72, rrTicks: sent))
    #expect(ticks(kept) == sent)
    #expect(kept.omitted == 0)
  }

  @Test(arguments: [33, 40, 200])
  func `of more than 32 the rest is counted`(count: Int) throws {
    let sent = (0..<UInt16(count)).map { 800 + $0 }
    let kept = try intervals(in: HeartRateEncoder.value(beatsPerMinute: 72, rrTicks: sent))
    #expect(ticks(kept) == Array(sent.prefix(32)))
    #expect(kept.omitted == count - 32)
  }

  @Test func `an odd last byte is ignored`() throws {
    #expect(ticks(try intervals(in: [0x10, 60, 0x00, 0x04, 0xFF])) == [1024])
    #expect(ticks(try intervals(in: [0x10, 60, 0xFF])) == [])
  }

  @Test func `bytes without the flag are no intervals`() throws {
    #expect(ticks(try intervals(in: [0x00, 60, 0x00, 0x04])) == [])
  }

  @Test func `1024 units are a second`() throws {
    let kept = try intervals(in: HeartRateEncoder.value(beatsPerMinute: 60, rrTicks: [1024, 512]))
    #expect(kept.milliseconds(at: 0) == 1000)
    #expect(kept.milliseconds(at: 1) == 500)
    #expect(kept.milliseconds(at: 2) == nil)
    #expect(kept.milliseconds(at: -1) == nil)
  }

  /// 52 ms is one that a Garmin adds; 4 s are 15 beats a minute.
  @Test(arguments: [(53, false), (256, true), (1_024, true), (4_096, true), (6_144, true), (6_145, false)])
  func `a slow heart's intervals are plausible, those that no heart makes are not`(ticks: Int, isPlausible: Bool) throws
  {
    let kept = try intervals(in: HeartRateEncoder.value(beatsPerMinute: 60, rrTicks: [UInt16(ticks)]))
    #expect(kept.isPlausible(at: 0) == isPlausible)
  }
}

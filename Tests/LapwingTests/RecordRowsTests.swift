@testable import Logbook
import Readings
import Reports
import TestSupport
import Testing

@Suite struct `The rows of an export` {
  private let first = DeviceAddress(value: 0xC0FF_EE00_0002), second = DeviceAddress(value: 0xC0FF_EE00_0003)

  /// Two straps with a beat and a value a second, the one without a value for a while.
  private func record(_ address: DeviceAddress, _ seconds: Range<Int>) -> SensorRecord {
    var measurements = Measurements()
    measurements[.heartRateBeatsPerMinute] = 60
    let readings = seconds.filter { !(7..<15).contains($0) || address == second }.map {
      BlockReading(at: Int64($0) * 1000 + 400, measurements: measurements)
    }
    let beats = seconds.map { BeatRun(firstBeat: Int64($0) * 1000, ticks: [UInt16($0 + 1)]) }
    return SensorRecord(address: address, model: "strap", readings: readings, beats: beats)
  }

  private func text(_ rows: [RecordRow]) -> [String] {
    rows.map { "\($0.at) \($0.address) \($0.ticks) \($0.reading != nil) \($0.id(in: 7) ?? "-")" }
  }

  @Test func `have each beat once, with the reading that follows it, wherever a part ends`() {
    var all = RecordRows()
    let whole = all.rows(of: [record(first, 0..<30), record(second, 0..<30)], until: nil)
    #expect(whole.map(\.at) == whole.map(\.at).sorted())
    #expect(whole.flatMap(\.ticks).count == 60)
    #expect(
      whole.count { $0.reading == nil } == 6, "a beat without a reading within three seconds has a row of its own")
    #expect(whole.first { $0.address == second && $0.reading != nil }?.id(in: 7) == "7-C0FFEE000003-1")
    let ids = whole.compactMap { $0.id(in: 7) }
    #expect(ids.count == 52 && Set(ids).count == 52, "each reading has its own id, and beats alone have none")
    for length in [1, 4, 10, 16] {
      var parts = RecordRows(), rows: [RecordRow] = []
      for start in stride(from: 0, to: 30, by: length) {
        let seconds = start..<min(start + length, 30)
        rows += parts.rows(
          of: [record(first, seconds), record(second, seconds)], until: Int64(seconds.upperBound) * 1000)
      }
      rows += parts.rows(of: [], until: nil)
      #expect(text(rows) == text(whole), "\(length)")
    }
  }
}

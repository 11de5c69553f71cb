import Documents
import Logbook
import Readings
import Reports
import SensorProtocols
import Sessions
import System
import TestSupport
import Testing
import Words

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `The hours of the day in the report for a doctor` {
  @Test func `are rounded once, where they are printed`() throws {
    let bench = try PanelBench(), midnight: Int64 = 1_799_971_200_000
    let logbook = try Logbook(path: bench.folder.file("lapwing.db"))
    try logbook.append([.runStarted(at: midnight)])
    // A minute with a mean of 59.497: 59 bpm for 30.18 s, and 60 bpm for the rest.
    let seconds = ((0..<60).map { Double($0) } + [30.18]).sorted()
    try logbook.append(
      seconds.map { second in
        var reading = Reading(model: .heartRateService)
        reading.measurements[.heartRateBeatsPerMinute] = second < 30.1 ? 59 : 60
        return .reading(reading, of: "Polar H10", from: .sampleStrap, at: midnight + Int64((second * 1000).rounded()))
      })
    let figures = HeartReportFigures(
      edges: [midnight, midnight + 86_400_000], in: try LogbookReader(path: bench.folder.file("lapwing.db")),
      limits: [:], names: TrendNames(bench.panel.configuration, adopted: []), language: .english)
    let report = try #require(
      try figures.reports(box: "box", printed: UnixTime(milliseconds: midnight)).first)
    let hour = try #require(report.hours.compactMap(\.self).first)
    #expect(FixedNumber.full(hour.middle, places: 0) == "59", "\(hour.middle)")
    #expect(abs(hour.middle - 59.497) < 0.01 && hour.lowest == 59 && hour.highest == 60, "\(hour)")
  }
}

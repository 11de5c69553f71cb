import Documents
import Foundation
import System
import TestSupport
import Testing

@Suite("The document of a session")
struct SessionPDFTests {
  private func print(_ report: PrintedSession) throws -> (text: String, pages: Int) {
    let pdf = try SessionPDF.bytes(report, fonts: PrintedFile.fonts())
    if let folder = ProcessInfo.processInfo.environment["LAPWING_LOOK"] {
      try Data(pdf).write(to: URL(fileURLWithPath: "\(folder)/\(report.title.prefix(12).filter(\.isLetter)).pdf"))
      try Data(report.chartsSVG().utf8).write(
        to: URL(fileURLWithPath: "\(folder)/\(report.title.prefix(12).filter(\.isLetter)).svg"))
    }
    return (try PrintedFile.text(pdf), try PrintedFile.pages(pdf))
  }

  @Test("of a night has its period, figures, alarms, gaps and sensors, in Korean where they are")
  func night() throws {
    let (text, pages) = try print(SampleReports.night())
    #expect(pages <= 2)
    for part in [
      "Night of 25 November 2026", "2026-11-26 07:00 to 2026-11-26 15:00, local time (UTC+9), 8h 00m", "침실", "할머니",
      "Heart rate", "1 high, 1 medium, 1 low", "grade B", "2 gaps, 43m 00s in all; the rest is 91 % of the session",
      "26412", "40m 07s", "not a medical device", "page 1 of", "strap lost the skin", "test: CO2 high", "goes on",
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test("of a flight has its phases, route and seat")
  func flight() throws {
    let (text, pages) = try print(SampleReports.flight())
    #expect(pages <= 2)
    for part in ["ICN–LAX", "34A", "Korean Air", "take-off", "8h 02m", "Above expected", "1250 ml", "UTC"] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test("has two pages at most, and says what it leaves out", arguments: [30, 300, 3000])
  func manyAlarms(count: Int) throws {
    var report = SampleReports.night(title: "M\(count < 100 ? "any" : "ore") alarms", alarms: count)
    report.sensors = (0..<40).map { .init(name: "sensor \($0)", model: "Aranet4", readings: 5, coverage: 0.5) }
    report.gaps = (0..<50).map { .init(from: SampleReports.time($0), to: SampleReports.time($0 + 1), "restart") }
    report.phases = (0..<60).map {
      .init(name: "phase \($0)", from: SampleReports.time($0), to: SampleReports.time($0 + 1), readings: 1)
    }
    report.notes = (0..<30).map { "Note \($0)." }
    let (text, pages) = try print(report)
    #expect(pages == 2)
    #expect(text.contains("more sensors") && text.contains("more gaps") && text.contains("more phases"))
    #expect(text.contains("more are in the CSV"))
    #expect(text.contains("more notes"))
  }

  @Test("names the charts for which it has no room")
  func manyCharts() throws {
    var report = SampleReports.night()
    let first = try #require(report.charts.first)
    report.charts = (1...5).map { number in
      var chart = first
      chart.title = "Chart \(number)"
      return chart
    }
    let (text, pages) = try print(report)
    #expect(pages <= 2 && text.contains("Not drawn here: Chart 4; Chart 5. The SVG file has every chart."), "\(text)")
  }

  @Test("of a session without readings says so")
  func noReadings() throws {
    let empty = PrintedSession(
      title: "Empty", box: "box", profile: "cabin", from: SampleReports.evening, to: nil,
      printed: SampleReports.time(1), zone: .utc,
      charts: [
        TimeChart(
          title: "CO2", unit: "ppm", from: SampleReports.evening, to: SampleReports.time(1), zone: .utc,
          series: TimeSeries([], gap: 1000))
      ])
    let (text, pages) = try print(empty)
    #expect(pages == 1)
    #expect(text.contains("No sensor gave a value in this session."))
    #expect(text.contains("now (it goes on)"))
    #expect(text.contains("no values in this period"))
  }

  @Test("has names of any length and with any characters, cut where there is no room")
  func longNames() throws {
    let name = "센서 " + String(repeating: "매우 긴 이름 <&> \u{202E}\u{1F6CF}", count: 40)
    var report = SampleReports.night(title: "Long " + name, sensor: name)
    report.box = name
    report.details = [.init(name, name), .init("Seat", name)]
    report.notes = [name]
    let (text, pages) = try print(report)
    #expect(pages <= 2)
    #expect(text.contains("U+1F6CF") && text.contains("U+202E"))
    #expect(text.contains("Characters that the font lacks"))
    #expect(text.contains("page 1 of"))
    try PrintedFile.check(svg: report.chartsSVG())
  }

  @Test("is the same, byte for byte, for the same report")
  func isReproducible() throws {
    let fonts = try PrintedFile.fonts()
    let report = SampleReports.night()
    #expect(try SessionPDF.bytes(report, fonts: fonts) == SessionPDF.bytes(report, fonts: fonts))
    #expect(report.chartsSVG() == report.chartsSVG())
  }

  @Test("lasts from no time to years without a trap", arguments: [0, 1, 9000, 1_051_200, 60_000_000] as [Int64])
  func anyLength(minutes: Int64) throws {
    var report = SampleReports.night()
    report.to = SampleReports.time(minutes)
    for index in report.charts.indices { report.charts[index].to = SampleReports.time(minutes) }
    #expect(try print(report).pages <= 2)
  }
}

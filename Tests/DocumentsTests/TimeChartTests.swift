import System
import Testing

@testable import Documents

@Suite("A chart over time")
struct TimeChartTests {
  private let from = UnixTime(milliseconds: 1_795_644_000_000)

  private func time(_ seconds: Int64) -> UnixTime {
    UnixTime(milliseconds: from.milliseconds + seconds * 1000)
  }

  private func chart(
    _ values: [(Int64, Double)], seconds: Int64 = 3600, gap: Int64 = 120, limits: [TimeChart.Limit] = [],
    phases: [TimeChart.Phase] = [], alarms: [TimeChart.Alarm] = []
  ) -> TimeChart {
    TimeChart(
      title: "CO2, bedroom", unit: "ppm", from: from, to: time(seconds), zone: .utc,
      series: TimeSeries(values.map { .init(at: time($0.0), $0.1) }, gap: gap * 1000), limits: limits, phases: phases,
      alarms: alarms)
  }

  @Test("of no values says so, and still has its axis")
  func noValues() throws {
    let svg = chart([]).svg()
    try PrintedFile.check(svg: svg)
    #expect(svg.contains("no values in this period"))
    #expect(svg.contains("22:00"))
    #expect(!svg.contains("polyline"))
  }

  @Test("of one value has a dot and no line")
  func oneValue() throws {
    let svg = chart([(60, 800)]).svg()
    try PrintedFile.check(svg: svg)
    #expect(!svg.contains("polyline"))
    #expect(svg.contains(Ink.mean.hexadecimal))
  }

  @Test("draws no line across a gap")
  func gaps() {
    let before: [(Int64, Double)] = (0..<10).map { (Int64($0) * 60, 800) }
    let after: [(Int64, Double)] = (30..<40).map { (Int64($0) * 60, 900) }
    let values = before + after
    let svg = chart(values).svg()
    #expect(svg.components(of: "<polyline") == 2)
  }

  @Test("keeps lowest and highest value of a pixel")
  func extremes() {
    let day: [(Int64, Double)] = (0..<86_400).map { ($0, $0 == 40_000 ? 150.0 : 60) }
    let runs = chart(day, seconds: 86_400).series.runs(from: from, to: time(86_400), columns: 100)
    #expect(runs.count == 1)
    #expect(runs.first?.columns.count == 100)
    #expect(runs.first?.columns.map(\.maximum).max() == 150)
    #expect(runs.first?.columns.map(\.minimum).min() == 60)
    let mean = runs.first?.columns.map(\.mean).max() ?? 0
    #expect(mean > 60 && mean < 61)
  }

  @Test("of two years has no more points than pixels")
  func twoYears() throws {
    let values: [(Int64, Double)] = (0..<17_520).map { hour in
      let value = 500 + Double(hour % 24) * 20
      return (Int64(hour) * 3600, value)
    }
    let svg = chart(values, seconds: 17_520 * 3600, gap: 7200).svg()
    try PrintedFile.check(svg: svg)
    #expect(svg.utf8.count < 120_000)
  }

  @Test("has values that are no numbers, too large, out of order or out of the period, and no trap")
  func strangeValues() throws {
    let seconds: [Int64] = [600, 60, 300, 240, 0, 99_999, 120, -5]
    let values: [Double] = [.nan, .infinity, 1e300, -1e300, 400, 5, 400, 3]
    let svg = chart(Array(zip(seconds, values))).svg()
    try PrintedFile.check(svg: svg)
    #expect(!svg.contains("nan") && !svg.contains("inf"))
  }

  @Test("shows the limits that are near, and says the others in words")
  func limits() throws {
    let values: [(Int64, Double)] = (0..<60).map { (Int64($0) * 60, 600 + Double($0) * 5) }
    let limits = [TimeChart.Limit(1000, "low"), TimeChart.Limit(1500, "medium"), TimeChart.Limit(25_000, "high")]
    let svg = chart(values, limits: limits).svg()
    #expect(svg.contains(">1000 low<"))
    #expect(svg.contains("not in the picture: 1500 medium, 25000 high"))
  }

  @Test("keeps the numbers of close limits apart")
  func closeLimits() {
    let svg = chart([(0, 20), (60, 21)], limits: [.init(20.4, "one"), .init(20.41, "two"), .init(20.42, "three")]).svg()
    let lines = ["one", "two", "three"].compactMap { name in
      svg.split(separator: "\n").first { $0.contains(" \(name)<") }
    }
    let places = lines.compactMap { $0.split(separator: " y=\"").last?.split(separator: "\"").first }.compactMap {
      Double($0)
    }
    #expect(places.count == 3)
    #expect(zip(places, places.dropFirst()).allSatisfy { abs($0 - $1) >= 7 })
  }

  @Test("marks of many alarms at one place the most urgent one")
  func alarms() {
    let alarms = (0..<500).map { TimeChart.Alarm(at: time(1000 + Int64($0) / 10), $0 == 250 ? .high : .low) }
    let svg = chart([(0, 1), (60, 2)], alarms: alarms).svg()
    #expect(svg.components(of: "fill=\"\(Ink.alarmHigh.hexadecimal)\"") == 1)
    #expect(svg.components(of: "<polygon") < 30)
  }

  @Test("has the bands of its phases, with the names that have room")
  func phases() throws {
    let svg = chart(
      [(0, 1), (60, 2)],
      phases: [
        .init("Boarding", from: time(-100), to: time(1200)), .init("Taxi", from: time(1200), to: time(1205)),
        .init("Cruise <&>", from: time(1205), to: time(99_999)),
      ]
    ).svg()
    try PrintedFile.check(svg: svg)
    #expect(svg.contains(">Boarding<") && svg.contains("Cruise &lt;&amp;&gt;") && !svg.contains(">Taxi<"))
  }

  @Test("says what it shows to people who do not see it")
  func description() {
    let text = chart(
      [(0, 600), (60, 1250)], limits: [.init(1000, "low")], alarms: [.init(at: time(60), .high)]
    ).description
    #expect(
      text == "CO2, bedroom from 600 to 1250 ppm, 2026-11-25 22:00 to 2026-11-25 23:00, UTC. Limits: 1000 (low). "
        + "Alarms: 1 high.")
  }

  @Test("has a scale of round numbers, also for a value that does not change")
  func scale() {
    for value in [0, 0.001, -40, 21.5, 1e-9, 65_535, 1e15] as [Double] {
      let scale = ValueScale(values: value...value, limits: [])
      #expect(scale.low < scale.high)
      #expect(scale.low <= value || value > 1e14)
      #expect(scale.ticks(atMost: 6).count <= 6)
    }
    let air = ValueScale(values: 400...1200, limits: []).ticks(atMost: 6).map(\.text)
    #expect(air == ["400", "600", "800", "1000", "1200"])
    let warmth = ValueScale(values: 20.1...20.5, limits: []).ticks(atMost: 6).map(\.text)
    #expect(warmth == ["20.1", "20.2", "20.3", "20.4", "20.5"])
    #expect(ValueScale(values: 3...400, limits: []).low == 0)
  }

  @Test("is drawn on a page of a PDF as on SVG")
  func pdf() throws {
    let document = try PDFDocument(title: "chart", fonts: PrintedFile.fonts(), created: PrintedFile.created)
    let values: [(Int64, Double)] = (0..<60).map { (Int64($0) * 60, 600 + Double($0) * 10) }
    TimeChartDrawing(
      chart(values, limits: [.init(1000, "low")], alarms: [.init(at: time(2400), .low)]), on: document.beginPage(),
      in: Box(40, 40, 500, 200)
    ).draw()
    let text = try PrintedFile.text(document.finish())
    #expect(text.contains("CO2, bedroom, ppm") && text.contains("1000 low") && text.contains("22:30"))
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(of text: String) -> Int {
    self.split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}

extension TimeChart {
  /// The chart alone, as an SVG file.
  fileprivate func svg() -> String {
    let canvas = SVGCanvas(width: 760, height: 300, title: title, description: description)
    TimeChartDrawing(self, on: canvas, in: Box(12, 8, 736, 284)).draw()
    return canvas.text
  }
}

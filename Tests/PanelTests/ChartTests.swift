import Alarms
import Documents
import Testing
import Web
import Words

@testable import Panel

@Suite struct `A chart of a page` {
  private static let minute: Int64 = 60_000

  /// An hour with a part for each of these values, a minute each from the beginning on.
  private func chart(_ values: [Double], limits: [Double] = []) -> Chart {
    let parts = values.enumerated().map { place, value in
      Chart.Part(
        start: Int64(place) * Self.minute, end: Int64(place + 1) * Self.minute, low: value, mean: value, high: value)
    }
    let line = Chart.Line(name: "CO₂", unit: "ppm", places: 0, parts: parts)
    return Chart(from: 0, to: 60 * Self.minute, now: 60 * Self.minute, line: line, limits: limits)
  }

  private func text(_ chart: Chart) -> String { ChartView(chart, in: .english).html(id: "c").text }

  @Test func `has a scale that one spike does not set, and says how high the spike was`() {
    let spiked = chart(Array(repeating: 600, count: 30) + [9000] + (0..<29).map { 600 + Double($0) })
    #expect(spiked.scale.high < 1000)
    #expect(text(spiked).contains(">↑ 9000</text>") && text(spiked).contains("cut off, with its number"))
  }

  @Test func `shows all of what is no spike`() {
    #expect(chart((0..<60).map { 600 + Double($0) * 10 }).scale.high > 1190)
    #expect(chart([600, 9000]).scale.high > 9000, "half of the time is no spike")
  }

  @Test func `shows no data as no data, and what is still to come as nothing`() {
    var half = chart(Array(repeating: 600, count: 30))
    #expect(half.gaps.map { [$0.from, $0.to] } == [[30 * Self.minute, 60 * Self.minute]])
    half = Chart(from: 0, to: half.to, now: 30 * Self.minute, line: half.line)
    #expect(half.gaps.isEmpty)
    let none = text(chart([]))
    #expect(none.contains("aria-label=\"CO₂: no data\"") && none.contains("class=\"gap\" x=\"0%\" width=\"100%\""))
  }

  @Test func `has numbers at its limits, units and times`() {
    let page = text(chart((0..<60).map { 600 + Double($0) * 20 }, limits: [1500]))
    #expect(page.contains("<text class=\"limit\"") && page.contains(">1500</text>"))
    #expect(page.contains("data-unit=\"ppm\"") && page.contains(":15</text>") && page.contains(">1000</text>"))
  }

  @Test func `marks an alarm by its shape, with its name for the script`() {
    var alarmed = chart([600, 700])
    alarmed.marks = [Chart.Mark(at: 30 * Self.minute, priority: .high, name: "CO₂ <high>")]
    let page = text(alarmed)
    #expect(page.contains("<svg class=\"mark high\" x=\"50%\" data-at=\"1800000\" data-name=\"CO₂ &lt;high&gt;\">"))
    #expect(page.contains("1 alarm</li>"))
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300]) func `is drawn of any number`(_ value: Double) {
    let page = text(chart([600, value, 700], limits: [value]))
    #expect(!page.contains("nan") && !page.contains("inf"))
  }
}

import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `The days of the past` {
  private static let strap = "C0:FF:EE:00:00:02"

  /// The lines that head the tables, for a box that logged a heart rate.
  private func heads(_ settings: String, adopted: String? = nil) throws -> [String] {
    let bench = try Workbench(settings)
    let timeline = TimelineText.heartRate({ _ in 72 }, during: 0..<60)
    #expect(try LapwingProcess.run(try bench.run(timeline)).status == 0)
    if let adopted {
      _ = try bench.folder.write(adopted, to: "adopted.json")
      try bench.adopt(use: "{}")
    }
    // The recording was played ahead of the clock.
    let ends = [0, 86_400.0].map {
      String(ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: $0)).prefix(10))
    }
    let days = ["--from", ends[0], "--to", ends[1]]
    let shown = try LapwingProcess.run(["heart", "trends"] + days + bench.options)
    #expect(shown.status == 0, "\(shown.error)")
    let chart = try LapwingProcess.run(["heart", "trends", "--svg", "-"] + days + bench.options)
    let heads = shown.lines.filter { $0.contains(Self.strap) }.map(String.init)
    for head in heads {
      let sensor = head.split(separator: ", ", maxSplits: 1).last ?? ""
      #expect(chart.output.contains(", \(sensor)"), "the chart names it as the table does")
    }
    return heads
  }

  @Test func `name a sensor as people do, and whose it is, before its model and address`() throws {
    #expect(
      try heads(
        """
        persons: {Anna: {sensors: ["\(Self.strap)"]}}
        sensors: {own: {"\(Self.strap)": {name: Strap}}}
        """) == ["heart rate (bpm), Strap · Anna, Heart Rate Service \(Self.strap)"])
  }

  @Test func `name a sensor by the list of adopted ones where the configuration does not`() throws {
    let list = #"{"adopted": [{"address": "\#(Self.strap)", "name": "Left strap"}]}"#
    #expect(
      try heads("", adopted: list) == ["heart rate (bpm), Left strap, Heart Rate Service \(Self.strap)"])
  }

  @Test func `have the model and the address of a sensor that nobody has named`() throws {
    #expect(try heads("") == ["heart rate (bpm), Heart Rate Service \(Self.strap)"])
  }
}

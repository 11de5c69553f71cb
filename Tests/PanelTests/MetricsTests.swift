import Alarms
import Readings
import Settings
import System
import TestSupport
import Testing
import Web

@testable import Panel

/// What a collector such as Prometheus reads of the box.
@Suite(.timeLimit(.minutes(20))) struct `The metrics of the box` {
  private func metrics(_ bench: PanelBench, _ fields: [String] = []) async throws -> PanelBench.Answer {
    try await bench.ask("GET", "/metrics", fields)
  }

  @Test func `have each fresh value in base units, with whose it is, and the alarms by priority`() async throws {
    let bed = try Bedside()
    bed.beats(72, of: 0)
    bed.measures(.oxygenSaturationPercent, 97, of: 1)
    bed.alarm(.spo2High, of: 1)
    bed.alarm(.heartRateHigh, of: 0, isTest: true)
    let text = try await bed.page("/metrics")
    let lines = text.split(separator: "\n")
    for (name, person, value) in [("heart_rate_bpm", "Anna", "72"), ("spo2_ratio", "Bert", "0.97")] {
      let line = lines.first { $0.hasPrefix("lapwing_\(name){") }
      #expect(line?.contains("person=\"\(person)\"") == true && line?.hasSuffix("} \(value)") == true)
    }
    #expect(lines.contains("lapwing_alarms{priority=\"high\"} 1"), "a test is no alarm")
    #expect(lines.contains("lapwing_alarms{priority=\"low\"} 0"))
    #expect(lines.contains { $0.hasPrefix("lapwing_alarm{condition=\"spo2-low-high\"") })
    #expect(lines.contains("lapwing_box_up 1"))
    #expect(lines.contains("lapwing_build_info{version=\"\(Version.text)\",profile=\"bedside\"} 1"))
  }

  @Test func `leave out a value that is too old, and say when its sensor was last received`() async throws {
    let bed = try Bedside()
    bed.beats(72, of: 0)
    bed.pass(to: 60)
    let text = try await bed.page("/metrics")
    #expect(!text.contains("lapwing_heart_rate_bpm{"))
    let line = text.split(separator: "\n").first { $0.hasPrefix("lapwing_sensor_received_timestamp_seconds{") }
    #expect(line?.hasSuffix(" \(bed.bench.now / 1000 - 60)") == true, "\(line ?? "")")
  }

  @Test func `say that the box does not answer, and no value then`() async throws {
    let text = try await metrics(PanelBench()).body
    #expect(text.contains("lapwing_box_up 0\n") && !text.contains("lapwing_alarms"))
  }

  @Test func `are OpenMetrics for a program that accepts it`() async throws {
    let answer = try await metrics(
      PanelBench(), ["Accept: application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3"])
    #expect(answer.field("Content-Type") == "application/openmetrics-text; version=1.0.0; charset=utf-8")
    #expect(answer.body.contains("# TYPE lapwing_build info\n") && answer.body.hasSuffix("# EOF\n"))
    #expect(try await metrics(PanelBench()).field("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
  }

  @Test func `are read from afar with the token of a reader, which opens nothing else`() async throws {
    let bench = try PanelBench()
    let token = AccessFile.newToken()
    #expect(try bench.panel.access.change { $0.add(reader: "prometheus", token: token) })
    func ask(_ path: String, _ token: String) async throws -> Int {
      try await bench.ask("GET", path, [PanelBench.fromAfar, "Authorization: Bearer \(token)"]).status
    }
    #expect(try await ask("/metrics", token) == 200)
    #expect(try await ask("/", token) == 303)
    #expect(try await ask("/metrics", AccessFile.newToken()) == 401)
    let basic = [PanelBench.fromAfar, "Authorization: Basic \(token)"]
    #expect(try await bench.ask("GET", "/metrics", basic).status == 401)
    _ = try bench.panel.access.change { $0.remove(reader: "prometheus") }
    #expect(try await ask("/metrics", token) == 401)
  }

  @Test func `are closed to a token of before all browsers were signed out by command`() async throws {
    let bench = try PanelBench(), options = ["--config", bench.folder.file("lapwing.yaml")]
    let made = try LapwingProcess.run(["panel", "reader", "prometheus"] + options)
    let token = try #require(made.output.split(separator: " ").first, "\(made.error)")
    let fields = [PanelBench.fromAfar, "Authorization: Bearer \(token)"]
    #expect(try await metrics(bench, fields).status == 200)
    #expect(try LapwingProcess.run(["panel", "sign-out"] + options).status == 0)
    #expect(try await metrics(bench, fields).status == 401)
    #expect(try LapwingProcess.run(["panel", "reader"] + options).lines == ["No program may read."])
  }

  @Test func `escape what a label may not have`() {
    var family = MetricFamily("a", "b")
    family.add(0.5, [("name", "the \"left\" \\ one\n"), ("person", nil)])
    #expect(family.text(isOpen: false) == "# HELP a b\n# TYPE a gauge\na{name=\"the \\\"left\\\" \\\\ one\\n\"} 0.5\n")
  }
}

import TestSupport
import Testing

/// The log of alarms, for a person who was not there when one came and went.
@Suite(.timeLimit(.minutes(20))) struct `Alarms that are over` {
  @Test func `are recalled with beginning, end, value and the limit that was in force`() throws {
    let bench = try Workbench()
    let text = TimelineText.heartRate({ $0 < 60 ? 171 : 72 }, during: 0..<100)
    #expect(try LapwingProcess.run(try bench.run(text)).status == 0)
    let outcome = try LapwingProcess.run(["alarms", "recall"] + bench.options)
    #expect(outcome.status == 0)
    let line = try #require(outcome.lines.first { $0.contains("heart-rate-high") })
    #expect(line.contains("Heart rate high (heart-rate-high) high (171, limit 150) at "))
    #expect(line.contains(", for 80 s"))
    let object = try LapwingProcess.run(["alarms", "recall", "--json", "--last", "1"] + bench.options)
    #expect(object.lines.count == 1)
    #expect(object.lines.first?.contains("\"limit\":150") == true)
  }

  @Test func `are reported in one sentence where there is no log`() throws {
    let bench = try Workbench()
    let outcome = try LapwingProcess.run(["alarms", "recall"] + bench.options)
    #expect(outcome.status == 66)
  }
}

import TestSupport
import Testing

@Suite struct `The lines of a replay` {
  private func replay(_ arguments: [String], config: String = "") throws -> [Substring] {
    let folder = try TemporaryFolder()
    let timeline = """
      {"t": 0, "fault": "adapter-gone"}
      {"t": 1, "button": "A", "press": "short"}
      {"t": 2, "button": "C", "press": "short"}
      {"t": 3}
      """
    let outcome = try LapwingProcess.run(
      [
        "replay", try folder.write(timeline, to: "timeline.jsonl"), "--config",
        try folder.write(config, to: "lapwing.yaml"),
      ] + arguments)
    #expect(outcome.status == 0, "\(outcome.error)")
    return outcome.lines
  }

  @Test func `say what was meant and which button it was`() throws {
    let lines = try replay([])
    #expect(lines.contains("00:01.0  button   A short: silence"))
    #expect(lines.contains("00:02.0  button   C short: well"))
    #expect(lines.contains("00:02.0  drink    200 ml, 200 ml in this session"))
  }

  @Test func `follow a configuration that swaps the buttons`() throws {
    let config = "board:\n  presses: {a-short: well, c-short: silence}\n"
    let lines = try replay([], config: config)
    #expect(lines.contains("00:01.0  button   A short: well"))
    #expect(lines.contains("00:02.0  button   C short: silence"))
    let paused = try replay(["--json"], config: config).filter { $0.contains("\"paused\"") }
    #expect(paused.count == 1)
    #expect(paused.first?.hasPrefix("{\"t\":2,") == true)
  }

  @Test func `have no object of a press`() throws {
    #expect(try !replay(["--json"]).contains { $0.contains("button") })
  }

  @Test func `are refused where the configuration has two buttons on one line`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("board:\n  buttons:\n    a: 5\n    b: 5 active-low\n", to: "lapwing.yaml")
    let outcome = try LapwingProcess.run(["config", "check", file])
    #expect(outcome.status == 78)
    #expect(outcome.error.contains("\(file):3, \(file):4: board.buttons.a and board.buttons.b are both line 5"))
  }
}

import TestSupport
import Testing

@Suite("Button B with weight-and-balance scenarios")
struct ScenarioButtonTests {
  private func press(at second: Double) -> String { #"{"t": \#(second), "button": "B", "press": "short"}"# + "\n" }

  /// Two up, in an aeroplane that was weighed.
  private func weighed() throws -> String {
    try ProjectFile("data/loadings/172m-two-up.json").text(
      replacing: #""dirty": false"#, by: #""dirty": false, "date": "2026-01-01", "weighedOn": "2025-05-01""#)
  }

  private func replay(_ timeline: String, _ scenarios: String) throws -> [Substring] {
    let folder = try TemporaryFolder()
    let outcome = try LapwingProcess.run(
      ["replay", try folder.write(timeline, to: "timeline.jsonl"), "--json", "--scenarios", scenarios])
    #expect(outcome.status == 0, "\(outcome.error)")
    return outcome.lines.filter { !$0.contains(#""kind":"session""#) && !$0.contains(#""kind":"reading""#) }
  }

  @Test("steps in the order of names and begins again after the last")
  func order() throws {
    let folder = try TemporaryFolder()
    let scenario = ProjectFile("data/loadings/172m-two-up.json")
    _ = try folder.write("{}", to: "b.json")
    _ = try folder.write(try weighed(), to: "a.json")
    _ = try folder.write(try ProjectFile("data/loadings/172m-aft.json").text, to: "c.json")
    _ = try folder.write(
      try scenario.text(replacing: #""deletedAt": null"#, by: #""deletedAt": "2026-11-22T00:00:00Z""#), to: "0.json")
    let lines = try replay([1.0, 20, 40, 60].map(press).joined(), folder.path)
    #expect(
      lines.filter { $0.contains(#""kind":"scenario""#) } == [
        #"{"t":1,"kind":"scenario","number":1,"count":3,"verdict":"inside"}"#,
        #"{"t":20,"kind":"scenario","number":2,"count":3,"verdict":"refused"}"#,
        #"{"t":40,"kind":"scenario","number":3,"count":3,"verdict":"danger"}"#,
        #"{"t":60,"kind":"scenario","number":1,"count":3,"verdict":"inside"}"#,
      ])
  }

  @Test("beeps the number, then shows the verdict until 10 s after the press")
  func display() throws {
    let lines = try replay(press(at: 1) + press(at: 20) + "{\"t\": 40}\n", ProjectFile("data/loadings").path)
    #expect(lines.contains(#"{"t":20,"kind":"sound","signal":"beeps","beeps":2,"family":"technical"}"#))
    #expect(lines.contains(#"{"t":1.115,"kind":"lamp","lamp":"red","pattern":"alternate-first"}"#))
    #expect(lines.contains(#"{"t":1.115,"kind":"lamp","lamp":"yellow","pattern":"alternate-second"}"#))
    #expect(lines.contains(#"{"t":11,"kind":"lamp","lamp":"red","pattern":"off"}"#))
    #expect(lines.contains(#"{"t":30,"kind":"lamp","lamp":"yellow","pattern":"off"}"#))
  }

  @Test("shows all three lamps for a file that is refused, and nothing of the verdict before it")
  func refused() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(try weighed(), to: "a.json")
    _ = try folder.write("no scenario", to: "b.json")
    // The second press comes while the first verdict is shown.
    let lines = try replay(press(at: 1) + press(at: 4) + "{\"t\": 20}\n", folder.path)
    #expect(lines.contains(#"{"t":1.115,"kind":"lamp","lamp":"green","pattern":"on"}"#))
    #expect(lines.contains(#"{"t":4,"kind":"lamp","lamp":"green","pattern":"off"}"#))
    for lamp in ["red", "yellow", "green"] {
      #expect(lines.contains { $0.hasPrefix(#"{"t":4.465,"#) && $0.hasSuffix(#""lamp":"\#(lamp)","pattern":"on"}"#) })
      #expect(lines.contains(#"{"t":14,"kind":"lamp","lamp":"\#(lamp)","pattern":"off"}"#))
    }
  }

  @Test("reads an empty folder as nothing to show, which is refused without a beep")
  func empty() throws {
    let lines = try replay(press(at: 1) + "{\"t\": 20}\n", try TemporaryFolder().path)
    #expect(lines.first == #"{"t":1,"kind":"scenario","number":0,"count":0,"verdict":"refused"}"#)
    #expect(!lines.contains { $0.contains("beeps") })
  }

  @Test("gives way to an alarm, and does not show over one")
  func alarm() throws {
    let fast = { (seconds: Range<Int>) in TimelineText.heartRate({ _ in 160 }, during: seconds) }
    let folder = try TemporaryFolder()
    _ = try folder.write(try weighed(), to: "a.json")
    let lines = try replay(
      fast(0..<8) + press(at: 7.5) + fast(8..<16) + press(at: 15.5) + fast(16..<30), folder.path)
    let onset = try #require(
      lines.firstIndex { $0.contains(#""kind":"alarm""#) && $0.contains("heart-rate-high") })
    #expect(lines[..<onset].contains { $0.contains(#""lamp":"green","pattern":"on""#) })
    let after = lines[onset...]
    #expect(after.contains { $0.contains(#""lamp":"green","pattern":"off""#) })
    #expect(after.contains { $0.contains(#""kind":"scenario""#) })
    #expect(!after.contains { $0.contains("beeps") || $0.contains(#""lamp":"green","pattern":"on""#) })
  }
}

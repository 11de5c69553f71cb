import Alarms
import Foundation
import Readings
import Status
import TestSupport
import Testing

/// A cabin as a passenger has it: phases, CO2 against what is expected, and what to do.
@Suite(.timeLimit(.minutes(20))) struct `What a passenger is told` {
  /// An Aranet4 that sends a value every ten seconds, with phases by hand.
  private func timeline(_ ppm: (Int) -> Double, until end: Int, phases: [Int: String]) -> String {
    stride(from: 0, to: end, by: 10).map { second in
      let reading = Reading.aranet4(
        co2: ppm(second), pressure: second / 60 % 2 == 0 ? 1013.2 : 1013.3, counter: UInt32(second / 60 % 256))
      let bytes = Hex.text(Aranet4Encoder.advertisement(reading))
      let phase = phases[second].map { "{\"t\": \(second), \"phase\": \"\($0)\"}\n" } ?? ""
      return phase + "{\"t\": \(second), \"address\": \"C2:DB:C0:DC:E4:55\", \"adv_hex\": \"\(bytes)\"}\n"
    }.joined() + "{\"t\": \(end)}\n"
  }

  private let settings = "profile: cabin\nflight: {detect: off}\n"

  private func object(_ line: some StringProtocol) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  /// Ten minutes of taxi at 2,700 ppm, then ten of cruise at 1,750.
  private func flown() throws -> Workbench {
    let bench = try Workbench(settings)
    let text = timeline({ $0 < 600 ? 2700 : 1750 }, until: 1200, phases: [0: "taxi", 600: "cruise"])
    #expect(try LapwingProcess.run(try bench.run(text)).status == 0)
    return bench
  }

  @Test func `is found again when the alarm is over, by the phase in which it began`() throws {
    let bench = try flown()
    let lines = try LapwingProcess.run(["alarms", "recall", "--json"] + bench.options).lines.map { try object($0) }
    let high = try #require(lines.first { $0["condition"] as? String == "co2-high" })
    #expect(high["phase"] as? String == "taxi")
    #expect((high["action"] as? String)?.hasPrefix("Prepare to open vent when seatbelt sign turns off.") == true)
    #expect(high["metric"] as? String == "2,700 ppm — target is below 800")
    let text = try LapwingProcess.run(["alarms", "recall"] + bench.options)
    #expect(text.output.contains("Do: Prepare to open vent") && text.output.contains("Why: Harvard study"))
    #expect(lines.filter { $0["headline"] != nil }.count == 2, "low CO2 has no texts")
  }

  @Test func `has the time above what is expected by phase, in summary, session and document`() throws {
    let bench = try flown()
    let session = try object(
      try #require(try LapwingProcess.run(["sessions", "show", "--json"] + bench.options).lines.first))
    let phases = try #require(session["phases"] as? [[String: Any]])
    let taxi = try #require(phases.first { $0["phase"] as? String == "taxi" })
    let cruise = try #require(phases.first { $0["phase"] as? String == "cruise" })
    #expect(taxi["co2_above_expected_s"] as? Double == 0)
    #expect(cruise["co2_expected"] as? [Double] == [1250, 1680])
    let above = try #require(cruise["co2_above_expected_s"] as? Double)
    #expect(abs(above - 600) <= 10)
    let text = try LapwingProcess.run(["sessions", "show"] + bench.options).output
    #expect(text.contains("above the 1250 to 1680 expected"), "\(text)")
    // The live summary counts by the same rule as the record.
    let replayed = try LapwingProcess.run(
      ["replay", bench.folder.file("timeline.jsonl"), "--json"] + bench.options)
    let ended = try object(try #require(replayed.lines.last { $0.contains("\"ended\"") }))
    let live = try #require((ended["co2_above_expected_s"] as? [String: Double])?["cruise"])
    #expect(abs(live - above) <= 10 && (ended["co2_above_expected_s"] as? [String: Double])?.count == 1)
  }

  @Test func `is shown with the alarm while it stands, and follows the phase`() throws {
    let bench = try Workbench(settings)
    let text = timeline({ _ in 2700 }, until: 36_000, phases: [0: "taxi"])
    let box = try RunningBox(try bench.run(text, speed: "20"), on: bench)
    let alarm = try box.alarm(.co2High)
    #expect(alarm.action?.hasPrefix("Prepare to open vent") == true)
    #expect(try box.command("status").output.contains("Do: Prepare to open vent when seatbelt"))
    let said = try box.command("phase", "cruise")
    #expect(
      said.output == "cruise: CO2 of 1250 to 1680 ppm is expected in an airliner; no alarm is withheld\n",
      "\(said.output)")
    let status = try box.command("status").output
    #expect(
      status.contains("Do: Open overhead vent fully") && status.contains("CO2 above the 1250 to 1680 ppm expected"))
    let busy = try box.command("phase", "take-off")
    #expect(
      busy.output
        == "take-off: CO2 of 2000 to 2800 ppm is expected in an airliner; low and medium alarms are withheld for at most 15 min, high "
        + "ones never\n")
    let line = try #require(try box.command("status", "--json").lines.first)
    let sensor = try #require((try object(line)["sensors"] as? [[String: Any]])?.first)
    #expect(sensor["co2_against_expected"] as? String == "within")
    _ = box.end()
  }

  @Test func `counts a phase from before the session as one of it`() throws {
    let bench = try Workbench(settings)
    let text = timeline({ _ in 1750 }, until: 36_000, phases: [0: "cruise"])
    let box = try RunningBox(try bench.run(text, speed: "20"), on: bench)
    try box.status { $0.phase == "cruise" }
    #expect(try box.command("session", "start").status == 0)
    #expect(try box.command("session", "end").status == 0)
    _ = box.end()
    let session = try object(
      try #require(try LapwingProcess.run(["sessions", "show", "2", "--json"] + bench.options).lines.first))
    let phases = try #require(session["phases"] as? [[String: Any]])
    #expect(phases.map { $0["phase"] as? String } == ["cruise"])
  }
}

import Alarms
import Foundation
import Status
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `Persons on the command line` {
  private let settings = """
    profile: bedside
    persons:
      Anna: {sensors: ["C0:FF:EE:00:00:02"], heart-rate-high: 120, night: {from: 22:00, to: 7:00, heart-rate-high: 110}}
      Bert: {sensors: ["C0:FF:EE:00:00:03"], kind: athlete, bounds: 30/60}
    sensors: {own: {"C0:FF:EE:00:00:02": {name: left strap}}}
    alarms: {frozen: {enabled: false}}

    """

  @Test func `stand in the table of alarms with the limits and bounds in force`() throws {
    let bench = try Workbench(settings)
    let table = try LapwingProcess.run(["alarms"] + bench.options)
    #expect(table.status == 0)
    let rows = table.lines.filter { ["Anna", "Bert", "anyb"].contains($0.prefix(4)) }.map { line in
      line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
    #expect(
      rows == [
        "Anna 45 to 120 bpm medium below 90, high below 85 % 5/10 s 15/30 s standard C0:FF:EE:00:00:02",
        "Anna from 22:00 to 07:00 45 to 110 bpm medium below 90, high below 85 % 5/10 s 15/30 s standard "
          + "C0:FF:EE:00:00:02",
        "Bert athlete 34 to 130 bpm medium below 90, high below 85 % 30/60 s 30/60 s standard C0:FF:EE:00:00:03",
        "anybody else 45 to 130 bpm medium below 90, high below 85 % 5/10 s 15/30 s standard",
      ])
    let json = try LapwingProcess.run(["alarms", "--json"] + bench.options)
    #expect(
      json.lines.contains(
        #"{"person":"Bert","kind":"athlete","limits":{"heart-rate-low":34,"heart-rate-high":130,"#
          + #""spo2-low-medium":90,"spo2-low-high":85},"#
          + #""bounds_s":[30,60],"unproved_s":[30,60],"sound":"standard","sensors":["C0:FF:EE:00:00:03"]}"#))
  }

  @Test func `are not in that table where the configuration names nobody`() throws {
    let bench = try Workbench("")
    let json = try LapwingProcess.run(["alarms", "--json"] + bench.options)
    #expect(json.lines.allSatisfy { $0.hasPrefix(#"{"condition":"#) })
    #expect(try LapwingProcess.run(["alarms"] + bench.options).lines.contains { $0.isEmpty } == false)
  }

  @Test func `are read out at the start, with what is not watched, and stand in the status`() throws {
    let bench = try Workbench(settings)
    let box = try RunningBox(
      try bench.run(TimelineText.heartRate({ _ in 72 }, during: 0..<3600), speed: "20"), on: bench)
    try box.reading(of: "C0:FF:EE:00:00:02")
    let status = try LapwingProcess.run(["status"] + bench.options).output
    #expect(status.contains("sensor    left strap of Anna C0:FF:EE:00:00:02 Heart Rate Service heart rate 72 bpm"))
    #expect(status.contains("unwatched frozen is switched off"))
    let picture = try box.status()
    #expect(picture.sensors.first?.identity.name == "left strap")
    #expect(picture.sensors.first?.identity.person == "Anna")
    #expect(picture.notWatched == ["frozen is switched off"])
    let outcome = box.end()
    #expect(outcome.status == 0)
    let opening = outcome.lines.prefix { !$0.contains("not watched") }
    #expect(opening.contains { $0.contains("  person   Anna: heart rate 45 to 120 bpm") })
    #expect(opening.contains { $0.contains("  person   Bert, athlete: heart rate 34 to 130 bpm") })
    #expect(outcome.lines.dropFirst(opening.count).first?.hasSuffix("  not watched: frozen is switched off") == true)
  }

  @Test func `are left unwatched by order, unless their hearts are received`() throws {
    let bench = try Workbench(settings)
    // Bert's strap is received once, and is lost from then on.
    let other = #"{"t": 0, "address": "C0:FF:EE:00:00:03", "characteristic": "0x2A37", "hex": "0648"}"# + "\n"
    let box = try RunningBox(
      try bench.run(other + TimelineText.heartRate({ _ in 72 }, during: 0..<3600), speed: "20"), on: bench)
    try box.alarm(.noData)
    func standby(_ words: String...) throws -> LapwingProcess.Outcome {
      try LapwingProcess.run(["standby"] + words + bench.options)
    }
    let refused = try standby("Anna")
    #expect(refused.status == 64)
    #expect(refused.error.hasPrefix("lapwing: the heart rate of Anna is received from C0:FF:EE:00:00:02"))
    let taken = try standby("Bert", "--hours", "2")
    #expect(taken.status == 0)
    #expect(taken.output == "Bert: not watched for 2 h, or until the heart rate is received for 30 s\n")
    #expect(
      try standby("Carl").error == "lapwing: Carl is not a person of the configuration; known persons: Anna, Bert\n")
    #expect(try standby("Bert", "--hours", "13").status == 64)
    #expect(try standby("Bert", "--hours", "nan").status == 64)
    #expect(try standby("end", "Bert").status == 0)
    #expect(try standby("end").status == 0)
    #expect(try standby("end", "--hours", "2").status == 64)
    #expect(try standby("Anna", "Bert").status == 64)
    #expect(box.end().status == 0)
  }

  @Test func `are taken over by a reload, which says what is not watched`() throws {
    let bench = try Workbench("profile: bedside\n")
    let box = try RunningBox(
      try bench.run(TimelineText.heartRate({ _ in 72 }, during: 0..<3600), speed: "20"), on: bench)
    try box.reading(of: "C0:FF:EE:00:00:02")
    let path = bench.folder.file("lapwing.yaml")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    _ = try bench.folder.write(
      text + "persons: {Anna: {sensors: [\"C0:FF:EE:00:00:02\"], heart-rate-high: 250}}\n", to: "lapwing.yaml")
    #expect(
      try LapwingProcess.run(["reload"] + bench.options).output
        == "not watched: heart-rate-high of Anna is 250 bpm, at the end of the scale: it can hardly be exceeded\n")
    #expect(try LapwingProcess.run(["status"] + bench.options).output.contains("of Anna C0:FF:EE:00:00:02"))
    #expect(box.end().status == 0)
  }
}

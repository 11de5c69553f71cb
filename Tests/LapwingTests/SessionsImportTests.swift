import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `Readings from a CSV file` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func rows(_ bench: Workbench) throws -> [[String]] {
    let outcome = try LapwingProcess.run(["sessions", "export", "--csv", "-"] + bench.options)
    #expect(outcome.status == 0)
    return outcome.output.components(separatedBy: "\r\n").filter { !$0.isEmpty }
      .map { $0.components(separatedBy: ",") }
  }

  private func milliseconds(_ row: [String]) throws -> Double {
    let format = ISO8601DateFormatter()
    format.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    let date = try #require(format.date(from: row.first ?? ""))
    return date.timeIntervalSince1970 * 1000
  }

  @Test func `are the same after an export and an import into another logbook`() throws {
    let bench = try Workbench()
    let text = TimelineText.heartRate({ $0 % 50 + 60 }, during: 0..<100)
    #expect(try LapwingProcess.run(try bench.run(text)).status == 0)
    let file = folder.file("session.csv")
    #expect(try LapwingProcess.run(["sessions", "export", "--csv", file] + bench.options).status == 0)
    let other = try Workbench()
    let imported = try LapwingProcess.run(["sessions", "import", file] + other.options)
    #expect(imported.status == 0)
    #expect(imported.lines == ["Session 1 holds 100 readings of \(file); 0 were known."])
    let (before, after) = (try rows(bench), try rows(other))
    #expect(before.map { Array($0.dropFirst()) } == after.map { Array($0.dropFirst()) })
    for (one, two) in zip(before.dropFirst(), after.dropFirst()) {
      #expect(abs(try milliseconds(one) - milliseconds(two)) <= 500)
    }
    let again = try LapwingProcess.run(["sessions", "import", file] + other.options)
    #expect(again.lines == ["All 100 readings of \(file) are in the logbook already."])
    #expect(try LapwingProcess.run(["sessions"] + other.options).lines.count == 1)
    let home = try LapwingProcess.run(["sessions", "import", file] + bench.options)
    #expect(home.lines == ["All 100 readings of \(file) are in the logbook already."])
  }

  @Test func `of the Aranet4 app are read in its units and forms of time`() throws {
    let bench = try Workbench()
    let file = try folder.write(
      """
      Time(mm/dd/yyyy),Carbon dioxide(ppm),Temperature(°F),Relative humidity(%),Atmospheric pressure(mmHg)
      05/10/2023 1:38:35 PM,"721","77.0","61","766"
      05/10/2023 1:39:35 PM,"704","","60","765"
      """, to: "aranet.csv")
    let nameless = try LapwingProcess.run(["sessions", "import", file] + bench.options)
    #expect(nameless.status == 65)
    #expect(nameless.error.contains("give --address"))
    let arguments = ["sessions", "import", file, "--utc", "--address", "C2:DB:C0:DC:E4:55"] + bench.options
    #expect(try LapwingProcess.run(arguments).status == 0)
    let table = try rows(bench)
    #expect(table.count == 3)
    #expect(table[1].first == "2023-05-10T13:38:35.000+00:00")
    #expect(Array(table[1][1...6]) == ["C2:DB:C0:DC:E4:55", "Aranet4", "721.0", "25.0", "61.0", "1021.25"])
    #expect(table[2][4].isEmpty, "what was not measured stays empty")
  }

  @Test func `of any maker are read if their columns name quantities and units`() throws {
    let bench = try Workbench()
    let file = try folder.write(
      """
      Time,Temperature (℃),Humidity(%),CO₂(ppm),PM2.5(μg/m³),PM10(ug/m3),TVOC(ppb),Noise(dB)
      2026-01-01 10:00:00,21.5,40,812,7,9,120,33
      """, to: "monitor.csv")
    let arguments = ["sessions", "import", file, "--utc", "--address", "C2:DB:C0:DC:E4:55", "--model", "Air Monitor"]
    #expect(try LapwingProcess.run(arguments + bench.options).status == 0)
    let table = try rows(bench)
    #expect(table[0].joined(separator: ",").contains("PM2.5"), "\(table[0])")
    for value in ["812.0", "21.5", "40.0", "7.0", "9.0", "120.0"] { #expect(table[1].contains(value), "\(table[1])") }
    #expect(!table[1].contains("33.0"), "what is not known is left out")
  }

  @Test(arguments: [
    ("date,co2\n2026-01-01T00:00:00Z,many\n", "line 2: many is no number"),
    ("date,co2\n2026-01-01T00:00:00Z,600\n2026-02-30T00:00:00Z,600\n", "line 3: 2026-02-30T00:00:00Z is no time"),
    ("date,co2\n2190-01-01T00:00:00Z,600\n", "line 2: 2190-01-01T00:00:00.000+00:00 is in the future"),
    ("date,co2\n2026-01-01T00:00:00Z\n", "line 2: there are 1 fields; the first row has 2"),
    ("date,co2\n2026-01-01T00:00:00Z,\"600\n", "the file seems to be cut off"),
    ("co2,humidity\n600,40\n", "line 1: no column for the time"),
    ("", "the file has no readings"), ("date,co2\n", "the file has no readings"),
    ("date,colour\n2026-01-01T00:00:00Z,red\n", "line 1: no column for the values"),
  ])
  func `with an error are not taken at all, and the error names its line`(text: String, reason: String) throws {
    let bench = try Workbench()
    let file = try folder.write(text, to: "bad.csv")
    let outcome = try LapwingProcess.run(
      ["sessions", "import", file, "--address", "C2:DB:C0:DC:E4:55"] + bench.options)
    #expect(outcome.status == 65)
    #expect(outcome.error.contains(reason), "\(outcome.error)")
    #expect(outcome.error.contains("nothing was imported"))
    #expect(try LapwingProcess.run(["sessions"] + bench.options).status == 66, "no logbook was begun")
  }

  @Test func `in any order and twice are in order and once`() throws {
    let bench = try Workbench()
    let lines = (0..<200).map {
      "2026-01-01T\($0 < 120 ? "10" : "11"):\(String(format: "%02d", $0 % 60)):00Z,\(400 + $0)"
    }
    let shuffled = (lines + lines.prefix(50)).enumerated().sorted {
      ($0.offset * 7919) % 251 < ($1.offset * 7919) % 251
    }
    let file = try folder.write("date,co2\n" + shuffled.map(\.element).joined(separator: "\n"), to: "mixed.csv")
    let outcome = try LapwingProcess.run(
      ["sessions", "import", file, "--address", "C2:DB:C0:DC:E4:55"] + bench.options)
    #expect(outcome.status == 0)
    let table = try rows(bench).dropFirst()
    #expect(table.count == 200)
    #expect(table.map { $0[0] } == table.map { $0[0] }.sorted())
  }
}

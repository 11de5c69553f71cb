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
    #expect(
      try LapwingProcess.run(["sessions"] + bench.options).output.contains("no sessions yet"), "no logbook was begun")
  }

  @Test func `at the end of the file or of an hour are kept, though a block has their times to half a second`() throws {
    let bench = try Workbench()
    let times = ["09:59:58.002", "09:59:59.600", "10:00:00.400", "10:00:01.003", "10:00:02.000"]
    let rows = times.enumerated().map { "2026-01-01T\($1)Z,C0:FF:EE:00:00:02,strap,\(60 + $0)" }
    let file = try folder.write("time,address,model,heart rate (bpm)\n" + rows.joined(separator: "\n"), to: "rates.csv")
    #expect(try LapwingProcess.run(["sessions", "import", file] + bench.options).status == 0)
    #expect(try self.rows(bench).dropFirst().map { $0[3] } == ["60.0", "61.0", "62.0", "63.0", "64.0"])
    let list = try LapwingProcess.run(["sessions"] + bench.options)
    #expect(list.output.contains("heart 60 to 64 bpm"), "\(list.output)")
  }

  @Test func `at each full hour are kept beside those of the second before`() throws {
    let bench = try Workbench()
    let rows = (0..<40).map { number in
      let second = 3580 + number
      let time = String(format: "2026-01-01T%02d:%02d:%02dZ", second / 3600, second / 60 % 60, second % 60)
      return "\(time),C0:FF:EE:00:00:02,strap,60"
    }
    let file = try folder.write("time,address,model,heart rate (bpm)\n" + rows.joined(separator: "\n"), to: "rates.csv")
    let imported = try LapwingProcess.run(["sessions", "import", file] + bench.options)
    #expect(imported.lines == ["Session 1 holds 40 readings of \(file); 0 were known."])
    let again = try LapwingProcess.run(["sessions", "import", file] + bench.options)
    #expect(again.lines == ["All 40 readings of \(file) are in the logbook already."])
  }

  @Test func `that no sensor can have measured are marked, are said, and are in no figure`() throws {
    let bench = try Workbench()
    let file = try folder.write(
      "time,address,heart rate (bpm)\n2026-01-01T10:00:00Z,C0:FF:EE:00:00:02,64\n"
        + "2026-01-01T10:00:01Z,C0:FF:EE:00:00:02,65535\n", to: "rates.csv")
    let imported = try LapwingProcess.run(["sessions", "import", file] + bench.options)
    #expect(imported.error.contains("1 readings have values that the sensor cannot have measured"), "\(imported.error)")
    // A quantity that has no other value keeps its column, and its values their marks.
    let only = try Workbench()
    let rate = try folder.write(
      "time,address,CO2 (ppm),heart rate (bpm)\n2026-01-01T10:00:01Z,C0:FF:EE:00:00:02,612,65535\n", to: "only.csv")
    #expect(try LapwingProcess.run(["sessions", "import", rate] + only.options).status == 0)
    let table = try rows(only)
    let place = try #require(table[0].firstIndex(of: "heart rate (bpm)"), "\(table[0])")
    #expect(table[1][place] == "65535.0" && table[1].contains("heart_rate_bpm"), "\(table[1])")
    let list = try LapwingProcess.run(["sessions"] + bench.options)
    #expect(list.output.contains("heart 64 to 64 bpm"), "\(list.output)")
    #expect(try rows(bench)[2].contains("heart_rate_bpm"), "it is kept as it was sent, with a mark")
  }

  @Test(arguments: [
    (
      "Time(MM/DD/YYYY h:mm:ss A),Carbon dioxide(ppm),Temperature(°F)\n03/04/2026 12:08:03 PM,721,77\n",
      "2026-03-04T12:08:03"
    ),
    (
      "Time(DD/MM/YYYY H:mm:ss),Carbon dioxide(ppm),Temperature(°C)\n03/04/2026 12:08:03,721,25\n",
      "2026-04-03T12:08:03"
    ),
    ("date;CO2 ppm;Temperature_Fahrenheit\n2026-04-03 12:08:03;721,0;77,0\n", "2026-04-03T12:08:03"),
    ("date\tCO2 ppm\tTEMP °C\n2026-04-03 12:08:03\t721\t25\n", "2026-04-03T12:08:03"),
    ("time,CO₂ (ppm),temperature\n03/04/2026 12:08:03,721,25\n25/04/2026 12:08:03,721,25\n", "2026-04-03T12:08:03"),
  ])
  func `are read as their header, separators and dates say`(text: String, time: String) throws {
    let bench = try Workbench()
    let file = try folder.write(text, to: "air.csv")
    let arguments = ["sessions", "import", file, "--utc", "--address", "C2:DB:C0:DC:E4:55"] + bench.options
    let imported = try LapwingProcess.run(arguments)
    #expect(imported.status == 0 && imported.error.isEmpty, "\(imported.error)")
    let row = try rows(bench)[1]
    #expect(row[0].hasPrefix(time) && row.contains("721.0") && row.contains("25.0"), "\(row)")
  }

  @Test func `with dates that can be meant in two ways are asked about, and columns that are left out are named`()
    throws
  {
    let bench = try Workbench()
    let file = try folder.write("time,CO2(ppm),Noise(dB)\n03/04/2026 12:08:03,721,33\n", to: "air.csv")
    let arguments = ["sessions", "import", file, "--utc", "--address", "C2:DB:C0:DC:E4:55"] + bench.options
    let asked = try LapwingProcess.run(arguments)
    #expect(asked.status == 65 && asked.error.contains("--dates day-first"), "\(asked.error)")
    let imported = try LapwingProcess.run(arguments + ["--dates", "month-first"])
    #expect(imported.status == 0 && imported.error.contains("left out: Noise(dB)"), "\(imported.error)")
    #expect(try rows(bench)[1][0].hasPrefix("2026-03-04T12:08:03"))
  }

  @Test(arguments: [[0xFF, 0xFE], [], [0xFE, 0xFF]] as [[UInt8]])
  func `in UTF-16 are read, as spreadsheets write them`(mark: [UInt8]) throws {
    let bench = try Workbench()
    let file = folder.file("utf16.csv")
    let text = "date,co2\r\n2026-01-01T00:00:00Z,600\r\n"
    let isBigEndian = mark.first == 0xFE
    try
      (Data(mark)
      + text.utf16.flatMap { unit in
        let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        return isBigEndian ? bytes.reversed() : bytes
      })
      .write(to: URL(fileURLWithPath: file))
    let imported = try LapwingProcess.run(
      ["sessions", "import", file, "--address", "C2:DB:C0:DC:E4:55"] + bench.options)
    #expect(imported.status == 0, "\(imported.error)")
    #expect(try rows(bench)[1].contains("600.0"))
  }

  @Test(arguments: [
    (["01:30", "02:00", "02:30", "02:00", "02:30", "03:00"], ["23:30", "00:00", "00:30", "01:00", "01:30", "02:00"]),
    (["03:00", "02:30", "02:00", "02:30", "02:00", "01:30"], ["02:00", "01:30", "01:00", "00:30", "00:00", "23:30"]),
    (["01:00", "02:00", "02:00", "03:00"], ["23:00", "00:00", "01:00", "02:00"]),
  ]) func `every half hour of the hour that the clock shows twice are two hours`(local: [String], utc: [String]) throws
  {
    let bench = try Workbench()
    let lines = local.enumerated().map { "2026-10-25 \($1):00,\(500 + $0)" }
    let file = try folder.write("time,co2\n" + lines.joined(separator: "\n"), to: "autumn.csv")
    let arguments = ["sessions", "import", file, "--address", "C2:DB:C0:DC:E4:55"] + bench.options
    #expect(try LapwingProcess.run(arguments, wrapper: ["env", "TZ=Europe/Berlin"]).status == 0)
    let found = try rows(bench).dropFirst().sorted { $0[3] < $1[3] }.map { String($0[0].dropFirst(11).prefix(5)) }
    #expect(found == utc)
  }

  @Test func `of the hour that the clock shows twice stay together if they are of two sensors, or copies`() throws {
    let bench = try Workbench()
    let times = ["01:50", "02:00", "02:10", "02:50", "02:00", "02:10", "02:50", "03:00"]
    let lines = times.enumerated().flatMap { place, time in
      ["55", "56", "55"].map { "2026-10-25 \(time):00,C2:DB:C0:DC:E4:\($0),\(500 + place)" }
    }
    let file = try folder.write("time,address,co2\n" + lines.joined(separator: "\n"), to: "autumn.csv")
    let arguments = ["sessions", "import", file] + bench.options
    #expect(try LapwingProcess.run(arguments, wrapper: ["env", "TZ=Europe/Berlin"]).status == 0)
    let utc = ["23:50", "00:00", "00:10", "00:50", "01:00", "01:10", "01:50", "02:00"]
    for address in ["C2:DB:C0:DC:E4:55", "C2:DB:C0:DC:E4:56"] {
      let own = try rows(bench).filter { $0[1] == address }
      #expect(own.map { String($0[0].dropFirst(11).prefix(5)) } == utc, "\(address)")
      #expect(own.map { $0[3] } == times.indices.map { "\(500 + $0).0" }, "\(address)")
    }
  }

  @Test func `of two sensors that have names and no addresses stay apart, and are never made one`() throws {
    let file = try folder.write(
      "Sensor,Time,CO2 (ppm)\nBedroom,2026-06-21 22:00,900\nKitchen,2026-06-21 22:00,600\nBedroom,2026-06-21 22:05,910\n",
      to: "rooms.csv")
    let bench = try Workbench()
    let one = try LapwingProcess.run(["sessions", "import", file, "--address", "C2:DB:C0:DC:E4:55"] + bench.options)
    #expect(one.status == 65 && one.error.contains("line 3: the file names two sensors, Bedroom and Kitchen"))
    #expect(try LapwingProcess.run(["sessions", "import", file] + bench.options).status == 0)
    let table = try rows(bench).dropFirst()
    #expect(table.map { $0[2] }.sorted() == ["Bedroom", "Bedroom", "Kitchen"], "\(table)")
    #expect(Set(table.map { $0[1] }).count == 2 && table.allSatisfy { $0[1].hasPrefix("02:") })
  }

  @Test func `are in UTC if the header says so, wherever the box is`() throws {
    for header in ["Timestamp (UTC)", "time_utc"] {
      let bench = try Workbench()
      let file = try folder.write("\(header),co2\n2026-07-01 12:00:00,600\n", to: "utc.csv")
      let arguments = ["sessions", "import", file, "--address", "C2:DB:C0:DC:E4:55"] + bench.options
      #expect(try LapwingProcess.run(arguments, wrapper: ["env", "TZ=Europe/Berlin"]).status == 0)
      #expect(try rows(bench)[1][0].hasPrefix("2026-07-01T12:00:00"), "\(header)")
    }
  }

  @Test func `of the hour that the clock leaves out are moved into the next one, and are named`() throws {
    let bench = try Workbench()
    let lines = ["01:59", "02:30", "03:00"].map { "2026-03-29 \($0):00,600" }
    let file = try folder.write("time,co2\n" + lines.joined(separator: "\n"), to: "spring.csv")
    let arguments = ["sessions", "import", file, "--address", "C2:DB:C0:DC:E4:55"]
    let wrapper = ["env", "TZ=Europe/Berlin"]
    let moved = try LapwingProcess.run(arguments + bench.options, wrapper: wrapper)
    #expect(moved.status == 0 && moved.error.contains("1 rows have times that the local clock"), "\(moved.error)")
    let found = try rows(bench).dropFirst().map { String($0[0].dropFirst(11).prefix(5)) }
    #expect(found == ["00:59", "01:00", "01:30"])
    let benchOfUTC = try Workbench(), benchOfBeats = try Workbench()
    let other = try LapwingProcess.run(arguments + ["--utc"] + benchOfUTC.options, wrapper: wrapper)
    #expect(other.status == 0 && other.error.isEmpty, "\(other.error)")
    // The training of Polar Flow and intervals alone have one time for all rows.
    let beats = try folder.write("1000\n1000\n", to: "2026-03-29 02-30-00.txt")
    let intervals = try LapwingProcess.run(
      ["sessions", "import", beats, "--address", "C2:DB:C0:DC:E4:56"] + benchOfBeats.options, wrapper: wrapper)
    #expect(intervals.error.contains("2 rows have times"), "\(intervals.error)")
  }

  @Test func `of before 2000 are of a clock that was not set, are left out, and are named`() throws {
    let bench = try Workbench()
    let lines = ["1970-01-01T00:00:10Z,500", "1999-12-31T23:59:59Z,500", "2026-01-01T00:00:00Z,600"]
    let file = try folder.write("date,co2\n" + lines.joined(separator: "\n"), to: "unset.csv")
    let arguments = ["sessions", "import", file, "--address", "C2:DB:C0:DC:E4:55"] + bench.options
    let imported = try LapwingProcess.run(arguments)
    #expect(imported.lines == ["Session 1 holds 1 readings of \(file); 0 were known."])
    #expect(imported.error.contains("left out: 2 rows with a time before 2000"), "\(imported.error)")
    #expect(try LapwingProcess.run(["sessions"] + bench.options).lines.count == 1)
    let only = try folder.write("date,co2\n" + lines[0], to: "only.csv")
    let refused = try LapwingProcess.run(
      ["sessions", "import", only, "--address", "C2:DB:C0:DC:E4:55"] + bench.options)
    #expect(refused.status == 65 && refused.error.contains("1 row with a time before 2000"), "\(refused.error)")
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

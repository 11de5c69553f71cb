import Logbook
import Readings
import Reports
import TestSupport
import Testing

@Suite struct `A file of another maker` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(
    _ file: String, _ order: DateOrder? = nil, start: String? = nil
  ) throws -> (rows: [ImportedRow], leftOut: [String]) {
    var rows: [ImportedRow] = []
    let leftOut = try ImportedFile(file, order: order, isUTC: true, start: start).forEach { row in rows.append(row) }
    return (rows, leftOut)
  }

  private func fault(_ file: String) -> String? {
    do {
      _ = try read(file)
      return nil
    } catch {
      return (error as? LapwingError)?.message ?? "\(error)"
    }
  }

  @Test func `is read as its columns, its dates and its separators say, and what is left out is named`() throws {
    for file in SampleImports.files {
      let found = try read(try folder.write(file.text, to: "file.csv"))
      let first = try #require(found.rows.first, "\(file.text)")
      #expect(first.at == SampleImports.evening, "\(file.text)")
      var measured: [Quantity: Double] = [:]
      first.reading.measurements.forEach { measured[$0] = $1 }
      #expect(measured == file.measured && first.ticks == file.ticks, "\(file.text)")
      #expect(found.leftOut == file.leftOut, "\(file.text)")
    }
  }

  @Test func `of intervals alone begins at the time in its name, or is asked for it`() throws {
    let text = "1000\n500\n1500\n"
    let named = try read(try folder.write(text, to: "2026-11-28 22-45-27.txt"))
    #expect(named.rows.map(\.at) == [1000, 1500, 3000].map { SampleImports.evening + $0 })
    #expect(named.rows.map(\.ticks) == [[1024], [512], [1536]])
    let nameless = try folder.write(text, to: "beats.txt")
    #expect(fault(nameless)?.contains("--start") ?? false)
    #expect(try read(nameless, start: "2026-11-28T22:45:27").rows.first?.at == SampleImports.evening + 1000)
    let titled = try read(try folder.write("RR (ms)\n" + text, to: "2026-11-28 22-45-27.csv"))
    #expect(titled.rows.map(\.ticks) == [[1024], [512], [1536]])
  }

  @Test func `that can be meant in two ways is asked about`() throws {
    let polar =
      "Name,Sport,Date,Start time,Duration\nA,B,03/04/2026,22:45:00,1\nSample rate,Time,HR (bpm)\n1,00:00:27,85\n"
    for text in [polar, "Time,Oxygen Level\n22:45:27 03/04/2026,91\n", "Date,Time,co2\n03-04-2026,22:45,600\n"] {
      let file = try folder.write(text, to: "file.csv")
      #expect(fault(file)?.contains("--dates day-first or --dates month-first") ?? false, "\(text)")
      let orders: [DateOrder] = [.dayFirst, .monthFirst]
      let days = try orders.map { try read(file, $0).rows[0].at / 86_400_000 }
      #expect(days[0] - days[1] == 30, "3 April and 4 March")
    }
  }

  @Test(arguments: [
    ("time,co2\n1795905927.9e300,600\n", "line 2: 1795905927.9e300 is no time"),
    ("time,co2\n2026-11-28 22:45:27.9e300,600\n", "line 2: 2026-11-28 22:45:27.9e300 is no time"),
    ("1000\n1e300\n", "line 2: 1e300 is no RR interval"),
  ]) func `with a number that no clock and no heart has is refused`(text: String, reason: String) throws {
    let file = try folder.write(text, to: "2026-11-28 22-45-27.txt")
    #expect(fault(file)?.hasPrefix(reason) == true, "\(fault(file) ?? "")")
  }

  @Test func `with two columns of one quantity is read by the first, and the other one is named`() throws {
    let file = try folder.write("time,Temperature(°C),Temperature(°F)\n2026-11-28T22:45:27Z,20,90\n", to: "file.csv")
    let (rows, leftOut) = try read(file)
    #expect(rows.first?.reading.measurements[.temperatureCelsius] == 20 && leftOut == ["Temperature(°F)"])
  }

  @Test(arguments: ["1,250", "-1,250", "1,250,000", "1,250.5"])
  func `with commas between its fields and in a number that may be thousands is refused`(number: String) throws {
    let file = try folder.write("time,VOC (ppb)\n2026-11-28T22:45:27Z,\"\(number)\"\n", to: "file.csv")
    #expect(fault(file)?.hasPrefix("line 2: \(number) may be") == true, "\(fault(file) ?? "")")
    let other = try folder.write("time;VOC (ppb)\n2026-11-28T22:45:27Z;1,250\n", to: "other.csv")
    #expect(try read(other).rows.first?.reading.measurements[.vocPartsPerBillion] == 1.25)
    let beats = try folder.write("time,rr\n2026-11-28T22:45:27Z,\"\(number)\"\n", to: "beats.csv")
    #expect(fault(beats)?.hasPrefix("line 2: \(number) is no RR interval") == true, "\(fault(beats) ?? "")")
  }

  @Test func `with a point before a decimal comma is refused, since it may have points between thousands elsewhere`()
    throws
  {
    let file = try folder.write("Zeit;Luftdruck (hPa)\n28.11.2026 22:45:27;1.013,2\n", to: "thousands.csv")
    #expect(fault(file)?.hasPrefix("line 2: 1.013,2 is no") == true, "\(fault(file) ?? "")")
  }

  @Test(arguments: [
    ("PK\u{3}\u{4}\u{0}", "unpack it, or save its table as CSV"), ("%PDF-1.4", "export CSV"),
    (" {\"co2\": [612]}", "it is JSON"), ("<?xml version=\"1.0\"?><gpx/>", "export CSV or FIT"),
    ("time,co2\n2026-11-28 22:45:27,612,5\n", "line 2: there are 3 fields; the first row has 2"),
    ("time,co2\n28/11/26 22:45:27,612\n", "day-first"), ("time,co2\n26/11/28 22:45:27,612\n", "day-first"),
  ]) func `that is no such table is refused in words`(text: String, reason: String) throws {
    let file = try folder.write(text, to: "file.csv")
    #expect(fault(file)?.contains(reason) == true, "\(fault(file) ?? "")")
  }

  // MARK: Apple Health

  @Test func `of Apple Health gives rates and saturations with their sources, and the rest is counted`() throws {
    let found = try read(try folder.write(SampleImports.health, to: "export.xml"))
    #expect(found.rows.map(\.at) == [SampleImports.evening, SampleImports.evening])
    #expect(found.rows[0].reading.measurements[.heartRateBeatsPerMinute] == 98)
    #expect(found.rows[1].reading.measurements[.oxygenSaturationPercent] == 97)
    #expect(found.rows.map(\.model) == ["Anna's Watch & Co", "Ring"])
    #expect(found.leftOut == ["2 of StepCount", "1 of Workout"])
    let addresses = found.rows.map { DeviceAddress(madeUpFor: $0.source ?? "").description }
    #expect(addresses.allSatisfy { $0.hasPrefix("02:") } && addresses[0] != addresses[1])
  }

  @Test func `of Apple Health that is cut off or damaged is refused with its line`() throws {
    let cut = try folder.write(String(SampleImports.health.prefix(700)), to: "cut.xml")
    #expect(fault(cut)?.contains("cut off") ?? false)
    let day = try folder.write(SampleImports.health.replacing("2026-11-28 18:45:27 -0400", with: "soon"), to: "day.xml")
    #expect(fault(day) == "line 9: soon is no time")
    let open = try folder.write(SampleImports.health.replacing("</Record>", with: "</Workout>"), to: "open.xml")
    #expect(fault(open)?.contains("this is no XML") ?? false)
  }

  // MARK: FIT

  @Test func `of FIT gives rates, intervals and saturations, of several parts too`() throws {
    let one = SampleImports.fit(SampleImports.messages)
    for bytes in [one, one + one] {
      let found = try read(try folder.write(bytes, to: "activity.fit"))
      let rows = found.rows.prefix(found.rows.count / (bytes.count / one.count))
      #expect(rows.map { ($0.at - SampleImports.evening) / 1000 } == [0, 1, 3, 60, 61])
      #expect(rows.map { $0.reading.measurements[.heartRateBeatsPerMinute] } == [65, nil, 66, 58, nil])
      #expect(rows[1].ticks == [1024, 512] && rows[4].reading.measurements[.oxygenSaturationPercent] == 94)
      #expect(Set(found.rows.map(\.model)) == ["Garmin, product 3113"])
      #expect(found.leftOut == ["speed", "\(bytes.count / one.count) of session"])
    }
  }

  @Test func `of FIT that is damaged or cut off is refused, whatever its bytes are`() throws {
    let bytes = SampleImports.fit(SampleImports.messages)
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 0x10
      if fault(try folder.write(damaged, to: "damaged.fit")) == nil { Issue.record("byte \(place) can be changed") }
    }
    for count in stride(from: 12, to: bytes.count, by: 7) {
      let reason = fault(try folder.write(Array(bytes[..<count]), to: "cut.fit"))
      #expect(reason?.contains("cut off") ?? false, "\(count)")
    }
  }
}

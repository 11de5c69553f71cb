import AirQuality
import Testing

@Suite struct `A table of stations` {
  private func row(_ line: String, header: String = "station,latitude,longitude,pm25") throws -> StationTable.Row {
    var table = try StationTable(header: header)
    return try table.row(line)
  }

  private func message(_ line: String) -> String? {
    do { _ = try row(line) } catch let fault as StationTable.Fault { return fault.message } catch {}
    return nil
  }

  @Test func `a line is an observation`() throws {
    let row = try row("a,37.5,127,12.5")
    #expect(row.observation.station == "a" && row.observation.concentration == 12.5)
    #expect(try row.observation.place == place(37.5, 127))
    #expect(row.depth == nil && row.time.isEmpty && !row.calibrates)
  }

  @Test func `columns may stand in any order, in quotes and with marks of Windows`() throws {
    var table = try StationTable(header: "\u{FEFF}pm25,source,licence,longitude,latitude,station,age_h\r")
    let row = try table.row("8,\"City, \"\"north\"\"\",CC BY,127,37.5,\"a, b\",2\r")
    #expect(row.observation.station == "a, b")
    #expect(row.observation.age == 2)
    #expect(table.sources == [AirSource(name: "City, \"north\"", licence: "CC BY")])
    _ = try table.row("9,\"City, \"\"north\"\"\",CC BY,127,37.6,c,2")
    #expect(table.sources.count == 1)
  }

  @Test func `a page of HTML has no such columns`() {
    #expect(throws: StationTable.Fault.self) { try StationTable(header: "<!DOCTYPE html>") }
    #expect(throws: StationTable.Fault.self) { try StationTable(header: "") }
  }

  @Test func `what is wrong is said with what is allowed`() {
    #expect(message("a,91,127,12") == "latitude is “91”; allowed is -90.0 to 90.0")
    #expect(message("a,37,500,12") == "longitude is “500”; allowed is -180.0 to 180.0")
    #expect(message("a,37,127,nan") == "pm25 is “nan”; allowed is -10000.0 to 10000.0")
    #expect(message("a,37,127,1e9") == "pm25 is “1e9”; allowed is -10000.0 to 10000.0")
    #expect(message("a,37,127") == "pm25 is missing; add it")
    #expect(message(",37,127,12") == "station is missing; add it")
    #expect(message("a,0,0,12") == "the place is 0,0, which stands for a missing one; give the true place")
  }

  @Test func `a value from the future is refused`() throws {
    var table = try StationTable(header: "station,latitude,longitude,pm25,age_h")
    #expect(throws: StationTable.Fault(message: "age_h is “-0.5”; allowed is 0.0 to 768.0")) {
      try table.row("a,37,127,12,-0.5")
    }
  }
}
